/**
 * The places at which a process that dies could leave something half done. Nothing listens there but the tests, which
 * kill the process at each of them and look at what a new one finds.
 */
export const FAULT_POINTS = [
  'claim-charged',
  'claim-written',
  'claim-committed',
  'result-file-written',
  'result-written',
  'result-stored',
  'result-committed',
  'upload-half-written',
  'upload-written',
  'upload-renamed',
  'upload-committed',
  'job-queued',
  'job-taken',
  'job-file-written',
  'job-finished',
] as const;
/** One of the fault points. */
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** What the service does at a fault point: nothing. */
export function passFaultPoint(_point: FaultPoint): void {
  return undefined;
}
