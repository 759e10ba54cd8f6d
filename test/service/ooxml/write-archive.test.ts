import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readArchive } from '../../../service/ooxml/read-archive.ts';
import { writeArchive, type ArchivePart } from '../../../service/ooxml/write-archive.ts';
import { DEFLATED, STORED, writeZip } from '../../../service/ooxml/write-zip.ts';

const contentOf = (parts: readonly ArchivePart[]): [string, string][] =>
  parts.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')]);

/** Files of one archive: names with and without ASCII, content that deflates well and content that does not. */
const files = fc.dictionary(
  fc.oneof(fc.stringMatching(/^[a-z]{1,8}\.(?:xml|png)$/), fc.constantFrom('word/ü.xml', 'a b/文.bin')),
  fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.nat(3_000).map((length) => new Uint8Array(length).fill(65)),
  ),
);

describe('archives that are written', () => {
  test('hold what was put in, for us and for another reader', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (wanted) => {
        const parts = Object.entries(wanted).map(([name, bytes]) => ({ name, bytes }));
        const written = writeArchive(parts);
        expect(contentOf(await readArchive(written))).toEqual(contentOf(parts));
        const others = unzipSync(written);
        expect(
          contentOf(
            Object.entries(others)
              .map(([name, bytes]) => ({ name, bytes }))
              .sort(byName),
          ),
        ).toEqual(contentOf([...parts].sort(byName)));
      }),
    );
  });

  test('are the same bytes each time, also of parts that were read', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (wanted) => {
        const first = writeArchive(Object.entries(wanted).map(([name, bytes]) => ({ name, bytes })));
        const again = writeArchive(await readArchive(first));
        expect(Buffer.compare(writeArchive(await readArchive(again)), again)).toBe(0);
      }),
    );
  });

  test('have deflated entries as they lay in the archive that they were read from', async () => {
    const text = Buffer.from('one two three '.repeat(200));
    // Of a level that ours does not use, so that packing it anew would show.
    const loose = deflateRawSync(text, { level: 1 });
    const source = writeZip([
      { name: 'a.xml', content: { method: DEFLATED, bytes: loose, crc32: crc32(text), sizeBytes: text.byteLength } },
    ]);
    const written = writeArchive([...(await readArchive(source)), { name: 'b.xml', bytes: text }]);
    const [a, b] = await readArchive(written);
    expect(Buffer.compare(a!.packed.bytes, loose)).toBe(0);
    expect(Buffer.compare(b!.packed.bytes, loose)).not.toBe(0);
    expect(Buffer.from(b!.bytes).toString()).toBe(text.toString());
  });

  test('pack anew what was stored plainly, and what takes more room packed than unpacked', async () => {
    const text = Buffer.from('one two three '.repeat(200));
    const plain = writeZip([
      { name: 'a.xml', content: { method: STORED, bytes: text, crc32: crc32(text), sizeBytes: text.byteLength } },
    ]);
    expect((await readArchive(writeArchive(await readArchive(plain))))[0]!.packed.bytes.byteLength).toBeLessThan(100);
    // Empty blocks of five bytes each, which unpack to nothing, then the content. A forged archive may name them many
    // times.
    const padded = Buffer.concat([
      ...Array.from({ length: 1_000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])),
      deflateRawSync(text),
    ]);
    const forged = writeZip([
      { name: 'a.xml', content: { method: DEFLATED, bytes: padded, crc32: crc32(text), sizeBytes: text.byteLength } },
    ]);
    const [entry] = await readArchive(writeArchive(await readArchive(forged)));
    expect(Buffer.from(entry!.bytes).toString()).toBe(text.toString());
    expect(entry!.packed.bytes.byteLength).toBeLessThan(100);
  });

  test('refuse what ZIP cannot count', () => {
    const content = { method: DEFLATED, bytes: new Uint8Array(), crc32: 0, sizeBytes: 0 } as const;
    expect(() => writeZip(Array.from({ length: 65_536 }, (_, at) => ({ name: `${at}`, content })))).toThrow(RangeError);
    expect(() => writeZip([{ name: 'a'.repeat(65_536), content }])).toThrow(RangeError);
  });
});

function byName(a: ArchivePart, b: ArchivePart): number {
  return a.name < b.name ? -1 : 1;
}
