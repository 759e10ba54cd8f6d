/**
 * Documents on their way from the reading process to the comparing thread. They are bytes that the main process passes
 * on unopened: a document of 400 pages is some hundred thousand objects.
 */
import { deserialize, serialize } from 'node:v8';
import type { Complexity } from '../../../shared/api/complexity.ts';
import { sha256 } from '../../sha256.ts';
import type { Block } from '../../../shared/document/model.ts';
import type { Spot } from '../../../shared/document/slides.ts';
import { flatBlocksOf, flatten } from '../../engine/fallback/flatten.ts';
import { excessOf } from '../../formats/measure-envelope.ts';
import { warningsOf } from '../../formats/pdf/read-pdf.ts';
import type { ReadResult } from '../../formats/read-result.ts';
import { storyOf } from '../../../shared/document/story.ts';
import { conversionWarnings } from './converted-file.ts';
import type { DocumentTask, PackedDocument, PackedPair, ReadFile, ReadPair } from './tasks.ts';

/**
 * Packs a document that was read. A DOCX that is compared as text is packed as text. Its links and pictures may take
 * hundreds of times the size of its file, and nobody would see them.
 */
export function packDocument(
  file: ReadFile,
  { bytes, converted, complexity = 'standard' }: Pick<DocumentTask, 'bytes' | 'converted' | 'complexity'>,
): PackedDocument {
  const warnings = file.format === 'pdf' ? warningsOf(file.read) : file.read.document.warnings;
  return {
    format: file.format,
    packed: ownBytes(serialize(file.format === 'pdf' ? file.read : asCompared(file.read, complexity))),
    warnings: [...conversionWarnings(converted), ...warnings],
    fileSha256: converted?.fileSha256 ?? sha256(bytes),
    ...(converted && { convertedFrom: converted.from }),
  };
}

/** Headers, footers and comments stay apart: a comparison with another format leaves them out. */
function asCompared(read: ReadResult, complexity: Complexity): ReadResult {
  if (excessOf(read.envelope, complexity) === null) return read;
  const { blocks, warnings } = read.document;
  const stories = blocks.filter(({ path }) => storyOf(path) !== null);
  const body = blocks.filter(({ path }) => storyOf(path) === null);
  const flat = flatten({ blocks: body, warnings });
  const document = { ...flat, blocks: [...flat.blocks, ...stories] };
  const { spots } = read;
  return spots === undefined ? { ...read, document } : { ...read, document, spots: flatSpots(blocks, spots) };
}

/** The spots of a document that was flattened. Stories follow everything else, and stay as they are. */
function flatSpots(blocks: readonly Block[], spots: readonly Spot[]): Spot[] {
  return blocks.flatMap((block, at) => {
    const count = storyOf(block.path) === null ? flatBlocksOf(block).length : 1;
    return new Array<Spot>(count).fill(spots[at]!);
  });
}

/** Both sides as they were read. */
export function unpackPair({ original, revised }: PackedPair): ReadPair {
  return { original: unpackDocument(original), revised: unpackDocument(revised) };
}

/** One side as it was read. */
export function unpackDocument({ format, packed }: PackedDocument): ReadFile {
  return { format, read: deserialize(packed) as unknown } as ReadFile;
}

/** A copy of the bytes with memory of its own. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
