/** Pictures as LibreOffice gets them: what is gone, what is as it was, and that different ones stay different. */
import { describe, expect, it } from 'vitest';
import { closedPicture } from '../../../service/ooxml/closed-picture/closed-picture.ts';
import {
  EMF_RECTANGLE,
  EPS,
  PICT,
  emf,
  emfRecord,
  leakyEmf,
  leakySvg,
  packedSvg,
  svgLikeEmf,
  wmfWithEscape,
} from '../../builders/hostile-pictures.ts';

const SECRET = 'file:///home/owner/secret.png';
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('a closed picture', () => {
  it.each([
    ['PNG', Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')],
    ['JPEG', Buffer.from('\xff\xd8\xff\xe0rest', 'latin1')],
    ['GIF', Buffer.from('GIF89arest')],
    ['EMF', emf(EMF_RECTANGLE)],
  ])('is the picture itself: %s', (_, bytes) => {
    expect(text(closedPicture(bytes))).toBe(text(bytes));
  });

  it.each([
    ['EPS', EPS],
    ['PICT', PICT],
    ['PDF', Buffer.from('%PDF-1.7 rest')],
    ['a metafile of LibreOffice', Buffer.from('VCLMTF rest')],
    ['an object of another program', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1')],
    ['an EMF that only its comment draws', emf(emfRecord(70, Buffer.from([4, 0, 0, 0, 1, 2, 3, 4])))],
    ['GIF8 without a version', Buffer.from('GIF8<svg>')],
    ['BM without a header', Buffer.from('BM<svg xmlns="x">')],
  ])('is grey for %s, and another one for another', (_, bytes) => {
    const grey = text(closedPicture(bytes));
    expect(grey).toMatch(/^\x89PNG\r\n.*A picture of a kind that is not shown, SHA-256 [\da-f]{64}/su);
    expect(text(closedPicture(Buffer.concat([bytes, Buffer.from('other')])))).not.toBe(grey);
  });

  it.each([
    ['an SVG', leakySvg(SECRET)],
    ['a packed SVG', packedSvg(SECRET)],
    ['an SVG with the signature of an EMF', svgLikeEmf(SECRET)],
    ['an SVG in an SVG', leakySvg(`data:image/png;base64,${leakySvg(SECRET).toString('base64')}`)],
    ['an SVG in the comment of an EMF', leakyEmf(SECRET)],
    ['an SVG in the escape of a WMF', wmfWithEscape(leakySvg(SECRET))],
  ])('names no file: %s', (_, bytes) => {
    const copy = closedPicture(bytes);
    expect(text(copy)).not.toContain('secret');
    expect(text(copy)).not.toContain(leakySvg(SECRET).toString('base64').slice(0, 40));
  });

  it('keeps what an EMF and a WMF draw, and notes what they were', () => {
    expect(text(closedPicture(leakyEmf(SECRET)))).toContain(text(EMF_RECTANGLE));
    expect(text(closedPicture(wmfWithEscape(leakySvg(SECRET))))).toContain('\x1b\x04Z\0Z\0');
    expect(text(closedPicture(leakyEmf(SECRET)))).not.toBe(text(closedPicture(leakyEmf(`${SECRET}2`))));
    expect(text(closedPicture(wmfWithEscape(leakySvg('a'))))).not.toBe(
      text(closedPicture(wmfWithEscape(leakySvg('b')))),
    );
  });
});
