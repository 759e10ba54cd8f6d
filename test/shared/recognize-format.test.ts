/** Files are known by what they are, not by their names. */
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_FORMATS, mediaTypesOf, toldFormat } from '../../shared/formats.ts';
import {
  convertedFormatOf,
  documentFormatOf,
  formatOfBytes,
  formatOfNoText,
  isEncryptedPackage,
  isWebPage,
  mediaTypeOfFile,
} from '../../shared/recognize-format.ts';
import { wrongFormat } from '../../shared/wrong-format.ts';
import { archive, docx, wp } from '../builders/docx.ts';
import { pdf } from '../builders/pdf.ts';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const compound = (stream: string): Uint8Array =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(stream, 'utf16le')]);
/** An archive whose first entry states its media type, as OpenDocument wants. */
const openDocument = (mediaType: string): Uint8Array =>
  zipSync({ mimetype: [strToU8(mediaType), { level: 0 }], 'content.xml': strToU8('<a/>') });
const office = (...names: readonly string[]): Uint8Array =>
  archive(Object.fromEntries(['[Content_Types].xml', '_rels/.rels', ...names].map((name) => [name, '<a/>'])));

const FILES: readonly (readonly [name: string, bytes: Uint8Array, format: string])[] = [
  ['a DOCX', docx(wp('a')), 'docx'],
  ['a DOCX whose parts are named with backslashes', archive({ 'word\\document.xml': '<a/>' }), 'docx'],
  ['a package whose main part is anywhere', office('main.bin'), 'docx'],
  ['a DOCX that is cut off', docx(wp('a')).subarray(0, 200), 'docx'],
  ['a DOCX with a password', compound('EncryptedPackage'), 'docx'],
  ['a DOCX with an embedded workbook', office('word/document.xml', 'xl/workbook.xml'), 'docx'],
  ['a PDF', pdf(['text']), 'pdf'],
  ['a PDF behind other bytes', text('\n\n%PDF-1.4\n'), 'pdf'],
  ['an RTF', text('{\\rtf1\\ansi The fee.}'), 'rtf'],
  ['an RTF behind a byte order mark', text('\uFEFF{\\rtf1 The fee.}'), 'rtf'],
  ['a DOC', compound('WordDocument'), 'doc'],
  ['an XLS', compound('Workbook'), 'spreadsheet'],
  ['a PPT', compound('PowerPoint Document'), 'presentation'],
  ['an MSG', compound('__properties_version1.0'), 'mail'],
  ['another compound file', compound('Contents'), 'compound'],
  ['an ODT', openDocument('application/vnd.oasis.opendocument.text'), 'odt'],
  ['an ODS', openDocument('application/vnd.oasis.opendocument.spreadsheet'), 'spreadsheet'],
  ['an ODP', openDocument('application/vnd.oasis.opendocument.presentation'), 'presentation'],
  ['an EPUB', openDocument('application/epub+zip'), 'epub'],
  ['an XLSX', office('xl/workbook.xml'), 'xlsx'],
  ['an XLSB', office('xl/workbook.bin'), 'spreadsheet'],
  ['a PPTX', office('ppt/presentation.xml'), 'pptx'],
  ['a document of Pages', archive({ 'Index/Document.iwa': 'x' }), 'pages'],
  ['a ZIP of something else', archive({ 'readme.txt': 'x' }), 'archive'],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'picture'],
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'picture'],
  ['a GIF', text('GIF89a...'), 'picture'],
  ['a TIFF', Buffer.from('49492a0008000000', 'hex'), 'picture'],
  ['a WebP', Buffer.concat([text('RIFF'), Buffer.alloc(4), text('WEBPVP8 ')]), 'picture'],
  ['a HEIC', Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypheic')]), 'picture'],
  ['a BMP', Buffer.concat([text('BM'), Buffer.alloc(12)]), 'picture'],
  ['a gzip', gzipSync('text'), 'archive'],
  ['a 7z', Buffer.from('377abcaf271c0004', 'hex'), 'archive'],
  ['a PostScript', text('%!PS-Adobe-3.0\n'), 'postscript'],
];

describe('the format of bytes', () => {
  test.each(FILES)('%s', (_, bytes, format) => {
    expect(formatOfBytes(bytes)).toBe(format);
    const isConverted = format === 'doc' || format === 'rtf' || format === 'odt';
    expect(convertedFormatOf(bytes)).toBe(isConverted ? format : null);
    expect(mediaTypesOf('docx').includes(mediaTypeOfFile('docx', bytes))).toBe(true);
    expect(documentFormatOf(bytes)).toBe(DOCUMENT_FORMATS.find((each) => each === format) ?? null);
  });

  test('of texts is none', () => {
    for (const content of [
      '',
      'BM is short for benchmark.',
      'GIF8',
      '<!doctype html><p>x',
      '{"a": 1}',
      'PK and others',
    ])
      expect(formatOfBytes(text(content))).toBeNull();
    expect(formatOfNoText(text('A PDF begins with %PDF-1.7.'))).toBeNull();
  });

  test('is found in any bytes without a fault', () => {
    const starts = FILES.map(([, bytes]) => bytes);
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.nat(), fc.uint8Array({ maxLength: 64 }), (start, cut, rest) => {
        const bytes = Buffer.concat([start.subarray(0, cut % (start.length + 1)), rest]);
        for (const wanted of DOCUMENT_FORMATS) {
          const message = wrongFormat(bytes, wanted)?.message ?? null;
          const found = formatOfBytes(bytes);
          if (found !== null && found !== wanted && !isEncryptedPackage(bytes))
            expect(message).toContain(toldFormat(found).name);
        }
      }),
    );
  });
});

test('a page is known by its doctype or root', () => {
  for (const page of ['<!DOCTYPE html><p>', '\uFEFF\n<html lang="en">', '<?xml version="1.0"?><!-- Word --><HTML>'])
    expect(isWebPage(text(page))).toBe(true);
  for (const other of ['<p>text', 'html', '<htmlx>']) expect(isWebPage(text(other))).toBe(false);
});

test('a refusal names what the file is, and the next step', () => {
  expect(wrongFormat(text('{\\rtf1 x}'), 'docx')).toMatchObject({
    code: 'document_invalid',
    message: 'The file is an RTF document, not a DOCX. Open it in a word processor and save it as DOCX.',
    details: { found: 'rtf' },
  });
  expect(wrongFormat(pdf(['x']), 'docx')?.message).toBe(
    'The file is a PDF, not a DOCX. Name it .pdf, or choose pdf as its format.',
  );
  expect(wrongFormat(text('<html><body>'), 'pdf')?.message).toBe(
    'The file is an HTML page, not a PDF. Name it .html, or choose html as its format.',
  );
  expect(wrongFormat(docx(wp('a')), 'docx')).toBeNull();
  expect(wrongFormat(text('hello'), 'docx')).toBeNull();
});
