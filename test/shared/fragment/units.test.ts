/** Which changes a person decides together. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeComment } from '../../../shared/document/comment.ts';
import { PICTURE, type Block, type Run, type Side } from '../../../shared/document/model.ts';
import { writeNote } from '../../../shared/document/notes.ts';
import { pathOf, stepsOf, type StepKind } from '../../../shared/document/path.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import { unitsOf, type Unit } from '../../../shared/fragment/units.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import { del, doc, ins, li, ol, p, table, td, tr, ul } from '../../builders/document.ts';
import { runsOf } from '../../seed/seed.ts';

const only = <T extends Block>(block: T, side: Side, changeId: string, moveId?: string): T => ({
  ...block,
  onlyIn: { side, changeId, ...(moveId !== undefined && { moveId }) },
});

/** The blocks as one comment. */
function comment(...blocks: Block[]): Block[] {
  return blocks.map((block, at) => ({
    ...block,
    path: pathOf([{ kind: 'comment', starts: at === 0, ...(at === 0 && { value: 1 }) }, ...stepsOf(block.path)]),
  }));
}

/** The block as it was in a list of another kind. */
function restyled(block: Block, kind: StepKind, changeId: string): Block {
  const [first, ...rest] = stepsOf(block.path);
  return { ...block, original: { changeId, path: pathOf([{ ...first!, kind }, ...rest]) } };
}

function picture(name: string, side: Side, changeId: string): Run {
  const image = { src: '', alt: name, sha256: name };
  return { text: PICTURE, marks: 0, href: null, image, edit: { side, changeId } };
}

const several = (blocks: readonly Block[]): [Unit['kind'], readonly string[]][] =>
  unitsOf(blocks)
    .all.filter(({ kind }) => kind !== 'single')
    .map(({ kind, changeIds }) => [kind, changeIds]);

describe('the units of decision', () => {
  it('have every change once, in document order', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        const ids = changeIdsOf(blocks);
        const units = unitsOf(blocks);
        expect(units.all.flatMap(({ changeIds }) => changeIds).toSorted()).toEqual(ids.toSorted());
        expect(units.all.map(({ id }) => ids.indexOf(id))).toEqual(
          units.all.map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b),
        );
        for (const id of ids) expect(units.of(id)!.changeIds).toContain(id);
      }),
      { numRuns: runsOf(100), interruptAfterTimeLimit: 15_000 },
    );
  });

  it('join both ends of a moved block, row and column', () => {
    const gone = { ...tr(td('x')), onlyIn: { side: 'original', changeId: 'chg_3', moveId: 'mov_2' } } as const;
    const come = { ...tr(td('x')), onlyIn: { side: 'revised', changeId: 'chg_4', moveId: 'mov_2' } } as const;
    const blocks = doc(
      only(p('a'), 'original', 'chg_1', 'mov_1'),
      p('b ', ins('chg_2', 'c')),
      table(gone, tr(td('y')), come),
      only(p('a'), 'revised', 'chg_5', 'mov_1'),
    );
    expect(several(blocks)).toEqual([
      ['move', ['chg_1', 'chg_5']],
      ['move', ['chg_3', 'chg_4']],
    ]);
  });

  it('join all text of a comment, also of one that both sides have', () => {
    const added = comment(only(p('M. B.'), 'revised', 'chg_2'), only(p('Why?'), 'revised', 'chg_3'));
    const kept = comment(p('A. C.'), p('Yes ', ins('chg_4', 'and ', 'no')), only(p('More'), 'revised', 'chg_5'));
    const gone = comment(only(p('A. C.'), 'original', 'chg_6'), only(p('Old'), 'original', 'chg_7'));
    expect(several([p('a ', ins('chg_1', 'b')), ...added, ...kept, ...gone])).toEqual([
      ['comment', ['chg_2', 'chg_3']],
      ['comment', ['chg_4', 'chg_5']],
      ['comment', ['chg_6', 'chg_7']],
    ]);
  });

  it('join a reply that one side has with its comment, if that is of the same side alone', () => {
    const by = (author: string, parent?: number) => ({
      attributes: { 'data-comment': writeComment({ author, ...(parent !== undefined && { parent }) }) },
    });
    const shared = comment({ ...p('A. C.'), ...by('A. C.') }, p('Yes'));
    const first = comment(
      only({ ...p('M. B.'), ...by('M. B.') }, 'revised', 'chg_1'),
      only(p('Why?'), 'revised', 'chg_2'),
    );
    const answer = comment(only({ ...p('A. C.'), ...by('A. C.', 2) }, 'revised', 'chg_3'));
    const other = comment(only({ ...p('M. B.'), ...by('M. B.', 1) }, 'revised', 'chg_4'));
    expect(several([...shared, ...first, ...answer, ...other])).toEqual([['comment', ['chg_1', 'chg_2', 'chg_3']]]);
  });

  it('join a note that one side has and its sign, and nothing of a note that both have', () => {
    const note = (words: string, number: number, sign: [number, number]): Block => {
      const [item] = ol(li(words));
      return { ...item!, attributes: { 'data-note': writeNote({ kind: 'footnote', number, sign }) } } as Block;
    };
    const blocks = doc(
      p('Fees', ins('chg_1', '*'), ' are due', ins('chg_2', ' today'), '.'),
      p('Term*'),
      p('Gone', del('chg_3', '*'), '.'),
      only(note('In euro.', 1, [0, 4]), 'revised', 'chg_4'),
      only(p('old'), 'original', 'chg_5'),
      note('In years.', 1, [1, 4]),
      only(note('Dropped.', 2, [2, 4]), 'original', 'chg_6'),
    );
    expect(several(blocks)).toEqual([
      ['note', ['chg_1', 'chg_4']],
      ['note', ['chg_3', 'chg_6']],
    ]);
  });

  it('join the items of a list that became another kind of list', () => {
    const [one, two, three] = ol(li('one'), li('two'), li('three'));
    const [other] = ol(li('other'));
    const blocks = doc(
      restyled(one!, 'ul', 'chg_1'),
      only(two!, 'revised', 'chg_2'),
      restyled(three!, 'ul', 'chg_3'),
      p('between'),
      restyled(other!, 'ul', 'chg_4'),
      ...ul(li('same')),
    );
    expect(several(blocks)).toEqual([['list', ['chg_1', 'chg_3']]]);
  });

  it('join the changed words of one result of a field, and nothing beside it', () => {
    const withFields = (block: Block, original: string, revised: string): Block =>
      ({
        ...block,
        attributes: { 'data-fields': revised },
        carried: { attributes: { 'data-fields': original }, code: [], images: [] },
      }) as Block;
    const date = p('On ', del('chg_1', '5'), ins('chg_1', '7'), ' of ', del('chg_2', 'May'), ins('chg_2', 'June'));
    const month = p(del('chg_3', '5 '), 'May', ins('chg_4', ' 2020'), ins('chg_5', ', then'), del('chg_6', ' or'));
    const two = p(del('chg_7', 'A'), ins('chg_7', 'B'), ' and ', del('chg_8', 'C'), ins('chg_8', 'D'));
    const blocks = doc(
      withFields(date, '3-11', '3-12'),
      withFields(month, '0-5', '0-8'),
      withFields(two, '0-1 6-7', '0-1 6-7'),
      withFields(p(del('chg_9', 'a'), ' ', del('chg_10', 'b')), 'x', '3'),
    );
    expect(several(blocks)).toEqual([
      ['field', ['chg_1', 'chg_2']],
      ['field', ['chg_3', 'chg_4']],
    ]);
  });

  it('join the result of a field in a paragraph that the other document divides', () => {
    const first = { ...p('See ', del('chg_1', 'A'), ins('chg_1', 'B'), ' one') };
    const second = p(' two ', del('chg_3', 'C'), ins('chg_3', 'D'));
    const blocks = [
      { ...first, carried: { attributes: { 'data-fields': '4-15' }, code: [], images: [] } },
      { ...second, boundary: { side: 'revised', changeId: 'chg_2' } as const },
    ];
    expect(several(blocks)).toEqual([['field', ['chg_1', 'chg_3']]]);
  });

  it('join a changed destination of a link and the changed words of the link', () => {
    const linked = (run: Run, originalHref?: string): Run => ({
      ...run,
      href: '#b',
      ...(originalHref !== undefined && { link: { changeId: 'chg_1', originalHref } }),
    });
    const [gone] = del('chg_2', 'old');
    const [come] = ins('chg_2', 'new');
    const [here, plain] = [p('here'), p('there')].map((block) => block.runs[0]!);
    const blocks = doc(
      p('See ', [{ ...gone!, href: '#a' }, linked(come!), linked(here!, '#a')], ' and ', ins('chg_3', 'more')),
      p([linked(plain!)], ins('chg_4', 'x')),
    );
    expect(several(blocks)).toEqual([['link', ['chg_2', 'chg_1']]]);
  });

  it('join a picture that stands alone and the one in its place', () => {
    const alone = (name: string, side: Side, changeId: string): Block => {
      const { edit: _, ...run } = picture(name, side, changeId);
      return only(p(run), side, changeId);
    };
    const blocks = doc(
      alone('a', 'original', 'chg_1'),
      alone('b', 'revised', 'chg_2'),
      p('c'),
      alone('d', 'original', 'chg_3'),
      p('e', [picture('f', 'original', 'chg_4'), picture('g', 'revised', 'chg_5')]),
      alone('h', 'revised', 'chg_6'),
    );
    expect(several(blocks)).toEqual([
      ['picture', ['chg_1', 'chg_2']],
      ['picture', ['chg_4', 'chg_5']],
    ]);
  });
});

describe('half a unit', () => {
  const units = unitsOf(
    doc(
      only(p('a'), 'original', 'chg_1', 'mov_1'),
      p('b ', del('chg_2', 'c')),
      only(p('a'), 'revised', 'chg_3', 'mov_1'),
    ),
  );
  const missing = (decisions: Parameters<typeof units.halves>[0]): string[] =>
    units.halves(decisions).flatMap((half) => half.missing);

  it('is one end that is decided alone, otherwise, or by "all"', () => {
    expect(missing({ accept: ['chg_1'] })).toEqual(['chg_3']);
    expect(missing({ accept: ['chg_1'], reject: ['chg_3'] })).toEqual(['chg_3']);
    expect(missing({ accept: 'all', reject: ['chg_3'] })).toEqual(['chg_1']);
    expect(missing({ accept: ['chg_3'], reject: 'all' })).toEqual(['chg_1']);
  });

  it('is not both ends alike', () => {
    expect(missing({ accept: ['chg_3', 'chg_1'] })).toEqual([]);
    expect(missing({ accept: 'all', reject: ['chg_2'] })).toEqual([]);
    expect(missing({ accept: 'all' })).toEqual([]);
    expect(missing({ reject: ['chg_2'] })).toEqual([]);
  });
});
