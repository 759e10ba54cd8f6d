/** DOCX with photos: their pictures are compared by digest, and none of them stays in memory. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SHOWN_PICTURES_MAX_BYTES } from '../../../../service/formats/docx/parts/shown-pictures.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { readArchive } from '../../../../service/ooxml/read-archive.ts';
import { writeRedline } from '../../../../service/redline/write-redline.ts';
import { docx, picture, r, wp } from '../../../builders/docx.ts';
import { costlyTest } from '../../../seed/costly-test.ts';

const PHOTO_BYTES = 5 * 1024 * 1024;
const PHOTOS = 12;

const photos = new Map<number, Uint8Array>();

/** Noise of a seed, which no archive makes smaller. */
function photo(seed: number): Uint8Array {
  const known = photos.get(seed) ?? noise(seed);
  photos.set(seed, known);
  return known;
}

function noise(seed: number): Uint8Array {
  return createHash('shake256', { outputLength: PHOTO_BYTES }).update(String(seed)).digest();
}

/** A contract of 60 MB. `seedOfThird` makes another photo of the third one. */
function contract(fee: number, seedOfThird: number): Uint8Array {
  const numbers = Array.from({ length: PHOTOS }, (_, at) => at + 1);
  const images = Object.fromEntries(
    numbers.map((number) => [`i${number}`, photo(number === 3 ? seedOfThird : number)]),
  );
  const places = numbers.map((number) => wp(r(`Photo ${number}: `) + picture(`i${number}`)));
  return docx(wp(`The fee is ${fee} euro.`) + places.join(''), { images, stored: true });
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('two contracts of 60 MB, of which one word and one photo differ', () => {
  const [original, revised] = [contract(5, 3), contract(6, 99)];

  it('are compared: both changes are found, and few photos are in the redline', async () => {
    const compared = await compareFiles({
      ...{ formats: { original: 'docx', revised: 'docx' }, original, revised },
      ...{ mode: 'auto', attributeMode: 'semantic', include: ['pictures'], complexity: 'extended' },
    });
    const { changes } = compared.page(0, 100);
    expect(changes.map(({ type }) => type)).toEqual(['replace', 'replace']);
    // What a picture has in place of its words is told by its digest.
    expect([photo(3), photo(99)].map((bytes) => compared.html.includes(sha256(bytes)))).toEqual([true, true]);
    expect(compared.html.length).toBeLessThan(3 * SHOWN_PICTURES_MAX_BYTES);
    expect(compared.warnings.map(({ code }) => code)).toContain('pictures_left_out');
  });

  costlyTest('become one with tracked revisions, with every photo byte for byte', async () => {
    const { bytes } = await writeRedline(original, revised, { author: 'Ann', date: '2026-01-01T00:00:00Z' });
    const media = (await readArchive(bytes)).filter(({ name }) => name.startsWith('word/media/'));
    const wanted = Array.from({ length: PHOTOS }, (_, at) => sha256(photo(at + 1)));
    expect(media.map((entry) => sha256(entry.bytes)).toSorted()).toEqual([...wanted, sha256(photo(99))].toSorted());
  });

  it('keep the bytes of no photo in memory once they were read', async () => {
    const entries = await readArchive(original);
    const large = entries.filter(({ name }) => name.startsWith('word/media/'));
    expect(large).toHaveLength(PHOTOS);
    expect(large.every(({ packed }) => packed.bytes.buffer === original.buffer)).toBe(true);
    // Each look inflates anew.
    const [one, other] = [large[0]!.bytes, large[0]!.bytes];
    expect(one === other).toBe(false);
    expect(sha256(large[0]!.bytes)).toBe(sha256(photo(1)));
  });
});
