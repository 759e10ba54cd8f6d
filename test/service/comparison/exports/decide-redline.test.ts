/** Decisions made on a fragment, applied to the redline of the same DOCX pair (completion 4, `resolved_docx`). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareReadings } from '../../../../service/comparison/compare-readings.ts';
import { changeRanges } from '../../../../service/comparison/exports/change-ranges.ts';
import { makeArtifact } from '../../../../service/comparison/exports/make-artifact.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { changeIdsOf, resolve, resolveBlocks } from '../../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { docx, wp } from '../../../builders/docx.ts';
import { decideAll } from '../../../../service/comparison/track-changes.ts';

async function compared(original: Uint8Array, revised: Uint8Array) {
  const options = { format: 'docx', fallback: false, digests: null, mode: 'auto', attributeMode: 'semantic' } as const;
  return compareReadings(await readDocx(original), await readDocx(revised), options);
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

/**
 * A text as the characters that it has: where an insertion and the deletion beside it both stay, the fragment and the
 * redline may have them in either order.
 */
const characters = (text: string): string => [...text].sort().join('');
const expectNamed = (warnings: readonly string[]): void => {
  for (const warning of warnings.filter((each) => each.includes('could not be matched'))) {
    const named = [...warning.matchAll(/(?:inserted|deleted) \d+/gu)].length;
    const more = Number(/and (\d+) more/u.exec(warning)?.[1] ?? 0);
    expect(named + more).toBe(Number.parseInt(warning, 10));
    expect(named).toBeGreaterThan(0);
  }
};
const isUnmatched = (warning: string): boolean => /could not be matched|fall on other words/.test(warning);

/** Paragraphs of a few words, so that versions of one another arise. */
const paragraphs = fc.array(
  fc.array(fc.constantFrom('fee', 'rent', 'due', 'in', 'thirty', 'days', 'or', 'less'), { minLength: 1, maxLength: 6 }),
  { minLength: 1, maxLength: 6 },
);
const file = (texts: readonly (readonly string[])[]): Uint8Array =>
  docx(texts.map((words) => wp(words.join(' '))).join(''));

describe('decisions on a redline', () => {
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
        if (report.warnings.some(isUnmatched)) return;
        exact += 1;
        const wanted = changeRanges(resolveBlocks(scanFragment(html), { accept, reject })).texts.revised;
        expect(characters(await docxText(bytes))).toBe(characters(wanted));
      }),
      { numRuns: 60 },
    );
    // Where both say what changed in the same places, which is nearly always, every decision finds its revision.
    console.log(`decisions on a redline: ${exact} of ${runs} without a warning`);
    expect(exact / runs).toBeGreaterThan(0.5);
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

const PAIRS = join(process.env['DIFFSVC_CORPUS'] ?? '../shared/corpus', 'docx', 'pairs');
/** A few pairs spread over the set: each takes a second. */
const EVERY = 8;
describe.skipIf(!existsSync(PAIRS))('on real pairs', () => {
  it('every second change accepted, the rest rejected: the same text, or a warning', async () => {
    const names = readdirSync(PAIRS).filter((name) => name.endsWith('.original.docx'));
    let [exact, told] = [0, 0];
    for (const name of names.sort().filter((_, at) => at % EVERY === 0)) {
      const original = readFileSync(join(PAIRS, name));
      const revised = readFileSync(join(PAIRS, name.replace('.original.', '.revised.')));
      const comparison = await compared(original, revised);
      const blocks = scanFragment(comparison.html);
      const ids = changeIdsOf(blocks);
      const accept = ids.filter((_, at) => at % 2 === 0);
      const reject = ids.filter((_, at) => at % 2 === 1);
      if (reject.length === 0) continue;
      const { bytes, report } = await decided(original, revised, comparison.html, accept, reject);
      const wanted = characters(changeRanges(resolveBlocks(blocks, { accept, reject })).texts.revised);
      const isSame = characters(await docxText(bytes)) === wanted;
      const warned = report.warnings.filter(isUnmatched);
      expectNamed(warned);
      if (isSame && warned.length === 0) exact += 1;
      else if (warned.length > 0) told += 1;
      else expect.soft([name, isSame]).toEqual([name, true]);
    }
    console.log(`decisions on real pairs: ${exact} exact, ${told} with a warning`);
    expect(exact).toBeGreaterThan(told / 2);
  });
});
