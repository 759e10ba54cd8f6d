import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listChanges } from '../../renderer/document-view/list-changes.ts';
import type { Block } from '../../shared/document/model.ts';
import { TOP } from '../../shared/document/path.ts';
import { changeIdsOf } from '../../shared/fragment/change-ids.ts';
import { arbitraryMerged } from '../builders/arbitrary-merged.ts';
import { del, doc, h2, ins, link, p, path, table, td, text, tr } from '../builders/document.ts';

describe('listChanges', () => {
  test('names every change of a merged document once, in its order', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        expect(listChanges(blocks).map(({ id }) => id)).toEqual(changeIdsOf(blocks));
      }),
    );
  });

  test.each<[name: string, blocks: Block[], expected: object]>([
    ['an insertion', [p('a ', ins('c1', 'b'))], { kind: 'insert', before: '', after: 'b' }],
    ['a deletion', [p('a ', del('c1', 'b'))], { kind: 'delete', before: 'b', after: '' }],
    ['a replacement', [p(del('c1', 'a'), ins('c1', 'b'))], { kind: 'replace', before: 'a', after: 'b' }],
    [
      'a replacement of several pieces',
      [p(del('c1', 'a'), del('c1', link('https://example.org/', 'b')), ins('c1', 'c'))],
      { kind: 'replace', before: 'ab', after: 'c' },
    ],
    [
      'a format change of several runs',
      [p([1, 2].map((marks) => ({ text: 'x', marks, href: null, format: { changeId: 'c1', originalMarks: 0 } })))],
      { kind: 'format', before: '', after: 'xx' },
    ],
    [
      'a link change, once for all its runs',
      [p([1, 2].map((marks) => ({ text: 'x', marks, href: '/new', link: { changeId: 'c1', originalHref: '/old' } })))],
      { kind: 'link', before: '/old', after: '/new' },
    ],
    [
      'an inserted block',
      [{ ...p(ins('', 'new')), runs: p('new').runs, onlyIn: { side: 'revised', changeId: 'c1' } }],
      { kind: 'block_insert', before: '', after: 'new', moved: false },
    ],
    [
      'an end of a moved block',
      [{ ...p('gone'), onlyIn: { side: 'original', changeId: 'c1', moveId: 'm1' } }],
      { kind: 'block_delete', before: 'gone', after: '', moved: true },
    ],
    [
      'a column, with the texts of its cells',
      doc(
        table(...['a', 'b'].map((text) => tr({ ...td(text), onlyIn: { side: 'revised', changeId: 'c1' } as const }))),
      ),
      { kind: 'block_insert', before: '', after: 'ab' },
    ],
    [
      'a row',
      doc(table({ ...tr(td('a'), td('b')), onlyIn: { side: 'original', changeId: 'c1' } })),
      { kind: 'block_delete', before: 'a b', after: '' },
    ],
    [
      'a changed block type',
      [{ ...h2('Title'), original: { changeId: 'c1', type: 'p', path: path() } }],
      { kind: 'format', after: 'Title' },
    ],
    ['a split', [p('a'), { ...p('b'), boundary: { side: 'revised', changeId: 'c1' } }], { kind: 'split' }],
    [
      'a split where a space was taken out stays a split',
      [p('a'), { ...p(del('c1', ' '), 'b'), boundary: { side: 'revised', changeId: 'c1' } }],
      { kind: 'split' },
    ],
    ['a merge', [p('a'), { ...p('b'), boundary: { side: 'original', changeId: 'c1' } }], { kind: 'merge' }],
    [
      'a line of plain text that begins a paragraph now',
      [{ ...text('line', 'a'), path: path('para+'), original: { changeId: 'c1', path: path('para') } }],
      { kind: 'split', after: '' },
    ],
    [
      'a line of plain text that goes on now',
      [{ ...text('line', 'a'), path: path('para'), original: { changeId: 'c1', path: path('para+') } }],
      { kind: 'merge', after: '' },
    ],
  ])('%s', (_name, blocks, expected) => {
    expect(listChanges(blocks)).toEqual([expect.objectContaining({ id: 'c1', ...expected })]);
  });

  test('carried differences are no changes', () => {
    const image = { src: 'https://example.org/a.png', alt: 'a' };
    expect(listChanges([{ kind: 'image', path: TOP, image, onlyIn: { side: 'revised', changeId: null } }])).toEqual([]);
  });
});
