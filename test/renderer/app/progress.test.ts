import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appMessages } from '../../../renderer/strings/app.ts';
import {
  NO_PROGRESS,
  STAGES,
  nextProgress,
  shareOf,
  type ProgressStep,
} from '../../../renderer/app/comparison/progress.ts';

const DOCUMENTS: readonly ProgressStep[] = [
  { type: 'uploading', totalBytes: 3_072 },
  { type: 'sent', bytes: 1_024 },
  { type: 'sent', bytes: 2_048 },
  { type: 'asked' },
  { type: 'validating' },
  { type: 'converting', side: 'original' },
  { type: 'converting', side: 'revised' },
  { type: 'comparing' },
  { type: 'block' },
  { type: 'block' },
  { type: 'answered' },
];

describe('the progress of a comparison', () => {
  it('tells bytes, sides and blocks as they come', () => {
    const said: string[] = [];
    let progress = NO_PROGRESS;
    for (const step of DOCUMENTS) {
      progress = nextProgress(progress, step);
      said.push(appMessages.stage(progress));
    }
    expect(said).toEqual([
      'Uploading the files: 0 bytes of 3 KB',
      'Uploading the files: 1 KB of 3 KB',
      'Uploading the files: 3 KB of 3 KB',
      'Waiting for the service',
      'Checking the files',
      'Reading original',
      'Reading original and revised',
      'Comparing',
      'Comparing: 1 block of the redline so far',
      'Comparing: 2 blocks of the redline so far',
      'Showing the result',
    ]);
  });

  it('never goes back, whatever the order of the events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...DOCUMENTS)), (steps) => {
        let progress = NO_PROGRESS;
        for (const step of steps) {
          const next = nextProgress(progress, step);
          expect(STAGES.indexOf(next.stage)).toBeGreaterThanOrEqual(STAGES.indexOf(progress.stage));
          expect(next.sentBytes).toBeLessThanOrEqual(next.totalBytes);
          expect(shareOf(next)).toBeLessThanOrEqual(1);
          progress = next;
        }
      }),
    );
  });
});
