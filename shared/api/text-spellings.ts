/**
 * The accepted spellings in a text request, and the meaning of each. Aliases exist only here. After the request
 * parser each thing has one name.
 */

/** Every accepted `format` → its internal name. */
export const FORMAT_SPELLINGS = {
  auto: 'auto',
  html: 'html',
  markdown: 'markdown',
  md: 'markdown',
  txt: 'txt',
  plain: 'txt',
  json: 'json',
  csv: 'csv',
  tsv: 'tsv',
} as const;

/** Every accepted member of `output` → its internal name. */
export const OUTPUT_SPELLINGS = {
  html: 'html',
  json: 'json',
  hosted_viewer: 'hosted_viewer',
  viewer: 'hosted_viewer',
  embed: 'hosted_viewer',
} as const;

/** `mode` has no aliases. */
export const MODES = ['auto', 'word', 'block'] as const;

/** `hostedViewerTtl`: hours with their unit, hours, or seconds. */
export const TTL_SPELLINGS = ['24h', '32h', '48h', '72h', 24, 32, 48, 72, 86_400, 115_200, 172_800, 259_200] as const;

/** An accepted spelling of a time to live. */
export type TtlSpelling = (typeof TTL_SPELLINGS)[number];

/** Smaller numbers are hours, and larger numbers are seconds. No hosted viewer lives for this many hours. */
const HOURS_BELOW = 1_000;

/** The duration of a spelling, in seconds. */
export function ttlSecondsOf(spelling: TtlSpelling): number {
  if (typeof spelling === 'string') return Number(spelling.slice(0, -1)) * 3_600;
  return spelling < HOURS_BELOW ? spelling * 3_600 : spelling;
}

/** An input format, or the request to detect it. */
export type RequestedFormat = (typeof FORMAT_SPELLINGS)[keyof typeof FORMAT_SPELLINGS];
/** A detected or stated input format. */
export type ComparedFormat = Exclude<RequestedFormat, 'auto'>;
/** A part of the answer that the caller may request. */
export type RequestedOutput = (typeof OUTPUT_SPELLINGS)[keyof typeof OUTPUT_SPELLINGS];
/** The requested granularity of a comparison. */
export type RequestedMode = (typeof MODES)[number];
/** The granularity that a comparison had. */
export type EffectiveMode = Exclude<RequestedMode, 'auto'>;
