/** The last check of an HTML redline with decisions. */
import { describe, expect, test } from 'vitest';
import { resolve, changeIdsOf } from '../../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { writeFinalPage } from '../../../../service/exports/pages/write-page.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { checkDecidedHtml } from '../../../../service/witness/decided/check-decided-html.ts';

const ORIGINAL = '# Payment\n\nThe tenant pays within **thirty** days & more.\n\n# Law\n\nThe law of Utah applies.';
const REVISED =
  '# Payment\n\nThe tenant pays within sixty days & more.\n\n# Law\n\nThe law of [Ohio](https://ohio.example/) applies.';
const { html } = compareText({ original: ORIGINAL, revised: REVISED, format: 'markdown', mode: 'word' });
const blocks = scanFragment(html);
const ids = changeIdsOf(blocks);

describe('the last check of HTML', () => {
  test('holds for each mixture of decisions', async () => {
    expect(ids.length).toBeGreaterThanOrEqual(2);
    for (let choice = 0; choice < 3 ** ids.length; choice += 1) {
      const verdicts = ids.map((id, at) => [id, Math.floor(choice / 3 ** at) % 3] as const);
      const accept = verdicts.flatMap(([id, verdict]) => (verdict === 0 ? [id] : []));
      const reject = verdicts.flatMap(([id, verdict]) => (verdict === 1 ? [id] : []));
      if (accept.length + reject.length === 0) continue;
      const decisions = { accept, reject };
      expect(await checkDecidedHtml(resolve(html, decisions), blocks, decisions)).toEqual({ exact: true, places: [] });
    }
  });

  test('reads the fragment in a page of its own', async () => {
    const decisions = { accept: ids.slice(1), reject: ids.slice(0, 1) };
    const page = await writeFinalPage('Lease', resolve(html, decisions));
    expect(await checkDecidedHtml(page, blocks, decisions)).toEqual({ exact: true, places: [] });
    const { exact, places } = await checkDecidedHtml(page, blocks, { reject: ids });
    expect(exact).toBe(false);
    expect(places[0]!.message).toBe('“Utah” in Law is missing in the file although you rejected its deletion.');
  });

  test('names what other decisions left', async () => {
    const { exact, places } = await checkDecidedHtml(resolve(html, { accept: 'all' }), blocks, { reject: 'all' });
    expect(exact).toBe(false);
    expect(places.map(({ message }) => message)).toEqual([
      '“thirty” in Payment is missing in the file although you rejected its deletion.',
      '“sixty” in Payment stands in the file although you rejected it.',
      '“Utah” in Law is missing in the file although you rejected its deletion.',
      '“Ohio” in Law stands in the file although you rejected it.',
    ]);
  });

  test('finds a rejected address, and marks that are left', async () => {
    const decisions = { accept: [], reject: ids };
    const file = resolve(html, decisions);
    const linked = file.replace('<p>The law', '<p><a href="https://ohio.example/">The</a> law');
    expect((await checkDecidedHtml(linked, blocks, decisions)).places.map(({ message }) => message)).toEqual([
      '“https://ohio.example/” in Law is still in a link or a description of the file although you rejected it.',
    ]);
    const { places } = await checkDecidedHtml(html, blocks, decisions);
    expect(places.map(({ message }) => message)).toContain(
      `The file still marks ${html.match(/data-change-id/gu)!.length} changes although every change is decided.`,
    );
  });
});
