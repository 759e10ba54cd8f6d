/** Decisions made on a fragment, applied to the redline of the same DOCX pair. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Include } from '../../../../shared/api/include.ts';
import { compareReadings } from '../../../../service/pipeline/compare/compare-readings.ts';
import { changeRanges } from '../../../../service/pipeline/ranges/change-ranges.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { changeIdsOf, resolve, resolveBlocks } from '../../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import type { Block } from '../../../../shared/document/model.ts';
import { withComparedPictures } from '../../../../service/formats/compared-pictures.ts';
import { docx, picture, r, tbl, tc, tr, wp } from '../../../builders/docx.ts';
import { decideAll } from '../../../../service/pipeline/track-changes.ts';
import { runsOf } from '../../../seed/seed.ts';

async function compared(original: Uint8Array, revised: Uint8Array, include: readonly Include[] = []) {
  const options = { format: 'docx', mode: 'auto', attributeMode: 'semantic', include } as const;
  return compareReadings(await readDocx(original, { include }), await readDocx(revised, { include }), options);
}

async function decided(original: Uint8Array, revised: Uint8Array, html: string, accept: string[], reject: string[]) {
  return await makeArtifact({
    type: 'resolved_docx',
    format: 'docx',
    fallback: false,
    digests: null,
    options: { accept, reject },
    title: '',
    html,
    original,
    revised,
    author: 'x',
    date: '2025-01-01T00:00:00Z',
  });
}

/** The text of a DOCX, and that of blocks, without white space. */
const docxText = async (bytes: Uint8Array): Promise<string> =>
  changeRanges((await readDocx(bytes)).document.blocks).texts.revised;

/** A warning quotes the places, or says how many it leaves out. */
const expectNamed = (warnings: readonly string[]): void => {
  for (const warning of warnings.filter((each) => each.includes('follows the decision on most'))) {
    const named = [...warning.matchAll(/\b(?:inserted|deleted) (?:“|paragraph break|picture|row or)/gu)].length;
    const more = Number(/and (\d+) more/u.exec(warning)?.[1] ?? 0);
    expect(named + more).toBe(Number(/^In (\d+) places?/u.exec(warning)?.[1]));
    expect(named).toBeGreaterThan(0);
  }
};
const isUnmatched = (warning: string): boolean =>
  /you decided differently|The list of changes does not have|not exactly what you decided/.test(warning);

/** Elements that mark revisions in any part of a package, by their name. */
function revisionsIn(bytes: Uint8Array): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, part] of Object.entries(unzipSync(bytes))) {
    if (!name.endsWith('.xml')) continue;
    for (const [, mark] of new TextDecoder().decode(part).matchAll(REVISION_MARK))
      found[mark!] = (found[mark!] ?? 0) + 1;
  }
  return found;
}
const REVISION_MARK =
  /<(\w+:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|\w+(?:Pr|PrEx|Grid)Change|move(?:From|To)Range(?:Start|End)|customXml(?:Ins|Del|MoveFrom|MoveTo)Range(?:Start|End)))\b/gu;

/** Paragraphs of a few words, so that versions of one another arise. */
const paragraphs = fc.array(
  fc.array(fc.constantFrom('fee', 'rent', 'due', 'in', 'thirty', 'days', 'or', 'less'), { minLength: 1, maxLength: 6 }),
  { minLength: 1, maxLength: 6 },
);
const file = (texts: readonly (readonly string[])[]): Uint8Array =>
  docx(texts.map((words) => wp(words.join(' '))).join(''));

describe('decisions on a redline', () => {
  it.each([
    ['a heading', wp('Repairs', '<w:pStyle w:val="Heading1"/>')],
    ['a table', tbl(tr([tc('Roof'), tc('Ten years')]))],
  ])('fall on both halves of a paragraph with %s between', async (_, between) => {
    const [rent, repairs] = ['The tenant pays the rent each month.', 'The landlord keeps the roof in good repair.'];
    const [whole, parts] = [
      docx(wp(`${rent} ${repairs}`) + wp('End')),
      docx(wp(rent) + between + wp(repairs) + wp('End')),
    ];
    for (const [original, revised] of [
      [whole, parts],
      [parts, whole],
    ] as const) {
      const { html } = await compared(original, revised);
      const ids = changeIdsOf(scanFragment(html));
      expect(ids.length).toBe(2);
      for (const [accept, reject] of [
        [ids, []],
        [[], ids],
      ] as const) {
        const { bytes, report } = await decided(original, revised, html, [...accept], [...reject]);
        expect(report.warnings).toEqual([]);
        expect(await docxText(bytes)).toBe(await docxText(accept.length > 0 ? revised : original));
      }
    }
  });

  it('reach headers, footers and comments that the comparison includes', async () => {
    const include = ['headers', 'footers', 'comments'] as const;
    const side = (days: string): Uint8Array =>
      docx(
        wp(`Due in ${days} days.`) +
          wp('End') +
          '<w:sectPr><w:headerReference w:type="default" r:id="h1"/><w:footerReference w:type="default" r:id="f1"/></w:sectPr>',
        { headers: { h1: wp(`Draft of ${days} March`) }, footers: { f1: wp(`Version ${days} of it`) } },
      );
    const [original, revised] = [side('30'), side('14')];
    const { html } = await compared(original, revised, include);
    const ids = changeIdsOf(scanFragment(html));
    expect(ids).toHaveLength(3);
    const textWith = async (bytes: Uint8Array): Promise<string> =>
      changeRanges((await readDocx(bytes, { include })).document.blocks).texts.revised;
    for (const accepted of ids) {
      const [accept, reject] = [[accepted], ids.filter((id) => id !== accepted)];
      const { bytes, report } = await decided(original, revised, html, accept, reject);
      expect(report.warnings).toEqual([]);
      expect(await textWith(bytes)).toBe(
        changeRanges(resolveBlocks(scanFragment(html), { accept, reject })).texts.revised,
      );
    }
  });

  it('reach pictures that the comparison includes, whatever is decided beside them', async () => {
    const include = ['pictures'] as const;
    const png = (of: number): Uint8Array => new Uint8Array([0x89, 0x50, 0x4e, 0x47, of]);
    const side = (plan: number, seal: number, days: string, more: string): Uint8Array =>
      docx(
        wp('The plan of the site:') +
          wp(picture('plan', 914_400, 914_400, 'Plan')) +
          wp(`${r('It is sealed ')}${picture('seal', 95_250, 95_250, 'Seal')}${r(` and due in ${days} days.`)}`) +
          wp(more) +
          wp('End'),
        { images: { plan: png(plan), seal: png(seal), more: png(9) } },
      );
    const original = side(1, 3, '30', r('Nothing more.'));
    const revised = side(2, 4, '14', `${r('Nothing more.')}${picture('more')}`);
    const { html, uncompared } = await compared(original, revised, include);
    expect(uncompared).toBeUndefined();
    const ids = changeIdsOf(scanFragment(html));
    expect(ids).toHaveLength(4);
    const picturesOf = (blocks: readonly Block[]): (string | undefined)[] =>
      blocks.flatMap((block) => (block.kind === 'text' ? block.runs.flatMap(({ image }) => image?.sha256 ?? []) : []));
    for (let choice = 1; choice < 2 ** ids.length - 1; choice += 1) {
      const accept = ids.filter((_, bit) => (choice & (1 << bit)) !== 0);
      const reject = ids.filter((id) => !accept.includes(id));
      const { bytes, report } = await decided(original, revised, html, accept, reject);
      expect(report.warnings).toEqual([]);
      const { document } = await readDocx(bytes, { include });
      const [read] = withComparedPictures(document, document);
      expect(picturesOf(read.blocks)).toEqual(picturesOf(resolveBlocks(scanFragment(html), { accept, reject })));
    }
  });

  it('give the text that they give on the fragment, unless a warning says otherwise', async () => {
    let exact = 0;
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(paragraphs, paragraphs, fc.array(fc.boolean()), async (a, b, choices) => {
        const [original, revised] = [file(a), file(b)];
        const { html } = await compared(original, revised);
        const ids = changeIdsOf(scanFragment(html));
        if (ids.length < 2) return;
        const accept = ids.filter((_, at) => choices[at % Math.max(1, choices.length)] ?? at % 2 === 0);
        const reject = ids.filter((id) => !accept.includes(id));
        if (accept.length === 0 || reject.length === 0) return;
        const { bytes, report } = await decided(original, revised, html, accept, reject);
        runs += 1;
        expectNamed(report.warnings);
        expect(revisionsIn(bytes)).toEqual({});
        if (report.warnings.some(isUnmatched)) return;
        exact += 1;
        const wanted = changeRanges(resolveBlocks(scanFragment(html), { accept, reject })).texts.revised;
        expect(await docxText(bytes)).toBe(wanted);
      }),
      { numRuns: runsOf(120) },
    );
    console.log(`decisions on a redline: ${exact} of ${runs} without a warning`);
    // The rest joins two paragraphs at the end of the document, whose last mark no revision can have.
    expect(exact / runs).toBeGreaterThan(0.6);
  });

  it('fall on the words of the comparison in a paragraph that was rewritten, whatever the redline would mark by itself', async () => {
    const original = docx(
      wp('Payment is due in thirty days of receipt in cash.') + wp('Costs are shared in full.') + wp('The end.'),
    );
    const revised = docx(
      wp('Any sum falls due in ten weeks of delivery in kind.') + wp('Nothing is owed in part.') + wp('The end.'),
    );
    const { html } = await compared(original, revised);
    const ids = changeIdsOf(scanFragment(html));
    for (const id of ids) {
      const options = { accept: [id], reject: ids.filter((other) => other !== id) };
      const { bytes, report } = await decided(original, revised, html, options.accept, options.reject);
      expect(report.warnings).toEqual([]);
      expect(await docxText(bytes)).toBe(changeRanges(resolveBlocks(scanFragment(html), options)).texts.revised);
    }
  });

  it('keep both, in the order of the comparison, where an inserted paragraph is accepted beside a rejected deletion', async () => {
    const original = docx(wp('One.') + wp('Left out of the new text, all of it.') + wp('Two.'));
    const revised = docx(wp('One.') + wp('Quite another sentence that came in.') + wp('Two.'));
    const { html } = await compared(original, revised);
    const blocks = scanFragment(html);
    const text = changeRanges(resolveBlocks(blocks, { accept: changeIdsOf(blocks), reject: [] })).texts;
    expect(text.revised).toContain('Quiteanother');
    for (const options of [
      { accept: [changeIdsOf(blocks)[0]!], reject: changeIdsOf(blocks).slice(1) },
      { accept: changeIdsOf(blocks).slice(1), reject: [changeIdsOf(blocks)[0]!] },
    ]) {
      const { bytes } = await decided(original, revised, html, options.accept, options.reject);
      expect(await docxText(bytes)).toBe(changeRanges(resolveBlocks(blocks, options)).texts.revised);
    }
  });

  it('leave what is undecided as revisions of either side', async () => {
    const original = docx(wp('The fee is due.') + wp('It is thirty days.'));
    const revised = docx(wp('The rent is due.') + wp('It is fourteen days.'));
    const { html } = await compared(original, revised);
    const { bytes, report } = await decided(original, revised, html, ['chg_000001'], []);
    expect(report.warnings).toEqual([]);
    expect(await docxText(await decideAll(bytes, 'reject'))).toBe('Therentisdue.Itisthirtydays.');
    expect(await docxText(await decideAll(bytes, 'accept'))).toBe('Therentisdue.Itisfourteendays.');
    expect(resolve(html, { accept: ['chg_000001'], reject: ['chg_000002'] })).toContain('thirty');
  });
});

/** A pair whose layout differs as well, in what no change lists. */
const P0286 = 'P0286.original.docx';
const PAIRS = join(process.env['DIFFSVC_CORPUS'] ?? '../shared/corpus', 'docx', 'pairs');
/** Pairs spread over the set: each takes a second. */
const PAIR_COUNT = 30;
/** A random number from 0 to 1 for each call, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe.skipIf(!existsSync(PAIRS))('on real pairs', () => {
  const all = existsSync(PAIRS)
    ? readdirSync(PAIRS)
        .filter((name) => name.endsWith('.original.docx'))
        .sort()
    : [];
  const pairOf = (name: string): [Uint8Array, Uint8Array] => [
    readFileSync(join(PAIRS, name)),
    readFileSync(join(PAIRS, name.replace('.original.', '.revised.'))),
  ];

  it('mixed decisions: no revision stays, and the text is what was decided, or a warning says so', async () => {
    const seed = Number(process.env['DIFFSVC_SEED'] ?? Date.now() % 1_000_000);
    console.log(`mixed decisions on real pairs: DIFFSVC_SEED=${seed}`);
    const random = randomFrom(seed);
    const step = Math.max(1, Math.floor(all.length / PAIR_COUNT));
    let [exact, told] = [0, 0];
    for (const name of all.filter((_, at) => at % step === 0)) {
      const [original, revised] = pairOf(name);
      const comparison = await compared(original, revised);
      const blocks = scanFragment(comparison.html);
      const ids = changeIdsOf(blocks);
      const accept = ids.filter(() => random() < 0.5);
      const reject = ids.filter((id) => !accept.includes(id));
      if (ids.length === 0) continue;
      const { bytes, report } = await decided(original, revised, comparison.html, accept, reject);
      expect.soft([name, revisionsIn(bytes)]).toEqual([name, {}]);
      const wanted = changeRanges(resolveBlocks(blocks, { accept, reject })).texts.revised;
      const isSame = (await docxText(bytes)) === wanted;
      expectNamed(report.warnings);
      if (isSame) exact += 1;
      else told += 1;
      expect.soft([name, isSame || report.warnings.some(isUnmatched)]).toEqual([name, true]);
    }
    console.log(`decisions on real pairs: ${exact} with the text that was decided, ${told} with a warning`);
    expect(exact + told).toBeGreaterThanOrEqual(20);
    expect(told).toBeLessThan(exact / 5);
  });

  it.skipIf(!all.includes(P0286))(
    'everything accepted by its id, or rejected: exactly one of the two documents',
    async () => {
      const [original, revised] = pairOf(P0286);
      const { html } = await compared(original, revised);
      const ids = changeIdsOf(scanFragment(html));
      expect(ids.length).toBeGreaterThan(5);
      for (const [accept, reject, side] of [
        [ids, [], revised],
        [[], ids, original],
      ] as const) {
        const { bytes, report } = await decided(original, revised, html, [...accept], [...reject]);
        expect(revisionsIn(bytes)).toEqual({});
        expect(report.warnings.filter(isUnmatched)).toEqual([]);
        // Page numbers of a table of contents are the revised document's, which a warning says.
        const words = async (file: Uint8Array): Promise<string> => (await docxText(file)).replaceAll(/\d/gu, '');
        expect((await words(bytes)) === (await words(side))).toBe(true);
      }
    },
  );
});

it('takes page numbers of a table of contents from the revised document, whatever was decided about them', async () => {
  const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const entry = (title: string, page: string): string =>
    `<w:p><w:pPr><w:pStyle w:val="T1"/></w:pPr>${r(title)}<w:r><w:tab/></w:r>${mark('begin')}<w:r><w:instrText> PAGEREF _Toc1 </w:instrText></w:r>${mark('separate')}${r(page)}${mark('end')}</w:p>`;
  const styles = '<w:style w:type="paragraph" w:styleId="T1"><w:name w:val="toc 1"/></w:style>';
  const [original, revised] = [
    docx(entry('Scope', '3') + wp('The old text.'), { styles }),
    docx(entry('Scope', '12') + wp('The new text.'), { styles }),
  ];
  const { html } = await compared(original, revised);
  const [page, word] = changeIdsOf(scanFragment(html));
  const { bytes, report } = await decided(original, revised, html, [], [page!]);
  expect(report.warnings.filter(isUnmatched)).toEqual([]);
  expect(report.warnings.join(' ')).toContain('One page number of the table of contents is the revised document');
  expect(await docxText(await decideAll(bytes, 'reject'))).toBe('Scope12Theoldtext.');
  const other = await decided(original, revised, html, [page!], [word!]);
  expect(other.report.warnings.filter(isUnmatched)).toEqual([]);
  expect(await docxText(other.bytes)).toBe('Scope12Theoldtext.');
});
