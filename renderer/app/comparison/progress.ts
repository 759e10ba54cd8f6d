import type { Side } from '../../../shared/document/model.ts';

/** The stage of a comparison. */
export type Stage = 'starting' | 'uploading' | 'waiting' | 'checking' | 'reading' | 'comparing' | 'showing';

/** The stages in order, for the display of progress. */
export const STAGES: readonly Stage[] = [
  'starting',
  'uploading',
  'waiting',
  'checking',
  'reading',
  'comparing',
  'showing',
];

/** The progress of a comparison. It is immutable: `nextProgress` returns the next state. */
export interface Progress {
  readonly stage: Stage;
  /** Uploaded bytes and their total; both zero if nothing is uploaded. */
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** The sides that the service has begun to read. */
  readonly reading: readonly Side[];
  /** Number of blocks of the redline that have arrived. */
  readonly blocks: number;
}

/** A step of a comparison, from the stream or the uploads. */
export type ProgressStep =
  | { readonly type: 'uploading'; readonly totalBytes: number }
  | { readonly type: 'sent'; readonly bytes: number }
  | { readonly type: 'asked' }
  | { readonly type: 'validating' }
  | { readonly type: 'converting'; readonly side: Side }
  | { readonly type: 'comparing' }
  | { readonly type: 'block' }
  | { readonly type: 'answered' };

/** The initial progress. */
export const NO_PROGRESS: Progress = { stage: 'starting', sentBytes: 0, totalBytes: 0, reading: [], blocks: 0 };

/** The progress after a step. A finished stage never returns, whatever the order of the events. */
export function nextProgress(progress: Progress, step: ProgressStep): Progress {
  switch (step.type) {
    case 'uploading':
      return { ...at(progress, 'uploading'), totalBytes: step.totalBytes };
    case 'sent':
      return { ...progress, sentBytes: Math.min(progress.totalBytes, progress.sentBytes + step.bytes) };
    case 'asked':
      return at(progress, 'waiting');
    case 'validating':
      return at(progress, 'checking');
    case 'converting':
      if (progress.reading.includes(step.side)) return progress;
      return { ...at(progress, 'reading'), reading: [...progress.reading, step.side] };
    case 'comparing':
      return at(progress, 'comparing');
    case 'block':
      return { ...at(progress, 'comparing'), blocks: progress.blocks + 1 };
    case 'answered':
      return at(progress, 'showing');
  }
}

function at(progress: Progress, stage: Stage): Progress {
  return STAGES.indexOf(stage) > STAGES.indexOf(progress.stage) ? { ...progress, stage } : progress;
}

/** The completed share from 0 to 1. It counts stages, because the service reports no durations. */
export function shareOf({ stage, sentBytes, totalBytes }: Progress): number {
  const sent = stage === 'uploading' && totalBytes > 0 ? sentBytes / totalBytes : 0;
  return (STAGES.indexOf(stage) + sent) / STAGES.length;
}
