import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readArchive, renamed } from '../../../service/ooxml/read-archive.ts';
import { sizeInWords } from '../../../shared/in-words.ts';
import { archive } from '../../builders/docx.ts';
import { costlyTest } from '../../seed/costly-test.ts';

const codeOf = (bytes: Uint8Array): Promise<unknown> =>
  readArchive(bytes).then(
    () => 'read',
    (fault: unknown) => (fault as { code: unknown }).code,
  );

const messageOf = (bytes: Uint8Array): Promise<string> =>
  readArchive(bytes).then(
    () => 'read',
    (fault: unknown) => (fault as Error).message,
  );

/** An archive whose content is `ratio` times as long as the archive itself. */
function expanding(ratio: number): Uint8Array {
  const noise = createHash('shake256', { outputLength: 20_000 }).update('noise').digest();
  let bytes = archive({ noise, a: new Uint8Array(1_000_000) });
  // The size of the archive depends a little on what it expands to: two rounds settle it.
  for (let round = 0; round < 4; round += 1) {
    const wanted = Math.floor(bytes.length * ratio);
    bytes = archive({ noise, a: new Uint8Array(Math.max(0, wanted - noise.length)) });
  }
  return bytes;
}

describe('archives', () => {
  test('give what was put in', async () => {
    const entries = await readArchive(archive({ 'a.xml': 'one', 'b/c.xml': 'two' }));
    expect(entries.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['a.xml', 'one'],
      ['b/c.xml', 'two'],
    ]);
  });

  test('may expand to 100 times their size, and not to 101', async () => {
    expect(await codeOf(expanding(99))).toBe('read');
    expect(await codeOf(expanding(101))).toBe('archive_limit_exceeded');
  });

  test('may expand to 1 MiB however small they are', async () => {
    const blank = (length: number): Uint8Array => archive({ 'word/media/blank.bmp': new Uint8Array(length) });
    expect(blank(1024 * 1024).length).toBeLessThan(2_000);
    expect(await codeOf(blank(1024 * 1024))).toBe('read');
    expect(await messageOf(blank(1024 * 1024 + 1))).toContain(
      'which is the limit: 100 times its size, and 1 MB at least',
    );
  });

  costlyTest('are checked piece by piece where media is large: size, checksum, damage and expansion', async () => {
    const noise = createHash('shake256', { outputLength: 3_000_000 }).update('noise').digest();
    const bytes = Buffer.from(archive({ 'word/media/a.bin': noise }));
    const [entry] = await readArchive(bytes);
    expect([entry!.packed.sizeBytes, Buffer.compare(entry!.bytes, noise)]).toEqual([3_000_000, 0]);
    expect(Buffer.compare(renamed(entry!, 'b').bytes, noise)).toBe(0);
    const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    for (const [at, value] of [
      [24, 2_999_999],
      [16, 1],
    ] as const) {
      const lying = Buffer.from(bytes);
      lying.writeUInt32LE(value, directory + at);
      expect(await codeOf(lying)).toBe('document_invalid');
    }
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, 100, 2_000);
    expect(await codeOf(damaged)).toBe('document_invalid');
    expect(await codeOf(archive({ 'word/media/a.bin': new Uint8Array(60_000_000) }))).toBe('archive_limit_exceeded');
  });

  test('may have 1,000 entries, and not 1,001', async () => {
    const files = (count: number): Uint8Array =>
      archive(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, `${at}`])));
    expect(await codeOf(files(1_000))).toBe('read');
    expect(await codeOf(files(1_001))).toBe('archive_limit_exceeded');
  });

  test('that lie about a size are refused, whichever way', async () => {
    const bytes = Buffer.from(archive({ a: 'x'.repeat(5_000) }));
    // The uncompressed size is at offset 24 of the directory's header and at 22 of the local one.
    const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    for (const size of [1, 4_000_000_000]) {
      const lying = Buffer.from(bytes);
      lying.writeUInt32LE(size, directory + 24);
      expect(await codeOf(lying)).toBe('document_invalid');
    }
  });

  test('whose entries overlap count each of them', async () => {
    // 900 directory entries that all lead to one local file of 1 MB. The archive has about 17 KB, and its content 900
    // MB.
    const content = deflateRawSync(Buffer.alloc(1_000_000));
    const one = Buffer.from(archive({ f: new Uint8Array(1_000_000) }));
    const start = one.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    const end = one.indexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    const entry = one.subarray(start, end);
    const tail = Buffer.from(one.subarray(end));
    tail.writeUInt16LE(900, 8);
    tail.writeUInt16LE(900, 10);
    tail.writeUInt32LE(entry.length * 900, 12);
    const bomb = Buffer.concat([one.subarray(0, start), ...Array.from({ length: 900 }, () => entry), tail]);
    expect(content.length).toBeLessThan(2_000);
    expect(await codeOf(bomb)).toBe('archive_limit_exceeded');
  });

  test('that are none, cut off or damaged are invalid at every length', async () => {
    const bytes = archive({ 'a.xml': 'one'.repeat(50), 'b.xml': 'two' });
    for (let length = 0; length < bytes.length; length += 1) {
      expect(await codeOf(bytes.subarray(0, length))).toBe('document_invalid');
    }
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = Uint8Array.from(bytes);
      damaged[at] = damaged[at]! ^ 0x55;
      expect(['read', 'document_invalid', 'document_encrypted', 'archive_limit_exceeded']).toContain(
        await codeOf(damaged),
      );
    }
  });

  test('without the record at their end look cut off, at every length', async () => {
    const inner = archive({ 'word/document.xml': '<a/>' }, true);
    for (const bytes of [archive({ 'a.xml': 'one'.repeat(50), 'b.xml': 'two' }), archive({ 'a.docx': inner }, true)]) {
      for (let length = 1; length < bytes.length; length += 1) {
        expect(await messageOf(bytes.subarray(0, length))).toBe(
          `The file is cut off: it has ${sizeInWords(length)}, and its end is missing. Copy or download it again, or save it again in its program.`,
        );
      }
    }
  });

  test('that are damaged are told by what was found, and what to do', async () => {
    const bytes = Buffer.from(archive({ 'a.xml': 'one'.repeat(50), 'b.xml': 'two' }));
    const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    const second = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), directory + 4);
    const changed = (at: number, ...values: number[]): Uint8Array => {
      const copy = Buffer.from(bytes);
      copy.set(values, at);
      return copy;
    };
    const found: [Uint8Array, string][] = [
      // A byte behind the end, where the end says that there is no comment.
      [
        Buffer.concat([bytes, Buffer.from('x')]),
        `no whole directory stands at the end of its ${bytes.length + 1} bytes`,
      ],
      [changed(second, 0), 'entry 2 of the 2 in its directory is damaged, or leads out of the archive'],
      [changed(second + 46, 0x2f), 'entry 2 of the 2 in its directory is damaged, or leads out of the archive'],
      [changed(0, 0), 'the head of an entry, at byte 0, is damaged'],
      [changed(directory + 10, 9, 0), 'an entry uses compression method 9, and only 0 and 8 are allowed'],
      [changed(directory + 24, 151), 'an entry has 150 bytes, and its directory says 151'],
      [changed(directory + 16, 0, 0, 0, 0), 'the checksum of an entry does not match'],
    ];
    for (const [damaged, reason] of found) {
      expect(await messageOf(damaged)).toBe(
        `The file cannot be read: its ZIP archive is damaged or cut off (${reason}). Open it in its program, save it again and send that.`,
      );
    }
  });

  test('in a compound file are encrypted, or of the old format', async () => {
    const header = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const named = (name: string): Uint8Array =>
      Buffer.concat([header, Buffer.alloc(500), Buffer.from(name, 'utf16le')]);
    expect(await codeOf(named('EncryptedPackage'))).toBe('document_encrypted');
    expect(await codeOf(named('WordDocument'))).toBe('document_invalid');
  });
});
