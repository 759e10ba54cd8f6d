/**
 * Revisions of the inputs stay in the redline. Accepting all gives the revised document with its revisions accepted.
 * Rejecting what the original does not have gives the original with its own revisions, authors and dates.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolvePackage } from '../../../service/redline/verify/resolve-package.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { randomFrom, RUNS_ALL, SEED } from '../../seed/seed.ts';
import {
  DATES,
  kept,
  mark,
  marksOf,
  randomStory,
  rejectedBeyond,
  spellingOf,
  STAMP,
  stampOf,
  stampsOf,
} from './kept-redline.ts';

/** Files that change properties of a table. If the revised document changes them back, there is room for one change. */
const CHANGED_BACK: ReadonlySet<string> = new Set(['singles/S1651', 'singles/S0529', 'singles/S0532']);

describe('kept revisions', () => {
  it('the original’s revisions stay, and what differs beyond them is ours', async () => {
    const original = docx(wp(r('The fee is ') + mark('Ann', 'del', 'five ') + mark('Ann', 'ins', 'ten ') + r('euro.')));
    const revised = docx(
      wp(r('The fee is ') + mark('Ann', 'del', 'five ') + mark('Ann', 'ins', 'ten ') + r('pounds.')),
    );
    const { bytes, warnings } = await kept(original, revised);
    expect(warnings).toEqual([]);
    expect(await marksOf(bytes)).toEqual([
      `w:del Ann ${DATES.Ann}: five `,
      `w:ins Ann ${DATES.Ann}: ten `,
      `w:del Comparison ${STAMP.date}: euro`,
      `w:ins Comparison ${STAMP.date}: pounds`,
    ]);
  });

  it('the revised document’s revisions keep author and date beside silent edits', async () => {
    const original = docx(wp(r('Pay within ten days of the invoice to the seller.')));
    const revised = docx(
      wp(
        r('Pay within ') +
          mark('Bob', 'del', 'ten') +
          mark('Cem', 'ins', 'fourteen') +
          r(' days of the invoice to the buyer.'),
      ),
    );
    const { bytes, warnings } = await kept(original, revised);
    expect(warnings).toEqual([]);
    expect(await marksOf(bytes)).toEqual([
      `w:del Bob ${DATES.Bob}: ten`,
      `w:ins Cem ${DATES.Cem}: fourteen`,
      `w:del Comparison ${STAMP.date}: seller`,
      `w:ins Comparison ${STAMP.date}: buyer`,
    ]);
  });

  it('a deletion within an inserted text stays in it', async () => {
    const original = docx(wp(r('All ') + mark('Ann', 'ins', 'good and new ') + r('things.')));
    const { bytes, warnings } = await kept(original, docx(wp(r('All good things.'))));
    expect(warnings).toEqual([]);
    expect(await resolvePackage(bytes, 'revised').then((file) => marksOf(file))).toEqual([]);
    expect((await marksOf(bytes)).filter((each) => each.startsWith('w:ins Ann')).length).toBeGreaterThan(0);
  });

  it('an inserted paragraph mark or row stays beside a change of its formatting', async () => {
    const body = (ins: string, format: string): string =>
      `<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:trPr>${format === '' ? '' : '<w:cantSplit/>'}${ins}</w:trPr><w:tc>${wp(r('Cell'))}</w:tc></w:tr></w:tbl>` +
      wp(r('One'), `<w:rPr>${ins}${format}</w:rPr>`) +
      wp(r('Two'));
    const original = docx(body(`<w:ins ${stampOf('Ann')}/>`, ''));
    const { bytes, warnings } = await kept(original, docx(body('', '<w:b/>')));
    expect(warnings).toEqual([]);
    expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
  });

  it('an author and time that the original already has cannot be told apart', async () => {
    const own = `<w:ins w:id="1" w:author="${STAMP.author}" w:date="${STAMP.date}">${r('ten ')}</w:ins>`;
    const original = docx(wp(r('The fee is ') + own + r('euro.')));
    const { bytes, warnings } = await kept(original, docx(wp(r('The fee is ten pounds.'))));
    expect(warnings).toEqual(['revisions_not_kept']);
    expect(await resolvePackage(bytes, 'revised').then((file) => spellingOf(file))).toHaveLength(25);
  });

  it(`every file of generated revisions keeps its laws (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    let whole = 0;
    const ROUNDS = RUNS_ALL ? 100 : 20;
    for (let round = 0; round < ROUNDS; round += 1) {
      const original = docx(randomStory(random, ['Ann', 'Bob']));
      const revised = docx(randomStory(random, round % 2 === 0 ? ['Bob', 'Cem'] : ['Cem']));
      const { bytes, warnings } = await kept(original, revised);
      if (warnings.length > 0) continue;
      whole += 1;
      const rejected = await rejectedBeyond(original, bytes);
      expect(await spellingOf(rejected)).toEqual(await spellingOf(original));
    }
    expect({ whole, of: ROUNDS }).toEqual({ whole: ROUNDS, of: ROUNDS });
  });

  const root = corpusRoot();
  const folder = root === null ? '' : join(root, 'docx');
  const files = [
    'singles/S0109',
    'singles/S0529',
    'singles/S0532',
    'singles/S0556',
    'singles/S0577',
    'singles/S1950',
    'singles/S2843',
    'singles/S3025',
    'pairs/P0268',
    'pairs/P0507',
  ].concat(RUNS_ALL ? ['singles/S1651'] : []);
  const there = files.filter((id) =>
    existsSync(join(folder, `${id}${id.startsWith('pairs') ? '.original' : ''}.docx`)),
  );
  it.skipIf(there.length === 0).each(there)(`%s${root === null ? `: ${NO_CORPUS}` : ''}`, async (id) => {
    const isPair = id.startsWith('pairs');
    const returned = readFileSync(join(folder, `${id}${isPair ? '.revised' : ''}.docx`));
    const rejected = await resolvePackage(returned, 'original');
    const accepted = await resolvePackage(returned, 'revised');
    const pairs = isPair
      ? [[readFileSync(join(folder, `${id}.original.docx`)), returned]]
      : [
          [rejected, returned],
          [returned, accepted],
          [returned, rejected],
        ];
    for (const [original, revised] of pairs) {
      const { bytes, warnings } = await kept(original!, revised!);
      const accepts = CHANGED_BACK.has(id) && original === returned && revised === rejected;
      expect(warnings).toEqual(accepts ? ['revisions_accepted'] : []);
      if (original === rejected && id !== 'singles/S1651')
        expect((await stampsOf(bytes)).filter((stamp) => stamp.includes(STAMP.author))).toEqual([]);
      const left = await rejectedBeyond(original!, bytes);
      if (warnings.length === 0) expect(await spellingOf(left)).toEqual(await spellingOf(original!));
    }
  });
});
