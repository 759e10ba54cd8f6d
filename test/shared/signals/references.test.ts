/** Renumbered clauses, the references that still name the old number, and repeated replacements. */
import { describe, expect, it } from 'vitest';
import { describeReference, staleReferences } from '../../../shared/signals/references.ts';
import { repeatedGroups } from '../../../shared/signals/repeated.ts';
import { sideTexts } from '../../../shared/signals/side-texts.ts';
import type { Run } from '../../../shared/document/model.ts';
import { del, doc, ins, p } from '../../builders/document.ts';

const replaced = (id: string, before: string, after: string): Run[] => [...del(id, before), ...ins(id, after)];
const lines = (blocks: ReturnType<typeof doc>): string[] => staleReferences(sideTexts(blocks)).map(describeReference);

describe('references', () => {
  it('a typed number that moved, and the references that did not', () => {
    const blocks = doc(
      p('4.1 Price'),
      p(...ins('a', '4.2 Delivery')),
      p('4.', ...replaced('b', '2', '3'), ' Term'),
      p('See Section 4.2 for the term, and Sections 4.1 and 4.2.'),
      p('See Section 4.', ...replaced('c', '2', '3'), ' too.'),
      p('Section 4.2 of the Companies Act applies.'),
      p('Es gilt § 4.2 Abs. 1 des Beamtenrechtsrahmengesetzes, und Artikel 4.2 GG.'),
    );
    expect(lines(blocks)).toEqual(['Section 4.2 (Term) is now 4.3; 2 references still say 4.2.']);
  });

  it('a clause that is gone', () => {
    const gone = { ...p('7. Escrow'), onlyIn: { side: 'original' as const, changeId: 'a' } };
    const blocks = doc(p('6. Price'), gone, p('8. Law'), p('as article 7 says'));
    expect(lines(blocks)).toEqual(['Section 7 (Escrow) is gone; 1 reference still says 7.']);
  });

  it('nothing moved, and a number that two clauses have', () => {
    expect(lines(doc(p('4.2 Term'), p('See Section 4.2.')))).toEqual([]);
    const two = doc(p('1. A'), p('1. B'), p(...replaced('a', '1', '2'), '. C'), p('See Section 1.'));
    expect(lines(two)).toEqual([]);
  });

  it('repeated replacements with the places that were missed', () => {
    const seller = (id: string): Run[] => replaced(id, 'Seller', 'Vendor');
    const blocks = doc(
      p('The ', ...seller('a'), ' sells. The ', ...seller('b'), ' delivers.'),
      p('The ', ...seller('c'), ' pays, as the Seller says. A Sellers list.'),
      p('Five ', ...replaced('d', 'red', 'blue'), ' cars.'),
    );
    const [group, ...others] = repeatedGroups(sideTexts(blocks));
    expect(others).toEqual([]);
    expect(group).toMatchObject({ groupId: 'grp_0001', before: 'seller', after: 'vendor', changeIds: ['a', 'b', 'c'] });
    expect(group!.missed.map(({ quote, after }) => quote + after)).toEqual(['Seller says. A Sellers list.']);
  });

  it.each([
    ['one', 'zero'],
    ['the', 'a'],
    ['shall', 'must'],
    ['of the', 'for any'],
    ['drei', 'vier'],
    ['deux', 'Lieferanten'],
    ['el', 'la'],
  ])('common words in many places are no repeated replacement: %s → %s', (before, after) => {
    const blocks = doc(...['a', 'b', 'c', 'd'].map((id) => p('Here ', ...replaced(id, before, after), ' item.')));
    expect(repeatedGroups(sideTexts(blocks))).toEqual([]);
  });

  it('a common word beside a term is one', () => {
    const blocks = doc(
      ...['a', 'b', 'c'].map((id) => p('Here ', ...replaced(id, 'the Lessee', 'the Tenant'), ' pays.')),
    );
    expect(repeatedGroups(sideTexts(blocks))).toMatchObject([{ before: 'the lessee', after: 'the tenant' }]);
  });
});
