/** What matters about a change: amounts, dates, negations, parties and defined terms. */
import { describe, expect, it } from 'vitest';
import { placesOf } from '../../../renderer/document-view/change-places.ts';
import { listChanges } from '../../../renderer/document-view/list-changes.ts';
import { definedTerms, definedTermsIn, WhatMatters } from '../../../renderer/review/what-matters.ts';
import type { Run } from '../../../shared/document/model.ts';
import { del, doc, ins, p } from '../../builders/document.ts';

type Inlines = Parameters<typeof p>;

function matters(...parts: Inlines): string[] {
  const blocks = doc(p('Defined: the “Closing Date” means the day of closing. '), p(...parts));
  const [change] = listChanges(blocks);
  const { places } = placesOf(blocks);
  return [...new WhatMatters(definedTermsIn(blocks)).of(change!, places.get(change!.id))];
}

const replaced = (before: string, after: string): Run[] => [...del('c', before), ...ins('c', after)];

describe('what matters', () => {
  it.each<[string[], Inlines]>([
    [['amounts'], ['a fee of $', ...replaced('100', '1,000'), ' net']],
    [['amounts'], ['EUR ', ...replaced('5', '6')]],
    [['amounts'], [...replaced('8', '9'), ' % interest']],
    [['amounts'], [...replaced('£', '€'), '20']],
    [['amounts'], ['zahlt ', ...replaced('1.000', '2.000'), ' Euro']],
    [['amounts'], ['₹', ...replaced('५', '६')]],
    [['dates'], ['on ', ...replaced('3', '4'), ' March 2026']],
    [['dates'], ['by 2026-03-', ...replaced('03', '04')]],
    [['dates'], ['am 3.', ...replaced('3', '4'), '.2026']],
    [['dates'], ['within ', ...replaced('thirty', 'sixty'), ' days']],
    [['dates'], ['within 30 ', ...replaced('days', 'months')]],
    [['dates'], ['2026年', ...replaced('3', '4'), '月']],
    [['negations'], ['shall ', ins('c', 'not '), 'assign']],
    [['negations'], ['It ', ...replaced('does', 'doesn’t'), ' apply']],
    [['negations'], ['haftet ', ins('c', 'nicht '), 'für']],
    [['parties'], ['The ', ...replaced('Seller', 'Vendor'), ' sells']],
    [['parties'], [...replaced('Acme Ltd', 'Acme GmbH'), ' sells']],
    [['terms'], ['before the Closing ', ...replaced('Date', 'Day')]],
    [[], ['a ', ...replaced('blue', 'green'), ' car with 5 doors']],
    [[], ['notable ', ...replaced('nothings', 'knots')]],
    [[], ['the May', ...replaced('or', 'ors'), ' said']],
    [[], ['not here: ', ins('c', 'green '), 'car']],
  ])('%j: %j', (expected, parts) => {
    expect(matters(...parts)).toEqual(expected);
  });

  it('defined terms are what a document introduces in quotation marks', () => {
    const text =
      'Acme Inc. (the “Seller”) and Best AG (der „Käufer“). “Goods” means all goods; "Net  Price" shall mean less. He said “Hello” once.';
    expect([...definedTerms(text)]).toEqual(['Seller', 'Käufer', 'Goods', 'Net Price']);
  });
});
