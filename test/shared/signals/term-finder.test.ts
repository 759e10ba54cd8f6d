import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formsOf, TermCover } from '../../../shared/signals/defined-terms.ts';
import { TermFinder } from '../../../shared/signals/term-finder.ts';
import { runsOf } from '../../seed/seed.ts';

/** Every form as one alternative, the longest first: slow, and plain to read. */
function found(terms: readonly string[], text: string): string[] {
  const literal = [...new Set(terms.flatMap(formsOf))]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((term) => term.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`).replace(/\s+/gu, String.raw`\s+`));
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{Nd}])(?:${literal.join('|')})(?:['’]?s|es)?(?![\p{L}\p{Nd}])`,
    'gu',
  );
  return [...text.matchAll(pattern)].map(({ 0: match, index }) => `${index}: ${match.replace(/\s+/gu, ' ')}`);
}

const word = fc.constantFrom('A', 'As', 'Term', 'Terms', 'Company', 'Companies', 'Goods', 'B1', 'Es', 'Éa', '𝒜b');
const between = fc.constantFrom(' ', '-', '.', ' & ', "'");
const term = fc
  .tuple(word, fc.array(fc.tuple(between, word), { maxLength: 2 }), fc.constantFrom('', '', '.', '!'))
  .map(([first, rest, end]) => `${first}${rest.flat().join('')}${end}`);
const piece = fc.oneof(term, fc.constantFrom(' ', '  ', '\n', 's', 'es', "'s", '’s', '.', '!', 'x', '(', '\u0301'));

describe('terms in a text', () => {
  it('are found as by one alternative for each form', () => {
    fc.assert(
      fc.property(
        fc.array(term, { minLength: 1, maxLength: 6 }),
        fc.array(piece, { maxLength: 20 }),
        (terms, pieces) => {
          const text = pieces.join('');
          const places = new TermFinder(terms).find(text).map(({ text: match, start }) => `${start}: ${match}`);
          expect(places).toEqual(found(terms, text));
        },
      ),
      { numRuns: runsOf(3_000) },
    );
  });

  it('cover a use that contains one, or that one contains, in singular or plural', () => {
    const cover = new TermCover(['Service Provider', 'Goods']);
    for (const use of ['Service Providers', 'Provider', 'Good', 'First Service Provider', 'Goods Received'])
      expect(cover.covers(use), use).toBe(true);
    for (const use of ['Vendor', 'Provider Service', 'Serv']) expect(cover.covers(use), use).toBe(false);
  });
});
