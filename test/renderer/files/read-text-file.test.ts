import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, readTextFile, utf8Length } from '../../../renderer/files/read-text-file.ts';
import { OWN_DOCUMENT_MAX_BYTES } from '../../../shared/limits.ts';

/** Ordinary text: no zero characters, no unpaired surrogate, and no signature of a document. */
const anyText = fc
  .string({ unit: 'binary', maxLength: 60 })
  .filter((text) => !text.includes('\0') && !text.startsWith('\uFEFF') && !/^(?:%PDF-|PK\u0003\u0004)/u.test(text));

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(2 + 2 * text.length));
  bytes.setUint16(0, 0xfeff, littleEndian);
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(2 + 2 * at, text.charCodeAt(at), littleEndian);
  return new Uint8Array(bytes.buffer);
}

describe('decodeText', () => {
  test('reads what UTF-8 and UTF-16 with a mark spell, and drops the mark', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const spelled = [
          new TextEncoder().encode(text),
          new TextEncoder().encode(`\uFEFF${text}`),
          utf16(text, true),
          utf16(text, false),
        ];
        for (const bytes of spelled) expect(decodeText(bytes)).toEqual({ ok: true, text });
      }),
    );
  });

  test('never replaces a byte: what is read can be written again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const outcome = decodeText(bytes);
        if (!outcome.ok || bytes[0] === 0xfe || bytes[0] === 0xff) return;
        const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
        expect([...new TextEncoder().encode(outcome.text)]).toEqual([...bytes.slice(marked ? 3 : 0)]);
      }),
    );
  });

  test.each([
    ['a zero byte', [0x41, 0, 0x42], { kind: 'binary' }],
    ['Latin-1', [0x47, 0x72, 0xfc, 0xdf], { kind: 'encoding' }],
    ['half of a UTF-16 unit', [0xff, 0xfe, 0x41], { kind: 'encoding' }],
    ['UTF-32', [0xff, 0xfe, 0, 0, 0x41, 0, 0, 0], { kind: 'binary' }],
    ['a PDF', [...new TextEncoder().encode('%PDF-1.7')], { kind: 'document', format: 'pdf' }],
    ['a DOCX', [0x50, 0x4b, 3, 4, 20, 0], { kind: 'document', format: 'docx' }],
    ['an RTF', [...new TextEncoder().encode('{\\rtf1 text}')], { kind: 'document', format: 'rtf' }],
  ])('refuses %s and says why', (_name, bytes, fault) => {
    expect(decodeText(Uint8Array.from(bytes))).toEqual({ ok: false, fault });
  });
});

describe('readTextFile', () => {
  test('takes a text up to the limit and not a byte more', async () => {
    const most = 'x'.repeat(OWN_DOCUMENT_MAX_BYTES);
    expect(await readTextFile(new Blob([most]))).toEqual({ ok: true, text: most });
    expect(await readTextFile(new Blob([most, 'x']))).toEqual({
      ok: false,
      fault: { kind: 'too-large', sizeBytes: OWN_DOCUMENT_MAX_BYTES + 1, limitBytes: OWN_DOCUMENT_MAX_BYTES },
    });
  });

  test('takes UTF-16 by the size that it has in a request', async () => {
    const text = 'x'.repeat(OWN_DOCUMENT_MAX_BYTES);
    expect(await readTextFile(new Blob([utf16(text, true) as Uint8Array<ArrayBuffer>]))).toEqual({ ok: true, text });
  });

  test('does not even read what cannot fit', async () => {
    let read = false;
    const blob = new Blob(['x'.repeat(2 * OWN_DOCUMENT_MAX_BYTES + 3)]);
    blob.arrayBuffer = () => {
      read = true;
      return Promise.reject(new Error('not to be read'));
    };
    expect(await readTextFile(blob)).toMatchObject({ ok: false, fault: { kind: 'too-large', sizeBytes: blob.size } });
    expect(read).toBe(false);
  });

  test('says that a folder cannot be read', async () => {
    const blob = new Blob(['x']);
    blob.arrayBuffer = () => Promise.reject(new DOMException('a folder', 'NotFoundError'));
    expect(await readTextFile(blob)).toEqual({ ok: false, fault: { kind: 'unreadable' } });
  });
});

test('utf8Length counts bytes', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => utf8Length(text) === Buffer.byteLength(text, 'utf8')));
});
