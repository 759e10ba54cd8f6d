import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { printMade } from '../../../../service/comparison/exports/print-redline.ts';
import type { ArtifactTask } from '../../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { checkStaticDocx } from '../../../../service/witness/decided/check-static-docx.ts';
import { INCLUDES } from '../../../../shared/api/include.ts';
import { ServiceError } from '../../../../shared/errors.ts';
import { bothSides } from '../../../../shared/formats.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { docx, wp } from '../../../builders/docx.ts';

const never = new AbortController().signal;

const [original, revised] = [
  docx(wp('The fee is 30 euro.') + wp('The tenant pays for repairs.')),
  docx(wp('The fee is 45 euro.') + wp('The tenant pays for repairs.')),
];
const { html } = await compareFiles({
  ...{ formats: bothSides('docx'), original, revised, include: INCLUDES },
  ...{ mode: 'auto', attributeMode: 'semantic', complexity: 'extended' },
});
const names = { original: 'MSA Northwind - draft 1.docx', revised: 'MSA Northwind - draft 2.docx' };
const TASK: ArtifactTask = {
  ...{ type: 'redline_pdf', format: 'docx', fallback: false, title: 'MSA', html, original, revised },
  digests: { fileSha256: { original: 'aa11', revised: 'bb22' } } as ArtifactTask['digests'],
  options: { accept: [], reject: [], names, reviewer: 'Ada Lovelace' },
  ...{ author: 'Ada', date: '2026-11-29T11:00:00Z' },
};

async function pdfOf(width: number, pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (let page = 0; page < pages; page += 1) pdf.addPage([width, 800]);
  return await pdf.save();
}

describe('the summary of a redline', () => {
  it('says what was compared, by whom, how much changed and what matters', async () => {
    const { bytes } = await makeArtifact({ ...TASK, part: 'summary' });
    const page = new TextDecoder().decode(bytes);
    expect(page).toContain('<h1>MSA Northwind</h1>\n<p class="against">draft 1 against draft 2</p>');
    expect(page).toContain('<td>MSA Northwind - draft 1.docx</td>');
    expect(page).toContain('<td>29 Nov 2026, 11:00 UTC</td>');
    expect(page).toContain('<td>Ada Lovelace</td>');
    expect(page).toContain('<b>1 change</b> 1 replacement');
    expect(page).toContain('<b>Amounts and currencies</b> 30 euro → 45 euro');
    expect(page).toContain('<p>Original: SHA-256 aa11</p>');
    expect(page).not.toContain('Decided:');
  });

  it('counts decisions where there are some', async () => {
    const options = { ...TASK.options, accept: 'all' } as const;
    const { bytes } = await makeArtifact({ ...TASK, options, part: 'summary' });
    expect(new TextDecoder().decode(bytes)).toContain('Decided: 1 accepted, 0 rejected, 0 open.');
  });
});

describe('a printed redline of two Word files', () => {
  const printer = { print: () => pdfOf(500, 1) };
  const maker = { make: makeArtifact };

  it('has the pages of a static redline behind the summary', async () => {
    const laidOut: Uint8Array[] = [];
    const layout = { layOut: (file: Uint8Array) => (laidOut.push(file), pdfOf(600, 2)) };
    const { artifact, page } = await printMade(await makeArtifact(TASK), TASK, { maker, printer, layout }, never);
    const widths = (await PDFDocument.load(artifact.bytes)).getPages().map((each) => each.getWidth());
    expect([widths, artifact.extension, page]).toEqual([[500, 600, 600], '.pdf', null]);
    const blocks = scanFragment(html);
    const decisions = { accept: [], reject: [] };
    expect(await checkStaticDocx({ bytes: laidOut[0]!, blocks, decisions, include: [] })).toEqual({
      exact: true,
      places: [],
    });
    const lacking = { bytes: revised, blocks, decisions, include: [] };
    expect((await checkStaticDocx(lacking)).places.map(({ kind, text }) => [kind, text])).toEqual([
      ['missing', '3045'],
    ]);
  });

  it('is not asked for the sign of a page number, which pages have as a number', async () => {
    const text = (words: string): Uint8Array => new TextEncoder().encode(`<p>${words}</p>`);
    const formats = bothSides('html');
    const options = { mode: 'word', attributeMode: 'semantic' } as const;
    const sides = { original: text('Page # of #'), revised: text('Page # of # new') };
    const blocks = scanFragment((await compareFiles({ formats, ...sides, ...options })).html);
    const decisions = { accept: [], reject: [] };
    const file = { bytes: docx(wp('Page 1 of 2 new')), blocks, decisions, include: [] };
    expect(await checkStaticDocx(file)).toEqual({ exact: true, places: [] });
  });

  it('becomes a page where it cannot be laid out, and says so', async () => {
    const layout = { layOut: () => Promise.reject(new ServiceError('renderer_unavailable', 'Install it.')) };
    const { artifact, page } = await printMade(await makeArtifact(TASK), TASK, { maker, printer, layout }, never);
    expect(page).toContain('<del');
    expect(artifact.report.warnings).toEqual(['The redline has not the look of the original. Install it.']);
  });

  it('comes without a summary where no browser prints one, and says so', async () => {
    const without = { print: () => Promise.reject(new ServiceError('renderer_unavailable', 'Install it.')) };
    const layout = { layOut: () => pdfOf(600, 2) };
    const { artifact } = await printMade(await makeArtifact(TASK), TASK, { maker, printer: without, layout }, never);
    expect((await PDFDocument.load(artifact.bytes)).getPageCount()).toBe(2);
    expect(artifact.report.warnings).toEqual(['The summary in front of the pages is missing. Install it.']);
  });
});
