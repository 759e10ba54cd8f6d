import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ourDocxWords, ourPdfWords } from '../../../service/witness/our-words.ts';
import { readAgain, wordsOfPages } from '../../../service/witness/second-readers.ts';
import { lettersDrawnDifferently, testimonyOf, witnessFiles } from '../../../service/witness/witness-files.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { pdf } from '../../builders/pdf.ts';
import { FIRST_FREE, plainPdf, showText, streamObject, type PlainPage } from '../../builders/plain-pdf.ts';

const HANGING = fileURLToPath(new URL('./processes/hanging.ts', import.meta.url));
const environment = process.env;
const del = (text: string): string => `<w:del w:id="1" w:author="x"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const ins = (text: string): string => `<w:ins w:id="2" w:author="x">${r(text)}</w:ins>`;

describe('a DOCX read again by mammoth', () => {
  const bytes = docx(
    wp(r('The fee is ') + del('five') + ins('six') + r(' euro') + '<w:r><w:footnoteReference w:id="2"/></w:r>') +
      `<w:tbl><w:tr><w:tc>${wp('Net')}</w:tc><w:tc>${wp('30 days')}</w:tc></w:tr></w:tbl>` +
      wp(r('End') + '<w:r><w:commentReference w:id="1"/></w:r>'),
    {
      footnotes: `<w:footnote w:id="2">${wp('VAT excluded')}</w:footnote>`,
      comments: `<w:comment w:id="1" w:author="Ada">${wp('Check this')}</w:comment>`,
      headers: { rIdH: wp('Draft') },
    },
  );

  test('has the same words: revisions accepted, tables, notes and comments', async () => {
    const [testimony] = await witnessFiles([{ format: 'docx', bytes }], { environment });
    expect(testimony).toMatchObject({ reader: 'mammoth', agrees: true, both: 14, oursOnly: [], otherOnly: [] });
  });

  test('catches a reader that drops a word, and tells its place', async () => {
    const ours = (await ourDocxWords(bytes)).filter(({ text }) => text !== '30');
    const testimony = testimonyOf('docx', ours, await readAgain('docx', bytes, { environment }));
    expect(testimony).toMatchObject({
      agrees: false,
      otherOnly: [{ word: '30', place: 'is six euro* Net [30] days End VAT excluded' }],
    });
  });

  test('is stopped when it hangs, and the reason is told', async () => {
    const options = { environment, timeoutMs: 500, mammothProcess: HANGING };
    expect(await readAgain('docx', bytes, options)).toEqual({
      reader: null,
      reason: 'mammoth took longer than 0.5 seconds and was stopped',
    });
  });

  test('is no error when mammoth refuses the file', async () => {
    expect(await readAgain('docx', Buffer.from('PK no archive'), { environment })).toMatchObject({
      reader: null,
      reason: expect.stringMatching(/^mammoth could not read the file: .+/u),
    });
  });
});

describe.skipIf(process.platform === 'win32')('a PDF read again by pdftotext', () => {
  const bytes = pdf(['The fee is five euro.', 'Second page.']);
  let folder: string;
  /** An environment whose `pdftotext` is a shell script. Its arguments end with the input and the output. */
  const standIn = (script: string): { environment: Record<string, string> } => {
    writeFileSync(join(folder, 'pdftotext'), `#!/bin/sh\nfor output; do :; done\n${script}\n`);
    chmodSync(join(folder, 'pdftotext'), 0o755);
    return { environment: { PATH: `${folder}:/usr/bin:/bin` } };
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'diffsvc-witness-test-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('catches a word that ours lacks, and tells its page', async () => {
    const options = standIn(String.raw`printf 'The fee is five euro.\n\fSecond late page.\n\f' > "$output"`);
    const [testimony] = await witnessFiles([{ format: 'pdf', bytes }], options);
    expect(testimony).toMatchObject({
      ...{ reader: 'pdftotext', agrees: false, both: 7 },
      otherOnly: [{ word: 'late', place: 'is five euro. Second [late] page.', page: 2 }],
    });
  });

  test('counts each word that ours leaves out once: a watermark, and a running header', async () => {
    const page = (number: number): PlainPage => ({
      content: [
        showText('Draft of May', 72, 770),
        // A watermark: large letters, turned by 45 degrees.
        'BT /F1 80 Tf 0.707 0.707 -0.707 0.707 150 250 Tm (VOID) Tj ET',
        showText(`Body of page ${number} with some words`, 72, 600),
      ].join('\n'),
    });
    const [words] = await ourPdfWords([plainPdf([page(1), page(2), page(3)])]);
    const leftOut = words!.filter((word) => word.leftOut === true).map(({ page: at, text }) => `${at} ${text}`);
    expect(leftOut.sort()).toEqual(
      [1, 2, 3].flatMap((at) => ['Draft', 'May', 'VOID', 'of'].map((word) => `${at} ${word}`)),
    );
  });

  test('is stopped when it hangs, and leaves no file behind', async () => {
    const directory = mkdtempSync(join(folder, 'temporary-'));
    vi.stubEnv('TMPDIR', directory);
    const options = { ...standIn('sleep 600'), timeoutMs: 500 };
    expect(await readAgain('pdf', bytes, options)).toEqual({
      reader: null,
      reason: 'pdftotext took longer than 0.5 seconds and was stopped',
    });
    vi.unstubAllEnvs();
    expect(readdirSync(directory)).toEqual([]);
  });

  test('is stopped when it writes without end', async () => {
    expect(await readAgain('pdf', bytes, standIn('exec cat /dev/zero > "$output"'))).toMatchObject({
      reader: null,
      reason: expect.stringMatching(/^pdftotext could not read the file/u),
    });
  });

  test('is no error when it fails or is not installed', async () => {
    expect(await readAgain('pdf', bytes, standIn('echo broken >&2; exit 3'))).toMatchObject({
      reader: null,
      reason: expect.stringContaining('ended with 3: broken'),
    });
    expect(await readAgain('pdf', bytes, { environment: { PATH: '' } })).toEqual({
      reader: null,
      reason: 'pdftotext is not installed; install poppler-utils to read each PDF a second time',
    });
  });

  test('knows pages and hyphens at line ends', () => {
    expect(wordsOfPages('an agree-\nment\f2 - 3\n')).toEqual([
      { text: 'an', page: 1 },
      { text: 'agree-', page: 1, breaks: true },
      { text: 'ment', page: 1 },
      { text: '2', page: 2 },
      { text: '-', page: 2 },
      { text: '3', page: 2 },
    ]);
  });
});

test('a file of another format has no second reader', async () => {
  expect(await witnessFiles([{ format: null, bytes: Buffer.from('text') }], { environment })).toEqual([
    { reader: null, agrees: null, reason: 'only DOCX and PDF have a second reader' },
  ]);
});

test('two PDFs that read the same and draw other letters are told with the places', async () => {
  /** Its font says that a drawn 6 reads as 5. */
  const page = (text: string, map: string): Uint8Array =>
    plainPdf(
      [{ content: `BT /F2 11 Tf 1 0 0 1 72 730 Tm (${text}) Tj ET`, fonts: `/F2 ${FIRST_FREE + 1} 0 R` }],
      [
        streamObject(
          '',
          `begincmap /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange ${map} endcmap`,
        ),
        `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode ${FIRST_FREE} 0 R >>`,
      ],
    );
  const [shown, read] = [page('Pay 500 euros.', ''), page('Pay 600 euros.', '1 beginbfchar <36> <0035> endbfchar')];
  expect(await lettersDrawnDifferently(shown, read)).toEqual(['on page 1: 5 in “500”']);
  expect(await lettersDrawnDifferently(shown, shown)).toEqual([]);
});
