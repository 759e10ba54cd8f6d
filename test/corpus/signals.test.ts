/** Precision and recall of the rules on the labelled changes of the corpus do not fall. */
import { expect, test } from 'vitest';
import { readLabels } from '../lab/signals/labels-file.ts';
import { legalPairs } from '../lab/signals/legal-pairs.ts';
import { measureRules } from '../lab/signals/measure-rules.ts';
import { scoresOf } from '../lab/signals/report.ts';
import { precisionOf, recallOf, sumOf } from '../lab/signals/score.ts';
import { corpusRoot, NO_CORPUS } from '../oracle/input-pairs.ts';
import { costlyTest } from '../seed/costly-test.ts';

/**
 * Floors of precision and recall over the whole sample, a little below the figures in `test/lab/results/signals.md`. Rules
 * with fewer than ten labels have none.
 */
const FLOORS: Readonly<Record<string, readonly [precision: number, recall: number]>> = {
  amounts: [0.9, 0.95],
  dates: [0.95, 0.95],
  negation: [0.9, 0.94],
  obligation: [0.98, 0.93],
  liability: [0.9, 0.8],
  termination: [0.75, 0.65],
  parties: [0.95, 0.84],
  'defined-terms': [0.88, 0.91],
  definitions: [0.93, 0.64],
};
/** Part of the labelled changes that a comparison may divide in another way than when they were labelled. */
const LOST_MAX = 0.05;

const root = corpusRoot();
if (root === null) test.skip(`the labelled changes were not measured: ${NO_CORPUS}`, () => undefined);
else
  costlyTest('the rules find what two readers named', async () => {
    const { changes } = readLabels('settled');
    const { found, lost } = await measureRules(legalPairs(root), changes);
    expect(lost.length, `lost: ${lost.map(({ pair, id }) => `${pair} ${id}`).join(', ')}`).toBeLessThanOrEqual(
      changes.length * LOST_MAX,
    );
    const scores = scoresOf(found);
    for (const [rule, [precision, recall]] of Object.entries(FLOORS)) {
      expect(precisionOf(scores.get(rule)!), `precision of ${rule}`).toBeGreaterThanOrEqual(precision);
      expect(recallOf(scores.get(rule)!), `recall of ${rule}`).toBeGreaterThanOrEqual(recall);
    }
    const all = sumOf([...scores.values()]);
    expect(precisionOf(all), 'precision of all').toBeGreaterThanOrEqual(0.94);
    expect(recallOf(all), 'recall of all').toBeGreaterThanOrEqual(0.88);
  });
