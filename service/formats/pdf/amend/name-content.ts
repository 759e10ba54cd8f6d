import { sha256 } from '../../../sha256.ts';
import { nameActualTexts } from './actual-text.ts';
import { appendUpdate, type ChangedStream } from './append-update.ts';
import type { FileObjects, FileStream } from './file-objects.ts';
import { isPicture, markInlinePictures, PictureNames } from './picture-names.ts';

/** A file whose content names what it paints. */
export interface NamedContent {
  /** The same bytes if nothing had to change, or if the file is encrypted or has an unexpected structure. */
  readonly bytes: Uint8Array;
  /** Digests of the pictures whose places stay unknown, because the bytes could not be changed. */
  readonly unplaced: readonly string[];
  /** Digest of the raw attached files, if they are too large to be decoded one by one; otherwise null. */
  readonly attachedSha256: string | null;
}

/** Writes into the names of marked content what pdf.js does not report: replacement texts and pictures. */
export function nameContent(objects: FileObjects): NamedContent {
  const names = new PictureNames(objects);
  const changed: ChangedStream[] = [];
  for (const stream of objects.streams) {
    if (isPicture(stream)) changed.push(formOf(stream, names.markOf(stream)));
    else if (!OTHER_STREAM.test(stream.dictionary)) {
      const renamed = rename(objects.decoded(stream));
      const dictionary = stream.dictionary.replace(FILTER, '').replace(LENGTH, '');
      if (renamed) changed.push({ id: stream.id, generation: stream.generation, dictionary, content: renamed });
    }
  }
  const updated = changed.length > 0 ? appendUpdate(objects.file, changed) : objects.file;
  return {
    bytes: updated ?? objects.file,
    unplaced: updated ? [] : names.all(),
    attachedSha256: attachedSha256(objects),
  };
}

/** Files that are encrypted, or compressed by another filter, count as too large. */
function attachedSha256(objects: FileObjects): string | null {
  const attached = [...objects.streams].filter(({ dictionary }) => /\/EmbeddedFile\b/.test(dictionary));
  if (attached.every((stream) => objects.decoded(stream) !== null)) return null;
  return sha256(attached.map((stream) => sha256(objects.raw(stream))).join(' '));
}

const FILTER = /\/Filter\s*(?:\/\w+|\[[^\]]*\])/;
const LENGTH = /\/Length\s+\d+(?:\s+\d+\s+R)?/;
/** Streams that hold no page content: pictures, fonts, character maps, objects, cross-references, metadata. */
const OTHER_STREAM =
  /\/(?:Image|Length1|ObjStm|XRef|Metadata|EmbeddedFile|CMapName|FontFile|FunctionType|ShadingType|DecodeParms|N)\b/;

/** A form that paints a mark in place of a picture. A picture fills the unit square (ISO 32000-2, 8.9.3). */
function formOf({ id, generation, dictionary }: FileStream, mark: string): ChangedStream {
  // Optional content decides whether the picture shows.
  const layer = /\/OC\s+\d+\s+\d+\s+R/.exec(dictionary)?.[0] ?? '';
  return {
    id,
    generation,
    dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<<>>${layer}`,
    content: Buffer.from(mark, 'latin1'),
  };
}

function rename(content: Buffer | null): Buffer | null {
  if (!content || !(content.includes('/ActualText') || content.includes('BI'))) return null;
  const text = content.toString('latin1');
  const renamed = markInlinePictures(nameActualTexts(text));
  return renamed === text ? null : Buffer.from(renamed, 'latin1');
}
