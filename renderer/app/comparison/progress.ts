import type { Side } from '../../../shared/document/model.ts';

/** What a comparison is doing. */
export type Stage = 'starting' | 'uploading' | 'waiting' | 'checking' | 'reading' | 'comparing' | 'showing';

/** The stages in their order, for a reader who wants to know how far it is. */
export const STAGES: readonly Stage[] = [
  'starting',
  'uploading',
  'waiting',
  'checking',
  'reading',
  'comparing',
  'showing',
];

/** How far a comparison is. Never modified: `nextProgress` gives the next one. */
export interface Progress {
  readonly stage: Stage;
  /** Bytes that were handed over, of how many; zero of zero while nothing is uploaded. */
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** The sides that the service has begun to read. */
  readonly reading: readonly Side[];
  /** Blocks of the redline that have come. */
  readonly blocks: number;
}

/** What happens in a comparison, as the stream and the uploads tell it. */
export type ProgressStep =
  | { readonly type: 'uploading'; readonly totalBytes: number }
  | { readonly type: 'sent'; readonly bytes: number }
  | { readonly type: 'asked' }
  | { readonly type: 'validating' }
  | { readonly type: 'converting'; readonly side: Side }
  | { readonly type: 'comparing' }
  | { readonly type: 'block' }
  | { readonly type: 'answered' };

/** Before anything has happened. */
export const NO_PROGRESS: Progress = { stage: 'starting', sentBytes: 0, totalBytes: 0, reading: [], blocks: 0 };

/** The progress after a step. A stage that is over does not come back, whatever the order of the events. */
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

/** How much of the way is done, from 0 to 1: by stages, since the service does not tell how long one takes. */
export function shareOf({ stage, sentBytes, totalBytes }: Progress): number {
  const sent = stage === 'uploading' && totalBytes > 0 ? sentBytes / totalBytes : 0;
  return (STAGES.indexOf(stage) + sent) / STAGES.length;
}
