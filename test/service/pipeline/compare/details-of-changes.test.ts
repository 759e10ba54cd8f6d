/** Details of changes: they add facts on request, and nothing else of an answer depends on them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DETAILS } from '../../../../shared/api/details.ts';
import { RULES } from '../../../../shared/signals/rules.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';

const CORPUS = process.env['DIFFSVC_CORPUS'] ?? new URL('../../../../../shared/corpus', import.meta.url).pathname;
const FOLDER = join(CORPUS, 'real/markdown');
const pairs = (() => {
  try {
    return readdirSync(FOLDER).filter((name) => name.includes('.original.'));
  } catch {
    return [];
  }
})();

const text = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

describe('details of changes', () => {
  const input = {
    original: '4.2 Term\n\nPay in 10 days.\n\nSee Section 4.2.',
    revised: '4.3 Term\n\nPay in 14 days.\n\nSee Section 4.2.',
    format: 'txt',
    mode: 'auto',
  } as const;

  it('are there on request alone', () => {
    const plain = compareText(input).page(0, 10);
    expect(Object.keys(plain)).not.toContain('references');
    expect(plain.changes.some((change) => 'signals' in change || 'groupId' in change)).toBe(false);
    const page = compareText({ ...input, details: DETAILS }).page(0, 10);
    expect(page.changes.map(({ signals }) => signals)).toEqual([
      undefined,
      [{ rule: 'dates', text: '10 days → 14 days' }],
    ]);
    expect(page.references).toMatchObject([{ from: '4.2', to: '4.3', places: [{ quote: 'Section 4.2' }] }]);
    expect(page.groups).toEqual([]);
  });

  it.skipIf(pairs.length === 0).each(pairs.filter((name) => text(name).length < 150_000).slice(0, 25))(
    'leave everything else as it is, and name known rules and changes: %s',
    (name) => {
      const pair = { original: text(name), revised: text(name.replace('.original.', '.revised.')) };
      const options = { ...pair, format: 'markdown', mode: 'auto', complexity: 'extended' } as const;
      const plain = compareText(options).page(0, 500);
      const page = compareText({ ...options, details: DETAILS }).page(0, 500);
      const rules = new Set(RULES.map(({ rule }) => rule));
      const changes = page.changes.map(({ signals = [], groupId, ...change }) => {
        for (const { rule, text: words } of signals) expect([rules.has(rule), words !== '']).toEqual([true, true]);
        if (groupId !== undefined) {
          const group = page.groups!.find((each) => each.groupId === groupId);
          expect(group?.changeIds).toContain(change.id);
        }
        return change;
      });
      expect(changes).toEqual(plain.changes);
      for (const { before, missed } of page.groups!)
        for (const { quote } of missed) expect(quote.toLowerCase().replace(/\s+/gu, ' ')).toBe(before);
    },
  );
});
