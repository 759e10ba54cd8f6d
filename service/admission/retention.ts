/** Default lifetime of a stored comparison and its token. */
const STORED_TTL_SECONDS = 24 * 60 * 60;
/** Retention of the reply of an operation with an idempotency key, counted from its admission. */
const REPLY_RETENTION_SECONDS = 7 * 24 * 60 * 60;
/** Time in which the address of an upload accepts its bytes. */
const UPLOAD_URL_SECONDS = 15 * 60;
/** Retention of the bytes of an upload. */
const UPLOAD_RETENTION_SECONDS = 24 * 60 * 60;
/** Retention of the file of a job. */
const ARTIFACT_RETENTION_SECONDS = 24 * 60 * 60;

/** Time in which links of an expired comparison still answer that they expired. */
export const TOMBSTONE_SECONDS = 7 * 24 * 60 * 60;

/** Retention times in seconds. */
export interface RetentionTimes {
  /** The reply of an operation with a key, from its admission. */
  readonly replySeconds: number;
  /** How long the address of an upload accepts bytes. */
  readonly uploadUrlSeconds: number;
  /** The bytes of an upload, from their arrival. */
  readonly uploadSeconds: number;
  /** A comparison without a hosted link. */
  readonly comparisonSeconds: number;
  /** The file of a job, from its end. */
  readonly artifactSeconds: number;
}

/** The default times. */
export const DEFAULT_RETENTION: RetentionTimes = {
  replySeconds: REPLY_RETENTION_SECONDS,
  uploadUrlSeconds: UPLOAD_URL_SECONDS,
  uploadSeconds: UPLOAD_RETENTION_SECONDS,
  comparisonSeconds: STORED_TTL_SECONDS,
  artifactSeconds: ARTIFACT_RETENTION_SECONDS,
};

const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'days'],
  [3_600, 'hours'],
  [60, 'minutes'],
];

/** A time for a person, in the largest unit of which there are several whole ones: `7 days`, `24 hours`. */
export function durationText(seconds: number): string {
  for (const [unit, name] of UNITS) {
    if (seconds % unit === 0 && seconds > unit) return `${seconds / unit} ${name}`;
  }
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}
