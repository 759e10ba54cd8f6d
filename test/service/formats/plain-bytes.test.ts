import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as ofNode from '../../../service/formats/bytes.ts';
import { sha256 } from '../../../service/sha256.ts';
import * as plain from '../../../service/library/plain-bytes.ts';

/** Texts with lone surrogates, too. */
const TEXT = fc.string({ unit: 'binary' }).chain((text) => fc.nat(text.length).map((cut) => text.slice(cut)));
const LIKE_BASE64 = fc.string({ unit: fc.constantFrom(...'ABCxyz019+/-_= \n%é') });

describe('the library without Node answers as Node does', () => {
  const hasSameLength = (text: string): void => {
    expect(plain.utf8Length(text), JSON.stringify(text)).toBe(ofNode.utf8Length(text));
  };
  const hasSameBytes = (text: string): void => {
    expect([...plain.bytesOfBase64(text)]).toEqual([...ofNode.bytesOfBase64(text)]);
  };
  const hasSameDigest = (content: string | Uint8Array): void => {
    expect(plain.sha256(content)).toBe(sha256(content));
  };

  test('the length of a text in UTF-8', () => {
    fc.assert(fc.property(TEXT, hasSameLength));
    for (const text of ['\ud83d', '\ude00', '\ude00\ud83d', 'a\ud83d\ude00', 'é€']) hasSameLength(text);
  });

  test('the bytes of Base64, exact or not', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => hasSameBytes(Buffer.from(bytes).toString('base64'))));
    fc.assert(fc.property(LIKE_BASE64, hasSameBytes));
  });

  test('SHA-256 of texts and bytes', () => {
    fc.assert(fc.property(TEXT, hasSameDigest));
    fc.assert(fc.property(fc.uint8Array(), hasSameDigest));
  });
});
