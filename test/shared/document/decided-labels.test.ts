/** The numbers of a document with decisions are those that a word processor counts. */
import { describe, expect, it } from 'vitest';
import type { Block, Side } from '../../../shared/document/model.ts';
import { DecidedLabels } from '../../../shared/document/numbers/decided-labels.ts';
import { pathOf } from '../../../shared/document/path.ts';
import { shownLabels } from '../../../shared/document/shown-labels.ts';
import { resolveBlocks, type Decisions } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { p } from '../../builders/document.ts';

/** A numbered paragraph with its labels in both documents; null: the document does not have it. */
function clause(text: string, original: string | null, revised: string | null, level = 0): Block {
  const block = p(text);
  const path = pathOf(
    Array.from({ length: level + 1 }, (_, at) => ({
      kind: 'ol',
      starts: at === level,
      ...(at === level && { value: 1 }),
    })),
  );
  const side: Side | null = original === null ? 'revised' : revised === null ? 'original' : null;
  const attributes = { 'data-label': revised ?? original ?? '' };
  if (side !== null) return { ...block, path, attributes, onlyIn: { side, changeId: text } };
  return {
    ...block,
    ...{ path, attributes },
    ...(original !== revised && { carried: { attributes: { 'data-label': original! }, code: [], images: [] } }),
  };
}

function decided(blocks: readonly Block[], decisions: Decisions): (string | null)[] {
  const labels = new DecidedLabels(blocks);
  return shownLabels(labels.of(resolveBlocks(labels.blocks, decisions))).map(({ revised }) => revised);
}

describe('the labels of a document with decisions', () => {
  const clauses = [
    clause('Term', '1.', '1.'),
    clause('new', null, '2.'),
    clause('gone', '2.', null),
    clause('Rent', '3.', '3.'),
    clause('also new', null, '4.'),
    clause('End', '4.', '5.'),
  ];

  it.each([
    [{ accept: 'all' }, ['1.', '2.', '3.', '4.', '5.']],
    [{ reject: 'all' }, ['1.', '2.', '3.', '4.']],
    [{ accept: ['new', 'also new'], reject: ['gone'] }, ['1.', '2.', '3.', '4.', '5.', '6.']],
    [{ accept: ['gone'], reject: ['new', 'also new'] }, ['1.', '2.', '3.']],
    [{ accept: ['gone', 'also new'], reject: ['new'] }, ['1.', '2.', '3.', '4.']],
  ] as const)('%j count what is left', (decisions, wanted) => {
    expect(decided(clauses, decisions)).toEqual(wanted);
  });

  it('follow the clause that they are in, and begin anew in each', () => {
    const blocks = [
      clause('1', '1.', '1.'),
      clause('1a', '1(a)', '1(a)', 1),
      clause('new clause', null, '2.'),
      clause('new item', null, '2(a)', 1),
      clause('2', '2.', '3.'),
      clause('2a', '2(a)', '3(a)', 1),
      clause('gone item', '2(b)', null, 1),
      clause('2c', '2(c)', '3(b)', 1),
    ];
    expect(decided(blocks, { accept: ['new clause', 'new item'], reject: ['gone item'] })).toEqual([
      '1.',
      '1(a)',
      '2.',
      '2(a)',
      '3.',
      '3(a)',
      '3(b)',
      '3(c)',
    ]);
    // Without its clause, an item counts on.
    expect(decided(blocks, { accept: ['new item', 'gone item'], reject: ['new clause'] })).toEqual([
      '1.',
      '1(a)',
      '1(b)',
      '2.',
      '2(a)',
      '2(b)',
    ]);
  });

  it('count an outer level as begun that lost its first clause', () => {
    const blocks = [
      clause('one', null, '1.'),
      clause('one one', null, '1.1', 1),
      clause('two', null, '2.'),
      clause('three', null, '3.'),
      clause('three one', null, '3.1', 1),
    ];
    const accept = ['one one', 'three', 'three one'];
    expect(decided(blocks, { accept, reject: ['one', 'two'] })).toEqual(['1.1', '2.', '2.1']);
  });

  it('count an outer level as begun by a bullet that is left in it', () => {
    const blocks = [
      clause('one', null, '1.'),
      clause('one one', null, '1.1', 1),
      clause('bullet', null, '·', 2),
      clause('one two', null, '1.2', 1),
    ];
    const bullet = {
      ...blocks[2]!,
      path: pathOf(['ol', 'ol', 'ul'].map((kind, at) => ({ kind: kind as 'ul', starts: at === 2 }))),
    };
    const merged = blocks.with(2, bullet);
    expect(decided(merged, { accept: ['one', 'bullet', 'one two'], reject: ['one one'] })).toEqual(['1.', '·', '1.2']);
    expect(decided(merged, { accept: ['one', 'one two'], reject: ['one one', 'bullet'] })).toEqual(['1.', '1.1']);
  });

  it('tell the letter i from the Roman number, and a second list from the first', () => {
    const blocks = [
      ...['f', 'g', 'h', 'i'].map((letter) => clause(letter, `(${letter})`, `(${letter})`)),
      clause('x', '(j)', null),
      clause('k', '(k)', '(j)'),
      ...['i', 'ii'].map((roman) => clause(roman, `${roman})`, `${roman})`)),
      clause('y', 'iii)', null),
      clause('iv', 'iv)', 'iii)'),
      clause('first', '1)', '1)'),
      clause('second', '2)', '2)'),
      p('Another list:'),
      clause('other', '1)', '1)'),
      clause('new', null, '2)'),
    ];
    expect(decided(blocks, { reject: ['x'], accept: ['y', 'new'] })).toEqual([
      ...['(f)', '(g)', '(h)', '(i)', '(j)', '(k)', 'i)', 'ii)', 'iii)', '1)', '2)', null, '1)', '2)'],
    ]);
  });

  it('stay as they are where they do not follow from those before', () => {
    const blocks = [clause('a', '7.', '7.'), clause('b', '3.', '3.'), clause('c', '9.', '4.'), clause('d', null, '9.')];
    expect(decided(blocks, { reject: 'all' })).toEqual(['7.', '3.', '9.']);
    expect(decided(blocks, { accept: 'all' })).toEqual(['7.', '3.', '4.', '9.']);
  });

  it.each([
    ['1.', undefined],
    ['-', undefined],
    ['-', '–'],
    ['a)', '–'],
  ])('%s is no label of a paragraph whose new list is rejected, which had %s', (revised, original) => {
    const block = clause('item', revised, revised);
    const attributes = original === undefined ? {} : { 'data-label': original };
    const path = original === undefined ? pathOf([]) : pathOf([{ kind: 'ul', starts: true }]);
    const blocks: Block[] = [
      {
        ...block,
        original: { changeId: 'list', path },
        carried: { attributes, code: [], images: [] },
      } as Block,
      clause('new', null, '→'),
    ];
    const wanted = [original ?? null, '→'];
    expect(decided(blocks, { reject: ['list'], accept: ['new'] })).toEqual(wanted);
    for (const [first, second] of [
      [{ reject: ['list'] }, { accept: ['new'] }],
      [{ accept: ['new'] }, { reject: ['list'] }],
    ]) {
      const half = scanFragment(writeFragment(resolveBlocks(blocks, first!)));
      expect(shownLabels(half)[0]!.original).toBe(original ?? null);
      expect(shownLabels(resolveBlocks(half, second!)).map(({ revised: label }) => label)).toEqual(wanted);
    }
  });

  it('of open changes are those of either reading', () => {
    const labels = new DecidedLabels(clauses);
    const shown = shownLabels(labels.of(resolveBlocks(labels.blocks, { reject: ['new', 'gone'] })));
    expect(shown.map(({ original, revised }) => [original, revised])).toEqual([
      ['1.', '1.'],
      ['2.', '2.'],
      ['3.', '3.'],
      [null, '4.'],
      ['4.', '5.'],
    ]);
  });
});
