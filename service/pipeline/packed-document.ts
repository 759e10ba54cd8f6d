/**
 * Documents on their way from the reading process to the comparing thread. They are bytes that the main process passes
 * on unopened: a document of 400 pages is some hundred thousand objects.
 */
import { deserialize, serialize } from 'node:v8';
import type { Complexity } from '../../shared/api/complexity.ts';
import { sha256 } from '../formats/sha256.ts';
import { flatten } from '../engine/fallback/flatten.ts';
import { excessOf } from '../formats/measure-envelope.ts';
import { warningsOf } from '../formats/pdf/read-pdf.ts';
import type { PackedDocument, PackedPair, ReadDocuments, ReadPair } from './tasks.ts';
import type { DocumentFormat } from '../../shared/formats.ts';

/**
 * Packs a document that was read. A DOCX that is compared as text is packed as text. Its links and pictures may take
 * hundreds of times the size of its file, and nobody would see them.
 */
export function packDocument<Format extends DocumentFormat>(
  format: Format,
  read: ReadDocuments[Format],
  bytes: Uint8Array,
  complexity: Complexity,
): PackedDocument {
  const warnings =
    format === 'pdf' ? warningsOf(read as ReadDocuments['pdf']) : (read as ReadDocuments['docx']).document.warnings;
  return {
    packed: ownBytes(serialize(format === 'docx' ? asCompared(read as ReadDocuments['docx'], complexity) : read)),
    warnings,
    fileSha256: sha256(bytes),
  };
}

function asCompared(read: ReadDocuments['docx'], complexity: Complexity): ReadDocuments['docx'] {
  return excessOf(read.envelope, complexity) ? { ...read, document: flatten(read.document) } : read;
}

/** Both sides as they were read. */
export function unpackPair({ format, original, revised }: PackedPair): ReadPair {
  const unpack = ({ packed }: PackedDocument): unknown => deserialize(packed);
  return { format, original: unpack(original), revised: unpack(revised) } as ReadPair;
}

/** A copy of the bytes with memory of its own. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
