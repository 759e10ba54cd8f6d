/** Streams that expand beyond the limit are refused before they are expanded. */
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { FileObjects } from '../../../../../service/formats/pdf/amend/file-objects.ts';
import { sizeInWords } from '../../../../../shared/in-words.ts';
import { checkInflatedSizes } from '../../../../../service/formats/pdf/amend/inflated-budget.ts';

const LIMIT = 1_000_000;
const spaces = (length: number): Buffer => Buffer.alloc(length, 0x20);

/** A file with one stream. */
function fileWith(entries: string, data: Buffer): FileObjects {
  return new FileObjects(
    Buffer.concat([
      Buffer.from(`%PDF-1.7\n4 0 obj\n<<${entries}/Length ${data.length}>>\nstream\n`),
      data,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
  );
}

const twice = (data: Buffer): Buffer => deflateSync(deflateSync(data));

it.each([
  ['a byte too many', '/Filter/FlateDecode', deflateSync(spaces(LIMIT + 1))],
  ['a byte too many, in the short spelling', '/F [/Fl]', deflateSync(spaces(LIMIT + 1))],
  ['a gigabyte in about a kilobyte', '/Filter [ /FlateDecode /FlateDecode ]', twice(spaces(200_000_000))],
  ['too many bytes under another filter', '/Filter[/FlateDecode/ASCIIHexDecode]', deflateSync(spaces(3 * LIMIT))],
  ['too many bytes and damage after them', '/Filter/FlateDecode', deflateSync(spaces(5 * LIMIT)).subarray(0, -8)],
])('refuses %s', async (_what, entries, data) => {
  await expect(checkInflatedSizes(fileWith(entries, data), LIMIT)).rejects.toMatchObject({
    code: 'document_too_complex',
    message: expect.stringContaining(
      `has ${sizeInWords(data.length)} and expands to more than ${sizeInWords(LIMIT)}, which is the limit`,
    ),
  });
});

it.each([
  ['as many bytes as may be', '/Filter/FlateDecode', deflateSync(spaces(LIMIT))],
  ['the same twice compressed', '/Filter[/FlateDecode/FlateDecode]', twice(spaces(LIMIT))],
  ['a picture, which is never expanded', '/Subtype /Image/Filter/FlateDecode', deflateSync(spaces(2 * LIMIT))],
  ['bytes that are no Flate', '/Filter/FlateDecode', Buffer.alloc(5_000, 0xff)],
  ['bytes without a filter', '', spaces(2 * LIMIT)],
])('lets %s pass', async (_what, entries, data) => {
  await expect(checkInflatedSizes(fileWith(entries, data), LIMIT)).resolves.toBeUndefined();
});
