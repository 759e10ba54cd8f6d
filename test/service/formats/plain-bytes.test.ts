import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as ofNode from '../../../service/formats/bytes.ts';
import { sha256 } from '../../../service/formats/sha256.ts';
import * as plain from '../../../service/library/plain-bytes.ts';

/** Texts with lone surrogates, too. */
const TEXT = fc.string({ unit: 'binary' }).chain((text) => fc.nat(text.length).map((cut) => text.slice(cut)));
const LIKE_BASE64 = fc.string({ unit: fc.constantFrom(...'ABCxyz019+/-_= \n%é') });

describe('the library without Node answers as Node does', () => {
  test('the length of a text in UTF-8', () => {
    fc.assert(fc.property(TEXT, (text) => void expect(plain.utf8Length(text)).toBe(ofNode.utf8Length(text))));
    for (const text of ['\ud83d', '\ude00', '\ude00\ud83d', 'a\ud83d\ude00', 'é€']) {
      expect(plain.utf8Length(text), JSON.stringify(text)).toBe(ofNode.utf8Length(text));
    }
  });

  test('the bytes of Base64, exact or not', () => {
    const isSame = (text: string): void =>
      void expect([...plain.bytesOfBase64(text)]).toEqual([...ofNode.bytesOfBase64(text)]);
    fc.assert(fc.property(fc.uint8Array(), (bytes) => isSame(Buffer.from(bytes).toString('base64'))));
    fc.assert(fc.property(LIKE_BASE64, isSame));
  });

  test('SHA-256 of texts and bytes', () => {
    fc.assert(fc.property(TEXT, (text) => void expect(plain.sha256(text)).toBe(sha256(text))));
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void expect(plain.sha256(bytes)).toBe(sha256(bytes))));
  });
});
