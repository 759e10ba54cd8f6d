import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listChanges } from '../../../renderer/document-view/list-changes.ts';
import { anchorsOf, findAnchors } from '../../../renderer/review/content-anchors.ts';
import { IGNORABLE, ignoredIds } from '../../../renderer/review/ignoring.ts';
import { messages } from '../../../renderer/strings/comparison.ts';
import { PICTURE, type Block, type Image, type Run } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import { homesOf } from '../../../shared/document/homes.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import { del, doc, h2, ins, li, link, ol, p, path, table, td, text, tr } from '../../builders/document.ts';

describe('listChanges', () => {
  test('names every change of a merged document once, in its order if it has no comments and notes', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        const [listed, ids] = [listChanges(blocks).map(({ id }) => id), changeIdsOf(blocks)];
        expect(listed.toSorted()).toEqual(ids.toSorted());
        if (homesOf(blocks).size === 0) expect(listed).toEqual(ids);
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

  test('names the clause of each change, as its document prints it', () => {
    const clause = { ...p('a ', ins('c1', 'b')), attributes: { 'data-label': '4(b)' } };
    const items = [...ol(li(p('x')), li(p('y ', del('c2', 'z')))), p(ins('c3', 'end'))];
    expect(listChanges([clause, ...items]).map(({ label }) => label)).toEqual(['4(b)', '2.', undefined]);
    const [change] = listChanges([clause]);
    expect([messages.change(change!), messages.changeAlone(change!)]).toEqual(['4(b) Inserted “b”', 'Inserted “b”']);
  });
});

test.each<[words: string, block: Block, look: object]>([
  ['Columns from left to right became right to left: “a”', table(tr(td(p('a')))), {}],
  ['Columns from right to left became left to right: “a”', table(tr(td(p('a')))), { 'data-direction': 'rtl' }],
  ['Horizontal text became vertical: “a”', p('a'), {}],
  ['Turned left text became horizontal: “a”', p('a'), { 'data-direction': 'sideways-lr' }],
])('another direction is told as "%s"', (words, block, look) => {
  const own = 'data-direction' in look ? {} : { 'data-direction': block.kind === 'table' ? 'rtl' : 'vertical-rl' };
  const original = { changeId: 'c1', path: TOP, look: look as Record<string, string> };
  const [change] = listChanges([{ ...block, attributes: own, original } as Block]);
  expect(messages.change(change!)).toBe(words);
});

describe('a changed picture', () => {
  const picture = (alt: string, of: string, edit: Run['edit'], size: Partial<Image> = {}): Run => ({
    ...{ text: PICTURE, marks: 0, href: null, image: { src: '', alt, sha256: of.repeat(64), ...size } },
    ...(edit && { edit }),
  });
  const [was, is] = [
    { side: 'original', changeId: 'c1' },
    { side: 'revised', changeId: 'c1' },
  ] as const;

  test.each<[words: string, runs: Run[]]>([
    ['Picture replaced: “Plan”', [picture('Plan', 'a', was), picture('Plan', 'b', is)]],
    ['Picture replaced: “Old” with no description', [picture('Old', 'a', was), picture('', 'b', is)]],
    ['Picture replaced', [picture('', 'a', was), picture('', 'b', is)]],
    ['Picture described anew: “Old” became “New”', [picture('Old', 'a', was), picture('New', 'a', is)]],
    [
      'Picture resized: “Plan”: 96 × 48 became 1,200 × auto',
      [picture('Plan', 'a', was, { width: 96, height: 48 }), picture('Plan', 'a', is, { width: 1200 })],
    ],
    ['Picture inserted: “Plan”', [picture('Plan', 'a', is)]],
    ['Picture deleted', [picture('', 'a', was)]],
  ])('is told as "%s"', (words, runs) => {
    const [change] = listChanges([{ ...p('x'), runs: [...p('See ').runs, ...runs] }]);
    expect(messages.change(change!)).toBe(words);
  });

  test('is told as a picture if it is a whole block, and as words beside text', () => {
    const whole = { ...p('x'), runs: [picture('Plan', 'a', undefined)], onlyIn: is };
    expect(messages.change(listChanges([whole])[0]!)).toBe('Picture inserted: “Plan”');
    const beside = { ...whole, runs: [...p('See ').runs, ...whole.runs] };
    expect(messages.change(listChanges([beside])[0]!)).toBe('Inserted block “See [image: Plan]”');
  });

  test('is hidden with no other kind of change, and its decision is found again only for the same pictures', () => {
    const blocks = (of: string): Block[] => [
      { ...p('x'), runs: [...p('See ').runs, picture('Plan', 'a', was), picture('Plan', of, is)] },
    ];
    expect(ignoredIds(listChanges(blocks('b')), new Set(IGNORABLE)).size).toBe(0);
    const found = (of: string): number => findAnchors(anchorsOf(blocks('b')), anchorsOf(blocks(of))).found.size;
    expect([found('b'), found('c')]).toEqual([1, 0]);
  });
});

test('isolates a quoted text from right to left, and no other', () => {
  const inserted = (text: string) => ({ ...p(text), onlyIn: { side: 'revised', changeId: 'chg_1' } }) as const;
  const told = (text: string): string => messages.change(listChanges([inserted(text)])[0]!);
  expect(told('שלום (2)')).toBe('Inserted block “\u2068שלום (2)\u2069”');
  expect(told('peace (2)')).toBe('Inserted block “peace (2)”');
});
