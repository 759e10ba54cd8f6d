/**
 * Read documents on their way from the process that read them to the thread that compares them: bytes, which whoever
 * stands between hands on without opening them. A document of 400 pages is some hundred thousand objects.
 */
import { deserialize, serialize } from 'node:v8';
import { flatten } from '../engine/fallback/flatten.ts';
import { isBeyondEnvelope } from '../formats/measure-envelope.ts';
import { warningsOf } from '../formats/pdf/read-pdf.ts';
import type { DocumentFormat, PackedDocument, PackedPair, ReadDocuments, ReadPair } from './tasks.ts';

/**
 * Packs what the reader of a format made of a file. A DOCX that is compared as text is packed as text: its links and pictures may
 * take hundreds of times the room of its file, and nobody would look at them.
 */
export function packDocument<Format extends DocumentFormat>(
  format: Format,
  read: ReadDocuments[Format],
): PackedDocument {
  const warnings =
    format === 'pdf' ? warningsOf(read as ReadDocuments['pdf']) : (read as ReadDocuments['docx']).document.warnings;
  return {
    packed: ownBytes(serialize(format === 'docx' ? asCompared(read as ReadDocuments['docx']) : read)),
    warnings,
  };
}

function asCompared(read: ReadDocuments['docx']): ReadDocuments['docx'] {
  return isBeyondEnvelope(read.envelope) ? { ...read, document: flatten(read.document) } : read;
}

/** Both sides as they were read. */
export function unpackPair({ format, original, revised }: PackedPair): ReadPair {
  const unpack = ({ packed }: PackedDocument): unknown => deserialize(packed);
  return { format, original: unpack(original), revised: unpack(revised) } as ReadPair;
}

/** The same bytes in memory of their own. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
