/** Hiding is only a way of looking: the rules by which changes are hidden. */
import { describe, expect, it, test } from 'vitest';
import {
  IGNORABLE,
  ignoredIds,
  NOTHING_IGNORED,
  withIgnored,
  type Ignorable,
} from '../../../renderer/review/ignoring.ts';
import { listChanges } from '../../../renderer/document-view/list-changes.ts';
import type { Block } from '../../../shared/document/model.ts';
import { del, doc, h2, ins, p } from '../../builders/document.ts';

const change = (before: string, after: string): Block[] =>
  doc(p('so ', ...(before === '' ? [] : [del('c', before)]), ...(after === '' ? [] : [ins('c', after)]), ' it is'));
const moved: Block[] = [{ ...p('gone'), onlyIn: { side: 'original', changeId: 'c', moveId: 'm' } }];
const bold: Block[] = [p({ text: 'x', marks: 1, href: null, format: { changeId: 'c', originalMarks: 0 } })];

const hides = (blocks: Block[], ...which: Ignorable[]): boolean =>
  ignoredIds(listChanges(blocks), new Set(which)).has('c');

describe('what is left out of view', () => {
  test.each<[name: string, blocks: Block[], by: Ignorable]>([
    ['case', change('Fee', 'fee'), 'case'],
    ['white space', change('a  b', 'a b'), 'space'],
    ['a space that is new', change('', ' '), 'space'],
    ['punctuation', change("jusqu'à", 'jusqu’à'), 'punctuation'],
    ['numbers', change('5,000.00', '6'), 'numbers'],
    ['dates', change('on 1/2/2024', 'on 31-12-2025'), 'numbers'],
    ['a format', bold, 'format'],
    ['an end of a move', moved, 'moves'],
    ['the number of a heading', doc(h2(del('c', '2'), ins('c', '3'), '. Fees')), 'renumbered'],
    ['a Roman number', doc(h2('Article ', del('c', 'IV.'), ins('c', 'V.'), ' Fees')), 'renumbered'],
  ])('%s', (_name, blocks, by) => {
    expect(hides(blocks, by)).toBe(true);
    // An Arabic number of a heading is a number as well.
    if (by !== 'renumbered') expect(hides(blocks, ...IGNORABLE.filter((each) => each !== by))).toBe(false);
    expect(hides(blocks)).toBe(false);
  });

  test.each<[name: string, blocks: Block[]]>([
    ['a word', change('may', 'shall')],
    ['a number that is new', change('', '5')],
    ['a word of a heading', doc(h2('2. ', del('c', 'Fees'), ins('c', 'Rents')))],
    ['a word that was not there', change('', 'not')],
  ])('%s never is', (_name, blocks) => {
    expect(hides(blocks, ...IGNORABLE)).toBe(false);
  });

  it('is chosen one by one', () => {
    const both = withIgnored(withIgnored(NOTHING_IGNORED, 'case', true), 'space', true);
    expect(hides(change('A b', 'a  b'), ...both)).toBe(true);
    expect([...withIgnored(both, 'case', false)]).toEqual(['space']);
  });
});
