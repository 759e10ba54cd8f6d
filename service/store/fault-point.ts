/**
 * The places where a dying process could leave unfinished work. Only tests listen there: they kill the process at
 * each place and check what a new process finds.
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

/** The service's action at a fault point: none. */
export function passFaultPoint(_point: FaultPoint): void {
  return undefined;
}
