/**
 * Opens the ZIP archive of a document. The limits apply to the inflated bytes, not to the sizes in the directory.
 * Inflating stops at the limit, so memory stays bounded even if the archive lies about sizes. Large media is checked
 * piece by piece, and inflated again by whoever needs it, so a file of photos takes little more memory than its bytes.
 *
 * `yauzl` reads the directory. `fflate`, which writes archives, tells of an entry neither its place, its checksum nor
 * whether it is encrypted, and believes the sizes.
 */
import { createInflateRaw, crc32, inflateRawSync } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { ServiceError } from '../../shared/errors.ts';
import type { PackageFormat } from '../../shared/formats.ts';
import { isEncryptedPackage, ZIP_SIGNATURE, zipEndOf } from '../../shared/recognize-format.ts';
import { sizeInWords } from '../../shared/in-words.ts';
import { wrongFormat } from '../../shared/wrong-format.ts';
import { DEFLATED, STORED, type PackedContent } from './write-zip.ts';

/** Maximum number of entries of an archive. */
const ARCHIVE_MAX_ENTRIES = 1_000;
/** Maximum ratio of the inflated size of an archive to its own size. */
export const ARCHIVE_MAX_RATIO = 100;
/** The ratio counts from this inflated size on. A small file with a blank picture may exceed it below. */
const RATIO_COUNTS_FROM_BYTES = 1024 * 1024;

/** An entry from this size on is not kept in memory, in inflated bytes, unless it is XML. Most pictures are smaller. */
const LARGE_BYTES = 1024 * 1024;
/** Parts that are parsed. */
const PARSED = /\.(?:xml|rels)$/i;

/** One entry of an archive: its name, its bytes, and its packed form. */
export interface ArchiveEntry {
  readonly name: string;
  /** Each look at those of a large entry inflates them anew. Copies of an entry are made with `renamed`. */
  readonly bytes: Uint8Array;
  readonly packed: PackedContent;
}

/**
 * The files of an archive in the order of its directory, without folders. Of two entries with the same name, the
 * later one is kept. `wanted`: the format that a refusal names if the bytes are no archive.
 *
 * @throws ServiceError `document_invalid` (no readable archive), `document_encrypted`, `archive_limit_exceeded`
 */
export async function readArchive(bytes: Uint8Array, wanted: PackageFormat = 'docx'): Promise<ArchiveEntry[]> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const archive = await openArchive(buffer, wanted);
  const limit = Math.max(bytes.byteLength * ARCHIVE_MAX_RATIO, RATIO_COUNTS_FROM_BYTES);
  const entries = new Map<string, ArchiveEntry>();
  let expanded = 0;
  let count = 0;
  for (const entry of await directoryOf(archive)) {
    count += 1;
    if (count > ARCHIVE_MAX_ENTRIES) throw tooManyEntries(count);
    if (entry.fileName.endsWith('/')) continue;
    const unpacked = await unpack(archive, entry, buffer, limit - expanded, limit);
    expanded += unpacked.packed.sizeBytes;
    entries.set(entry.fileName, unpacked);
  }
  return [...entries.values()];
}

/** The entry under another name. */
export function renamed(entry: ArchiveEntry, name: string): ArchiveEntry {
  return {
    name,
    get bytes() {
      return entry.bytes;
    },
    packed: entry.packed,
  };
}

/** Every name in the directory of an archive, also names of folders and names that come again. Throws as `readArchive`. */
export async function namesInArchive(bytes: Uint8Array): Promise<string[]> {
  const archive = await openArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return (await directoryOf(archive)).map(({ fileName }) => fileName);
}

async function openArchive(bytes: Buffer, wanted: PackageFormat = 'docx'): Promise<ZipFile> {
  if (isEncryptedPackage(bytes)) throw encrypted();
  if (zipEndOf(bytes) < 0) throw wrongFormat(bytes, wanted) ?? withoutEnd(bytes);
  const archive = await unbroken(
    () => fromBufferPromise(bytes, { validateEntrySizes: true }),
    () => `no whole directory stands at the end of its ${bytes.byteLength} bytes`,
  );
  if (archive.entryCount > ARCHIVE_MAX_ENTRIES) throw tooManyEntries(archive.entryCount);
  return archive;
}

/** Stops one entry after the limit, so a directory with a false length is not read to its end. */
async function directoryOf(archive: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  const readAll = async (): Promise<void> => {
    for await (const entry of archive.eachEntry()) {
      entries.push(entry);
      if (entries.length > ARCHIVE_MAX_ENTRIES) break;
    }
  };
  await unbroken(
    readAll,
    () =>
      `entry ${entries.length + 1} of the ${archive.entryCount} in its directory is damaged, or leads out of the archive`,
  );
  return entries;
}

async function unpack(
  archive: ZipFile,
  entry: Entry,
  buffer: Buffer,
  room: number,
  limit: number,
): Promise<ArchiveEntry> {
  if (entry.isEncrypted()) throw encrypted();
  const { fileDataStart } = await unbroken(
    () => archive.readLocalFileHeaderPromise(entry, { minimal: true }),
    () => `the head of an entry, at byte ${entry.relativeOffsetOfLocalHeader}, is damaged`,
  );
  const stored = buffer.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  if (stored.byteLength !== entry.compressedSize)
    throw broken(
      `an entry of ${entry.compressedSize} bytes begins at byte ${fileDataStart}, and the file ends at byte ${buffer.byteLength}`,
    );
  const method = entry.compressionMethod;
  if (!isAllowed(method)) throw broken(`an entry uses compression method ${method}, and only 0 and 8 are allowed`);
  const name = entry.fileName;
  const packedAs = (sizeBytes: number): PackedContent => ({ method, bytes: stored, crc32: entry.crc32, sizeBytes });
  if (entry.uncompressedSize >= LARGE_BYTES && !PARSED.test(name)) {
    const found = await measured(method, stored, room, limit);
    checkContent(entry, found.sizeBytes, found.checksum);
    const packed = packedAs(found.sizeBytes);
    return {
      name,
      get bytes() {
        return contentOf(packed);
      },
      packed,
    };
  }
  const bytes = method === STORED ? copied(stored, room, limit) : inflate(entry, stored, room, limit);
  checkContent(entry, bytes.byteLength, crc32(bytes));
  return { name, bytes, packed: packedAs(bytes.byteLength) };
}

function checkContent(entry: Entry, sizeBytes: number, checksum: number): void {
  if (sizeBytes !== entry.uncompressedSize)
    throw broken(`an entry has ${sizeBytes} bytes, and its directory says ${entry.uncompressedSize}`);
  if (checksum !== entry.crc32) throw broken('the checksum of an entry does not match');
}

/** The size and the checksum of packed bytes, of which one piece at a time is inflated. */
async function measured(
  method: PackedContent['method'],
  stored: Buffer,
  room: number,
  limit: number,
): Promise<{ readonly sizeBytes: number; readonly checksum: number }> {
  if (method === STORED) {
    if (stored.byteLength > room) throw tooLarge(limit);
    return { sizeBytes: stored.byteLength, checksum: crc32(stored) };
  }
  let [sizeBytes, checksum] = [0, 0];
  const inflating = createInflateRaw({ chunkSize: LARGE_BYTES });
  inflating.end(stored);
  try {
    for await (const piece of inflating as AsyncIterable<Buffer>) {
      sizeBytes += piece.byteLength;
      if (sizeBytes > room) throw tooLarge(limit);
      checksum = crc32(piece, checksum);
    }
  } catch (fault) {
    if (fault instanceof ServiceError) throw fault;
    throw broken('an entry cannot be decompressed');
  }
  return { sizeBytes, checksum };
}

/** The bytes of packed content that was measured. A copy, because entries that share bytes must not share memory. */
function contentOf({ method, bytes, sizeBytes }: PackedContent): Uint8Array {
  return method === STORED ? Buffer.from(bytes) : inflateRawSync(bytes, { maxOutputLength: Math.max(1, sizeBytes) });
}

function isAllowed(method: number): method is PackedContent['method'] {
  return method === STORED || method === DEFLATED;
}

/** A copy, because entries that share bytes must not share memory. */
function copied(stored: Buffer, room: number, limit: number): Buffer {
  if (stored.byteLength > room) throw tooLarge(limit);
  return Buffer.from(stored);
}

function inflate(entry: Entry, stored: Buffer, room: number, limit: number): Buffer {
  if (room <= 0) {
    if (entry.uncompressedSize === 0) return Buffer.alloc(0);
    throw tooLarge(limit);
  }
  try {
    return inflateRawSync(stored, { maxOutputLength: room });
  } catch (fault) {
    if (fault instanceof RangeError && 'code' in fault && fault.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw broken('an entry cannot be decompressed');
  }
}

/**
 * Runs a step of the ZIP reader. Any error of the reader makes the archive unreadable. `reason` is the message for
 * it.
 */
async function unbroken<T>(step: () => Promise<T>, reason: () => string): Promise<T> {
  try {
    return await step();
  } catch {
    throw broken(reason());
  }
}

function broken(reason: string): ServiceError {
  return new ServiceError(
    'document_invalid',
    `The file cannot be read: its ZIP archive is damaged or cut off (${reason}). Open it in its program, save it again and send that.`,
  );
}

/** Bytes without the record at the end of every archive (APPNOTE.TXT 4.3.16). */
function withoutEnd(bytes: Uint8Array): ServiceError {
  const begins =
    bytes.byteLength > 0 && ZIP_SIGNATURE.slice(0, bytes.byteLength).every((byte, at) => bytes[at] === byte);
  const message = begins
    ? `The file is cut off: it has ${sizeInWords(bytes.byteLength)}, and its end is missing. Copy or download it again, or save it again in its program.`
    : `The file is no Office document: it has ${sizeInWords(bytes.byteLength)} and does not begin as one does. Check the file, or name its own format.`;
  return new ServiceError('document_invalid', message, { sizeBytes: bytes.byteLength });
}

function encrypted(): ServiceError {
  return new ServiceError(
    'document_encrypted',
    'The document is protected by a password and cannot be read. Remove the password in its program and send it again.',
  );
}

function tooManyEntries(count: number): ServiceError {
  return new ServiceError(
    'archive_limit_exceeded',
    `The ZIP archive of the file has ${count} entries or more; the limit is ${ARCHIVE_MAX_ENTRIES}. Remove embedded files or pictures and send it again.`,
    { entries: count, limit: ARCHIVE_MAX_ENTRIES },
  );
}

function tooLarge(limitBytes: number): ServiceError {
  return new ServiceError(
    'archive_limit_exceeded',
    `The ZIP archive of the file expands to more than ${sizeInWords(limitBytes)}, which is the limit: ${ARCHIVE_MAX_RATIO} times its size, and ${sizeInWords(RATIO_COUNTS_FROM_BYTES)} at least. Save the document again without the content that is compressed so far.`,
    { limitBytes, ratio: ARCHIVE_MAX_RATIO },
  );
}
