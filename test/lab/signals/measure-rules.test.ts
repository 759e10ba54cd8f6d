/** The laboratory of signals on texts of our own: what it finds again, what it counts, and what it refuses. */
import { describe, expect, it } from 'vitest';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { drawSample } from './draw-sample.ts';
import { typedLabels, type LabelledChange } from './labels-file.ts';
import { measureRules } from './measure-rules.ts';
import { scoresOf } from './report.ts';
import { agreementOf, precisionOf, recallOf, scoreOf } from './score.ts';
import { settled } from './settle.ts';
import { changedText, textChanges } from './text-changes.ts';

const ORIGINAL = [
  'The Seller shall pay within 10 days.',
  'The fee is $100 for each of the items.',
  'Either side can end this at any time.',
  'The colour of the box is blue and the lid is white.',
].join('\n');
const REVISED = [
  'The Seller may pay within 14 days.',
  'The fee is $120 for each of the items.',
  'Either side can end this at no time.',
  'The colour of the box is green and the lid is white.',
].join('\n');
const html = (): string => compareText({ original: ORIGINAL, revised: REVISED, format: 'txt', mode: 'word' }).html;
const PAIR = { name: 'own/contract', compare: () => Promise.resolve(html()) };

/** What a reader says of each change, by the text that it adds. "box" is a label that no rule finds. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  may: ['obligation'],
  14: ['dates'],
  $120: ['amounts'],
  no: ['negation'],
  green: ['parties'],
};

function labelled(): LabelledChange[] {
  return textChanges(scanFragment(html())).map((change) => {
    const rules = LABELS[changedText(change, 'revised')];
    if (rules === undefined) throw new Error(`no label for "${changedText(change, 'revised')}"`);
    return { pair: PAIR.name, id: change.id, sha256: change.sha256, stratum: 'uniform', rules };
  });
}

describe('labels are measured', () => {
  it('each rule has its score', async () => {
    const { found, lost } = await measureRules([PAIR], labelled());
    expect(lost).toEqual([]);
    expect(found).toHaveLength(5);
    const scores = scoresOf(found);
    for (const rule of ['obligation', 'dates', 'amounts', 'negation'])
      expect([rule, scores.get(rule)]).toEqual([rule, { right: 1, alarms: 0, missed: 0 }]);
    expect(scores.get('parties')).toEqual({ right: 0, alarms: 0, missed: 1 });
  });

  it('a wrong label makes a false alarm', async () => {
    const labels = labelled().map((change) => ({ ...change, rules: [] }));
    const scores = scoresOf((await measureRules([PAIR], labels)).found);
    expect(scores.get('amounts')).toEqual({ right: 0, alarms: 1, missed: 0 });
  });

  it('a change is known by its texts, also with another id, and a lost one is named', async () => {
    const [first, second] = labelled();
    const labels = [
      { ...first!, id: 'chg_999999' },
      { ...second!, sha256: '0'.repeat(64) },
    ];
    const { found, lost } = await measureRules([PAIR], labels);
    expect(found.map(({ label }) => label)).toEqual([labels[0]]);
    expect(lost).toEqual([labels[1]]);
  });
});

describe('figures', () => {
  const named = (...rules: boolean[]): Map<string, Set<string>> =>
    new Map(rules.map((is, at) => [String(at), new Set(is ? ['r'] : [])]));

  it('precision and recall', () => {
    const score = scoreOf('r', named(true, true, true, false, false), named(true, true, false, true, false));
    expect(score).toEqual({ right: 2, alarms: 1, missed: 1 });
    expect(precisionOf(score)).toBeCloseTo(2 / 3);
    expect(recallOf(score)).toBeCloseTo(2 / 3);
    expect(precisionOf({ right: 0, alarms: 0, missed: 3 })).toBeNull();
    expect(recallOf({ right: 0, alarms: 3, missed: 0 })).toBeNull();
  });

  it("Cohen's kappa: 20 both, 5 and 10 one, 15 none", () => {
    const times = (count: number, is: boolean): boolean[] => Array.from({ length: count }, () => is);
    const a = named(...times(25, true), ...times(25, false));
    const b = named(...times(20, true), ...times(5, false), ...times(10, true), ...times(15, false));
    const { both, onlyA, onlyB, raw, kappa } = agreementOf('r', a, b);
    expect([both, onlyA, onlyB, raw]).toEqual([20, 5, 10, 0.7]);
    expect(kappa).toBeCloseTo(0.4);
    expect(agreementOf('r', named(false), named(false)).kappa).toBeNull();
  });
});

describe('a sample', () => {
  it('is the same for a seed, another for another seed, and without equal texts', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `Line ${at} of the text has a word that is its own.`);
    const revised = lines.map((line, at) =>
      line.replace('word', at < 50 ? `w${String.fromCodePoint(97 + at)}` : 'same'),
    );
    const changes = textChanges(
      scanFragment(
        compareText({ original: lines.join('\n'), revised: revised.join('\n'), format: 'txt', mode: 'word' }).html,
      ),
    );
    const draw = (seed: number): string[] => drawSample(new Map([['p', changes]]), seed).map(({ id }) => id);
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    const texts = drawSample(new Map([['p', changes]]), 1).map((change) => changedText(change, 'revised'));
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('typed labels', () => {
  const known = new Set(['dates', 'parties']);

  it('reads numbers, rules and reasons', () => {
    expect([...typedLabels('7 dates parties\n\n9 # a name\n', known)]).toEqual([
      [7, { rules: ['dates', 'parties'] }],
      [9, { rules: [], reason: 'a name' }],
    ]);
    expect(() => typedLabels('7 date', known)).toThrow(/"date" is no rule/);
    expect(() => typedLabels('7 dates\n7', known)).toThrow(/has labels already/);
  });

  it('a difference of the passes needs a reason', () => {
    const changes = labelled();
    const other = changes.with(0, { ...changes[0]!, rules: ['parties'] });
    const [a, b] = [
      { seed: 1, changes },
      { seed: 1, changes: other },
    ];
    expect(() => settled(a, b, new Map())).toThrow(/1: the passes differ/);
    expect(() => settled(a, b, new Map([[1, { rules: [] }]]))).toThrow(/1: the passes differ/);
    const { changes: agreed } = settled(a, b, new Map([[1, { rules: ['dates'], reason: 'a date' }]]));
    expect(agreed[0]).toMatchObject({ rules: ['dates'], reason: 'a date' });
    expect(agreed.slice(1)).toEqual(changes.slice(1));
    expect(settled(a, a, new Map()).changes).toEqual(changes);
  });
});
