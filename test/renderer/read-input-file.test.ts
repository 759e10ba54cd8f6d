import { describe, expect, test } from 'vitest';
import { readInputFile } from '../../renderer/files/read-input-file.ts';

const ZIP = [0x50, 0x4b, 0x03, 0x04, 0x14];
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1];
const WORD_97 = [...OLE, 0, ...[...'WordDocument'].flatMap((letter) => [letter.charCodeAt(0), 0])];
const RTF = [...'{\\rtf1 text}'].map((letter) => letter.charCodeAt(0));
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
    ['empty.docx', [], 'misnamed'],
    ['page.docx', [0x41], 'misnamed'],
    ['picture.PDF', PNG, 'misnamed'],
    ['picture.png', PNG, 'binary'],
    // Its own fault is more precise.
    ['old.docx', OLE, 'document'],
    // The service converts these.
    ['old.doc', WORD_97, 'docx'],
    ['old.txt', RTF, 'docx'],
    ['old.odt', ZIP, 'docx'],
  ])('%s of %j: %s', async (name, bytes, kind) => {
    expect(kindOf(await readInputFile(new Blob([new Uint8Array(bytes)]), name))).toBe(kind);
  });
});
