/**
 * `diffsvc compare` and `diffsvc text` of DOCX and PDF, and the recipes for git, in a real repository. The file is over
 * 400 lines long, because all cases share one folder of files.
 */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyPatch } from 'diff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPrograms } from '../../../../service/pages/programs.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { docx, picture, tbl, tc, tr, wp, type DocxParts } from '../../../builders/docx.ts';
import { odt, op } from '../../../builders/odt.ts';
import { pdf } from '../../../builders/pdf.ts';
import { FIRST_FREE, plainPdf, showText, streamObject } from '../../../builders/plain-pdf.ts';
import { callDiffsvc, runDiffsvc, type Outcome } from '../run-diffsvc.ts';

const LAUNCHER = fileURLToPath(new URL('../../../../bin/diffsvc.js', import.meta.url));
const README = fileURLToPath(new URL('../../../../docs/git.md', import.meta.url));
const { browser, office } = findPrograms(process.env);

let cwd: string;
const run = (...args: string[]): Promise<Outcome> => callDiffsvc(args, { cwd });
const read = (name: string): Buffer => readFileSync(join(cwd, name));

const body = (days: string): string =>
  wp('Terms', '<w:outlineLvl w:val="0"/>') + wp(`The fee is due in ${days} days.`) + tbl(tr([tc('Rate'), tc(days)]));
const section = (footer: string, comment: string): string =>
  wp(`<w:r><w:commentReference w:id="${comment}"/></w:r>`) +
  `<w:sectPr><w:footerReference w:type="default" r:id="${footer}"/></w:sectPr>`;
const sectioned = (footer: string, comment: string): DocxParts => ({
  footers: { f1: wp(footer) },
  comments: `<w:comment w:id="c1" w:author="Ada">${wp(comment)}</w:comment>`,
});
const TERMS = showText('The fee is due in 14 days.', 72, 700);
const pictured = (hex: string): Uint8Array =>
  plainPdf(
    [
      {
        content: `${TERMS} q 100 0 0 50 72 600 cm /Im1 Do Q`,
        resources: `/XObject << /Im1 ${FIRST_FREE} 0 R >>`,
      },
    ],
    [
      streamObject(
        '/Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /ASCIIHexDecode',
        `${hex}>`,
      ),
    ],
  );
const annotated = (annotation: string): Uint8Array =>
  plainPdf(
    [{ content: TERMS, entries: `/Annots [ ${FIRST_FREE} 0 R ]` }],
    [`<< /Type /Annot ${annotation} >>`],
    `/AcroForm << /Fields [ ${FIRST_FREE} 0 R ] >>`,
  );
const FILES = {
  'old.docx': docx(body('30')),
  'new.docx': docx(body('14')),
  'set.docx': docx(
    body('30').replace(
      '<w:p><w:r><w:t xml:space="preserve">The',
      '<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:t xml:space="preserve">The',
    ),
  ),
  'old.pdf': pdf(['The fee is due in 30 days.']),
  'new.pdf': pdf(['The fee is due in 14 days.']),
  'draft1.docx': docx(body('30') + section('f1', 'c1'), sectioned('Draft 1', 'Agreed.')),
  'draft2.docx': docx(body('30') + section('f1', 'c1'), sectioned('Draft 2', 'Agreed.')),
  'remark.docx': docx(body('30') + section('f1', 'c1'), sectioned('Draft 1', 'Not agreed.')),
  'red.docx': docx(body('30') + wp(picture('i1')), { images: { i1: Buffer.from('red') } }),
  'blue.docx': docx(body('30') + wp(picture('i1')), { images: { i1: Buffer.from('blue') } }),
  'empty.docx': Buffer.alloc(0),
  'empty.pdf': Buffer.alloc(0),
  'picture1.pdf': pictured('ff00'),
  'picture2.pdf': pictured('ff01'),
  'note1.pdf': annotated('/Subtype /Text /Rect [ 300 600 320 620 ] /Contents (yes)'),
  'note2.pdf': annotated('/Subtype /Text /Rect [ 300 600 320 620 ] /Contents (no)'),
  'form1.pdf': annotated('/Subtype /Widget /Rect [ 72 600 272 620 ] /FT /Tx /T (fee) /V (10)'),
  'form2.pdf': annotated('/Subtype /Widget /Rect [ 72 600 272 620 ] /FT /Tx /T (fee) /V (20)'),
  'scan.pdf': pdf(['']),
  'odt.txt': odt(op('The fee is due in 30 days.')),
  'rtf.txt': Buffer.from('{\\rtf1 The fee.}'),
  'fee.docx': docx(wp('The fee is due in 30 days.')),
  'fee14.docx': docx(wp('The fee is due in 14 days.')),
  'fee.md': Buffer.from('The fee is due in 14 days.\n'),
  'fee30.md': Buffer.from('The fee is due in 30 days.\n'),
  'fee.html': Buffer.from('<p>The fee is due in 30 days.</p>'),
  'rtf.docx': Buffer.from('{\\rtf1 The fee.}'),
  'pdf.docx': pdf(['The fee is due in 30 days.']),
  'docx.pdf': docx(body('30')),
  'page.docx': Buffer.from('<html><p>The fee.</html>'),
  'cut.docx': Buffer.from(docx(body('30')).subarray(0, 900)),
};

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'diffsvc-documents-'));
  for (const [name, bytes] of Object.entries(FILES)) writeFileSync(join(cwd, name), bytes);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

test('a report has both names, both digests and the date, and is the same each time', async () => {
  const written = async (): Promise<string> => {
    const { code, stderr } = await run(
      'compare',
      'fee.docx',
      'fee14.docx',
      '-o',
      'lease.report.html',
      '--date',
      '2026-01-31',
    );
    expect([code, stderr]).toEqual([1, '']);
    return readFileSync(join(cwd, 'lease.report.html'), 'utf8');
  };
  const page = await written();
  const sha256 = (name: keyof typeof FILES): string => createHash('sha256').update(FILES[name]).digest('hex');
  for (const text of ['fee.docx', 'fee14.docx', sha256('fee.docx'), sha256('fee14.docx'), '31 Jan 2026', 'Replacement'])
    expect(page).toContain(text);
  expect(await written()).toBe(page);
});

describe('files that are not what their names say', () => {
  test.each([
    ['old.docx', 'page.docx', 'Revised: The file is an HTML page, not a DOCX.'],
    ['old.docx', 'cut.docx', 'Revised: The file is cut off: it has 900 bytes'],
  ])('%s and %s are refused by their content', async (original, revised, message) => {
    const { code, stdout, stderr } = await run('compare', original, revised);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test.each([
    ['pdf.docx', 'old.docx'],
    ['old.pdf', 'docx.pdf'],
  ])('%s and %s are compared by their content', async (original, revised) => {
    const { code, stdout, stderr } = await run('compare', original, revised);
    expect([code, stdout]).toEqual([1, expect.stringContaining('30')]);
    expect(stderr).not.toContain('diffsvc:');
    const wrong = await run('compare', original, revised, '--format', 'docx');
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toMatch(/The file is a PDF, not a DOCX\. Name it \.pdf, or choose pdf as its format\./u);
  });

  test('an RTF is never compared or printed as its source text', async () => {
    const nowhere = { cwd, env: { PATH: '' } };
    for (const args of [
      ['text', 'rtf.txt'],
      ['compare', 'rtf.txt', 'rtf.txt'],
      ['compare', 'rtf.txt', 'old.docx'],
    ]) {
      const { code, stdout, stderr } = await callDiffsvc(args, nowhere);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('The file is an RTF document. LibreOffice converts it, and none was found. Install');
    }
    const chosen = await run('compare', 'rtf.txt', 'rtf.txt', '--format', 'txt');
    expect([chosen.code, chosen.stdout]).toEqual([2, '']);
    expect(chosen.stderr).toContain('rtf.txt is an RTF document, not a text.');
  });

  test.skipIf(office === null)('an RTF and an ODT are compared as DOCX, whatever their names are', async () => {
    // The digest is that of the file, and not of the DOCX that it becomes.
    const digest = createHash('sha256').update(read('rtf.txt')).digest('hex');
    const text = await run('text', '--all', 'rtf.txt');
    expect(text).toMatchObject({ code: 0, stdout: expect.stringMatching(/^The fee\.\n/u) });
    expect(text.stdout).toContain(`\nFile: 16 bytes, SHA-256 ${digest}\n`);
    const args = ['compare', 'odt.txt', 'fee14.docx', '-o', 'converted.docx', '--json'];
    const { code, stdout } = await run(...args);
    const answer = JSON.parse(stdout);
    expect([code, answer.format, answer.json.totalChanges]).toEqual([1, 'docx', 1]);
    expect(answer.digests.fileSha256.original).toBe(createHash('sha256').update(FILES['odt.txt']).digest('hex'));
    expect(answer.warnings[0]).toMatchObject({ code: 'converted_file', side: 'original' });
    expect(answer.revisionWarnings[0].message).toContain('made of the DOCX that LibreOffice converted it to');
    expect(await run('verify', 'odt.txt', 'fee14.docx', 'converted.docx')).toMatchObject({ code: 0 });
    expect(await run('compare', 'odt.txt', 'fee.html')).toMatchObject({ code: 0 });
    expect(await run('compare', 'odt.txt', 'odt.txt')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('the same, byte for byte'),
    });
  });
});

describe('diffsvc compare of two files', () => {
  test.each(['docx', 'pdf'])('prints the words that changed in %s', async (format) => {
    const { code, stdout, stderr } = runDiffsvc(['compare', `old.${format}`, `new.${format}`], { cwd });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('The fee is due in [-30-]{+14+} days.');
    expect(await run('compare', `old.${format}`, `old.${format}`)).toEqual({
      code: 0,
      stdout: 'Both files are the same, byte for byte.\n',
      stderr: '',
    });
  });

  test.each(['docx', 'pdf'])('writes pages, changes, patches and the answer of the service for %s', async (format) => {
    const files = ['out.html', 'out.json', 'out.patch'];
    const args = ['compare', `old.${format}`, `new.${format}`, '--json', ...files.flatMap((file) => ['-o', file])];
    const { code, stdout } = await run(...args);
    expect(code).toBe(1);
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({ schemaVersion: 'diffsvc.comparison.v1', format, engine: 'document', units: 1 });
    expect(scanFragment(answer.html).length).toBeGreaterThan(0);
    expect(JSON.parse(read('out.json').toString())).toEqual(answer.json);
    expect(read('out.html').toString()).toContain(`<title>old.${format} → new.${format}`);
    const patched = applyPatch((await run('text', `old.${format}`)).stdout, read('out.patch').toString());
    expect(patched).toBe((await run('text', `new.${format}`)).stdout);
  });

  test('writes the pages of both PDFs with their changes, the same each time', async () => {
    for (const name of ['pages.pdf', 'fee.pages.pdf'])
      expect(await run('compare', 'old.pdf', 'new.pdf', '-o', name)).toMatchObject({ code: 1, stdout: '', stderr: '' });
    expect(Buffer.compare(read('pages.pdf'), read('fee.pages.pdf'))).toBe(0);
    const text = (await run('text', 'pages.pdf')).stdout;
    for (const side of ['old.pdf', 'new.pdf'])
      expect(text.replace(/\s+/gu, ' ')).toContain((await run('text', side)).stdout.trim().split('\n')[0]);
    const { code, stderr } = await run('compare', 'fee.md', 'fee.md', '-o', 'x.pages.pdf');
    expect([code, stderr]).toEqual([2, expect.stringContaining('it needs DOCX or PDF files')]);
  });

  test.skipIf(browser === null)('prints the redline as a PDF', async () => {
    expect(await run('compare', 'old.docx', 'new.docx', '-o', 'out.pdf')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: '',
    });
    const text = (await run('text', 'out.pdf')).stdout;
    expect(text).toContain('The fee is due in');
    expect(text).toMatch(/30.*14/u);
    expect(text).toContain('Dates and periods 30 days → 14 days');
  });

  test.skipIf(browser === null)('prints a redline without a summary, in other marks, on other paper', async () => {
    const options = ['--no-summary', '--marks', 'black_and_white', '--paper', 'letter'];
    const written = await run('compare', 'fee.md', 'fee30.md', '-o', 'letter.pdf', ...options);
    expect(written).toMatchObject({ code: 1, stdout: '', stderr: '' });
    expect(read('letter.pdf').toString('latin1')).toMatch(/\/MediaBox \[0 0 612(?:\.0*)? 792(?:\.0*)?\]/u);
    const { code, stderr } = await run('compare', 'fee.md', 'fee30.md', '-o', 'x.pdf', '--marks', 'neon');
    expect([code, stderr]).toEqual([2, expect.stringContaining('unknown profile of marks "neon"; use one of classic')]);
  });

  test.skipIf(browser === null)('prints two PDFs as their own pages, with a summary in front', async () => {
    for (const name of ['both.pdf', 'pages.pdf'])
      expect(await run('compare', 'old.pdf', 'new.pdf', '-o', name)).toMatchObject({ code: 1, stdout: '', stderr: '' });
    const [both, pages] = [(await run('text', 'both.pdf')).stdout, (await run('text', 'pages.pdf')).stdout];
    expect([both.includes('What matters'), pages.includes('What matters')]).toEqual([true, false]);
    expect(both).toContain('The fee is due in 14 days.');
  });

  test('reports how it is set out when that is asked for', async () => {
    const usual = await run('compare', 'old.docx', 'set.docx');
    expect(usual.code).toBe(1);
    expect(usual.stdout).toContain('No differences in the compared content.');
    expect(usual.stdout).toContain('“alignment start” became “alignment center”');
    const { code, stdout } = await run('compare', 'old.docx', 'set.docx', '--attribute-mode', 'presentation');
    expect(code).toBe(1);
    expect(stdout).toContain('align none → center');
    expect(stdout).toContain('1 change: 1 format change');
  });

  test.each([
    ['fee.docx', 'new.pdf', 'docx', 'pdf'],
    ['old.pdf', 'fee.md', 'pdf', 'markdown'],
    ['fee.html', 'fee14.docx', 'html', 'docx'],
  ])('compares %s with %s', async (original, revised, originalFormat, revisedFormat) => {
    const { code, stdout } = await run('compare', original, revised, '--json');
    expect(code).toBe(1);
    const answer = JSON.parse(stdout) as { json: { summary: object }; html: string };
    const formats = { format: 'mixed', originalFormat, revisedFormat };
    expect(answer).toMatchObject({ ...formats, engine: 'document', json: { ...formats, totalChanges: 1 } });
    writeFileSync(join(cwd, 'mixed.html'), answer.html);
    expect(await run('verify', original, revised, 'mixed.html')).toMatchObject({ code: 0 });
    expect(await run('compare', original, revised, '-o', 'x.docx')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot write .docx of a comparison of mixed') as string,
    });
  });

  test('takes the format of each side from an option', async () => {
    const options = ['--original-format', 'md', '--revised-format', 'docx', '--json'];
    writeFileSync(join(cwd, 'unnamed'), 'The fee is due in 14 days.\n');
    expect(JSON.parse((await run('compare', 'unnamed', 'new.docx', ...options)).stdout)).toMatchObject({
      ...{ originalFormat: 'markdown', revisedFormat: 'docx' },
    });
    const wrong = await run('compare', 'old.pdf', 'new.docx', '--original-format', 'docx');
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  });

  test.each(['docx', 'pdf'])('takes /dev/null for a %s that is missing, as git passes it', async (format) => {
    const added = await run('compare', '/dev/null', `new.${format}`);
    expect(added.code).toBe(1);
    expect(added.stdout).toContain('{+The fee is due in 14 days.+}');
    expect((await run('compare', `new.${format}`, '/dev/null')).stdout).toContain('[-The fee is due in 14 days.-]');
  });

  test.each(['docx', 'pdf'])('refuses a %s of 0 bytes, which is no empty document', async (format) => {
    for (const pair of [
      [`empty.${format}`, `new.${format}`],
      [`new.${format}`, `empty.${format}`],
      [`empty.${format}`, `empty.${format}`],
    ]) {
      const { code, stdout, stderr } = await run('compare', ...pair);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('The file is empty: it has 0 bytes');
    }
  });

  test.each([
    ['picture', 'Picture on page 1, after “The fee is due in 14 days.” differs.'],
    ['note', 'Annotation on page 1, after “The fee is due in 14 days.”: “note: yes” became “note: no”.'],
  ])('says that two PDFs differ in a %s only', async (thing, sentence) => {
    const { code, stdout } = await run('compare', `${thing}1.pdf`, `${thing}2.pdf`);
    expect(code).toBe(1);
    expect(stdout).toContain('No differences in the compared content. Something that was not compared differs.');
    expect(stdout).toContain(sentence);
    expect((await run('compare', `${thing}1.pdf`, `${thing}1.pdf`)).code).toBe(0);
  });

  test('compares the value of a PDF form as text', async () => {
    const { code, stdout } = await run('compare', 'form1.pdf', 'form2.pdf');
    expect(code).toBe(1);
    expect(stdout).toMatch(/\[-10-\]\{\+20\+\}/u);
  });

  test('compares footers and comments like any text', async () => {
    const footer = await run('compare', 'draft1.docx', 'draft2.docx');
    expect(footer).toMatchObject({ code: 1, stderr: '' });
    expect(footer.stdout).toContain('Footer: Draft [-1-]{+2+}');
    const comment = await run('compare', 'draft1.docx', 'remark.docx');
    expect(comment.code).toBe(1);
    expect(comment.stdout).toMatch(/\{\+Not agreed|\[-Agreed-\]\{\+Not agreed\+\}/);
  });

  test.each([
    ['draft2.docx', 'Footer: “Draft 1” became “Draft 2”.'],
    [
      'remark.docx',
      'Comment after “Terms The fee is due in 30 days. Rate 30”: “Ada · Agreed.” became “Ada · Not agreed.”.',
    ],
  ])('says that %s differs in what it was told to leave out', async (revised, sentence) => {
    const { code, stdout } = await run('compare', 'draft1.docx', revised, '--include', 'none');
    expect(code).toBe(1);
    expect(stdout).toContain('No differences in the compared content. Something that was not compared differs.');
    expect(stdout).toContain(sentence);
    const answer = JSON.parse((await run('compare', 'draft1.docx', revised, '--include', 'none', '--json')).stdout);
    expect(answer).toMatchObject({ sameness: 'no_differences_in_compared_content', uncompared: { differs: true } });
    expect(answer.json.uncompared).toEqual(answer.uncompared);
  });

  test('never calls two files the same that differ in a picture', async () => {
    expect((await run('compare', 'red.docx', 'blue.docx', '--include', 'none')).stdout).toContain('Picture after');
    expect((await run('compare', 'red.docx', 'blue.docx')).code).toBe(1);
    expect((await run('compare', 'red.docx', 'red.docx')).code).toBe(0);
  });

  test('refuses to include what it does not know', async () => {
    expect(await run('compare', 'red.docx', 'blue.docx', '--include', 'endnotes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot include "endnotes"; use none, or some of headers,'),
    });
  });

  test('knows a file by its bytes when its name says nothing', async () => {
    writeFileSync(join(cwd, 'blob'), FILES['new.docx']);
    expect(runDiffsvc(['compare', 'old.docx', '-'], { cwd, input: Buffer.from(FILES['new.docx']) }).code).toBe(1);
    expect(await run('compare', 'blob', 'blob')).toMatchObject({ code: 0 });
  });

  test.each<[string, string[], RegExp]>([
    ['a tracked PDF', ['compare', 'old.pdf', 'new.pdf', '-o', 'x.docx'], /cannot write \.docx of a comparison of pdf/u],
    ['a picture of text', ['compare', 'old.pdf', 'scan.pdf'], /OCR/u],
    [
      'an unknown attribute mode',
      ['compare', 'old.docx', 'new.docx', '--attribute-mode', 'all'],
      /semantic, presentation/u,
    ],
    ['a DOCX that is none', ['text', 'broken.docx'], /cut off|Word document/u],
  ])('says what is wrong with %s in one line', async (_name, args, message) => {
    writeFileSync(join(cwd, 'broken.docx'), 'PK\u0003\u0004 and nothing else');
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^diffsvc: [^\n]+\n$/u);
    expect(stderr).toMatch(message);
  });

  test('takes any file name in a locale without letters beyond ASCII', () => {
    const names = ['Vertrag ä→ß 契約.docx', 'neu – “x”.docx', 'aus → gabe.patch'] as const;
    writeFileSync(join(cwd, names[0]), FILES['old.docx']);
    writeFileSync(join(cwd, names[1]), FILES['new.docx']);
    const env = { LC_ALL: 'C', LANG: 'C' };
    const outcome = runDiffsvc(['compare', names[0], names[1], '-o', names[2]], { cwd, env });
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: '' });
    expect(read(names[2]).toString()).toContain('-The fee is due in 30 days.');
    expect(runDiffsvc(['text', 'ä fehlt.docx'], { cwd, env }).stderr).toBe(
      'diffsvc: ä fehlt.docx: no such file or directory\n',
    );
  });
});

test('diffsvc text writes a line for each paragraph, item and row', async () => {
  expect((await run('text', 'old.docx')).stdout).toBe('# Terms\n\nThe fee is due in 30 days.\n\n| Rate | 30 |\n');
  writeFileSync(join(cwd, 'list.md'), '1. one\n2. two\n   - deep\n\nlast\n');
  expect((await run('text', 'list.md')).stdout).toBe('1. one\n1. two\n   - deep\n\nlast\n');
});

describe('diffsvc text drops no line', () => {
  test.each([1, 2])('of the head of a PDF with %d pages', async (total) => {
    const total1 = showText('Invoice total: EUR 12,500.00', 72, 770);
    const rest = showText('Invoice', 72, 730) + showText('Thank you for your order of the goods below.', 72, 700);
    writeFileSync(
      join(cwd, 'invoice.pdf'),
      plainPdf(Array.from({ length: total }, () => ({ content: total1 + rest }))),
    );
    const { stdout } = await run('text', 'invoice.pdf');
    expect(stdout.split('\n').filter((line) => line.includes('Invoice total: EUR 12,500.00'))).toHaveLength(1);
    expect(stdout.includes('Header: ')).toBe(total === 2);
  });

  test('of footers and comments', async () => {
    expect((await run('text', 'draft1.docx')).stdout).toMatch(/\nFooter: Draft 1\n\nComment 1: Ada\n\nAgreed\.\n$/u);
  });
});

test('with --all, files that differ have texts that differ', async () => {
  const textOf = async (name: string): Promise<string> => (await run('text', '--all', name)).stdout;
  const [red, blue] = [await textOf('red.docx'), await textOf('blue.docx')];
  expect(red).toMatch(/\nFile: [\d,]+ bytes, SHA-256 [0-9a-f]{64}\n$/u);
  expect(red).not.toBe(blue);
  const [first, second] = [await textOf('picture1.pdf'), await textOf('picture2.pdf')];
  expect(first).toMatch(
    /\nNot in this text:\n- 1 picture on page 1, after “The fee is due in 14 days.”, SHA-256 [0-9a-f]{12}\n/u,
  );
  const other = new Set(second.split('\n'));
  expect(
    first
      .split('\n')
      .filter((line) => !other.has(line))
      .map((line) => line.slice(0, 11)),
  ).toEqual(['- 1 picture', 'File: 878 b']);
});

describe('the recipes of docs/git.md', () => {
  let repository: string;
  let git: (...args: string[]) => string;
  /** The lines of the code block with this word, `diffsvc` being this launcher. */
  const recipe = (word: string): string[] => {
    const blocks = readFileSync(README, 'utf8').matchAll(/```sh\n([\s\S]*?)```/gu);
    const found = [...blocks].map((block) => block[1]!).find((block) => block.includes(word));
    return found!.trim().split('\n');
  };

  beforeAll(() => {
    repository = join(cwd, 'repository');
    const bin = join(cwd, 'bin');
    mkdirSync(repository);
    mkdirSync(bin);
    writeFileSync(join(bin, 'diffsvc'), `#!/bin/sh\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`, { mode: 0o755 });
    const env = {
      ...process.env,
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      HOME: repository,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.org',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.org',
    };
    const sh = (command: string, args: string[]): string => {
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: repository, env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
      return stdout;
    };
    git = (...args) => sh('git', args);
    git('init', '-q');
    for (const line of [...recipe('textconv'), ...recipe('difftool.')]) sh('sh', ['-c', line]);
    for (const format of ['docx', 'pdf'] as const)
      writeFileSync(join(repository, `lease ä.${format}`), FILES[`old.${format}`]);
    git('add', '.');
    git('commit', '-qm', 'first');
    for (const format of ['docx', 'pdf'] as const)
      writeFileSync(join(repository, `lease ä.${format}`), FILES[`new.${format}`]);
  });

  test('textconv shows the words in git diff', () => {
    const shown = git('diff', '--word-diff');
    expect(shown.match(/The fee is due in \[-30-\]\{\+14\+\} days\./gu)).toHaveLength(2);
    expect(git('log', '-p', '--all')).toContain('+The fee is due in 30 days.');
  });

  test('difftool opens each pair', () => {
    const shown = git('difftool', '--no-prompt', '--tool', 'diffsvc');
    expect(shown.match(/The fee is due in \[-30-\]\{\+14\+\} days\./gu)).toHaveLength(2);
  });
});
