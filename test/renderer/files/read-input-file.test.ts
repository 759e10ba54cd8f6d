import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { Folder } from '../../../renderer/files/folder.ts';
import { readInputFile } from '../../../renderer/files/read-input-file.ts';

const ZIP = [0x50, 0x4b, 0x03, 0x04, 0x14];
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1];
const WORD_97 = [...OLE, 0, ...[...'WordDocument'].flatMap((letter) => [letter.charCodeAt(0), 0])];
const RTF = [...'{\\rtf1 text}'].map((letter) => letter.charCodeAt(0));
const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0x00];
const EXE = [0x4d, 0x5a, 0x90, 0x00, 0x03];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x00];

function kindOf(outcome: Awaited<ReturnType<typeof readInputFile>>): string {
  if (!outcome.ok) return outcome.fault.kind;
  return 'document' in outcome ? outcome.document.format : `text ${outcome.text}`;
}

describe('a file is read as what its first bytes say', () => {
  test.each([
    ['a.docx', ZIP, 'docx'],
    ['a.pdf', PDF, 'pdf'],
    ['a.txt', PDF, 'pdf'],
    ['a.txt', [0x41], 'text A'],
    ['a.txt', [], 'text '],
    // A file with the name of a document is never compared as text.
    ['empty.docx', [], 'empty'],
    ['empty.odt', [], 'empty'],
    ['empty', [], 'empty'],
    ['page.docx', [0x41], 'misnamed'],
    ['picture.PDF', PNG, 'misnamed'],
    ['picture.png', PNG, 'binary'],
    ['photo.jpg', JPEG, 'document'],
    ['setup.exe', EXE, 'document'],
    ['data.bin', [0x41, 0], 'binary'],
    // Its own fault is more precise.
    ['old.docx', OLE, 'document'],
    // The service converts these.
    ['old.doc', WORD_97, 'docx'],
    ['old.txt', RTF, 'docx'],
    ['old.odt', ZIP, 'docx'],
  ])('%s of %j: %s', async (name, bytes, kind) => {
    expect(kindOf(await readInputFile(new Blob([new Uint8Array(bytes)]), name))).toBe(kind);
  });

  test.each([
    ['deck.pptx', 'ppt/presentation.xml', 'pptx'],
    ['renamed.zip', 'ppt/presentation.xml', 'pptx'],
    ['book.xlsx', 'xl/workbook.xml', 'xlsx'],
  ])('%s with %s is %s', async (name, entry, format) => {
    const file = new Blob([zipSync({ [entry]: new Uint8Array(1) })]);
    expect(kindOf(await readInputFile(file, name))).toBe(format);
  });

  test('a ZIP archive without a Word document is refused before it is sent', async () => {
    const book = new Blob([zipSync({ 'xl/workbook.bin': new Uint8Array(1) })]);
    expect(await readInputFile(book, 'book.xlsb')).toEqual({
      ok: false,
      fault: { kind: 'document', format: 'spreadsheet' },
    });
  });

  test('a folder is told apart from a file that cannot be read', async () => {
    expect(kindOf(await readInputFile(new Folder('contracts.docx'), 'contracts.docx'))).toBe('folder');
  });
});
