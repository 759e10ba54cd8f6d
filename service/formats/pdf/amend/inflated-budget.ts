import { sizeInWords } from '../../../../shared/in-words.ts';
import { createInflate } from 'node:zlib';
import { ServiceError } from '../../../../shared/errors.ts';
import type { FileObjects, FileStream } from './file-objects.ts';
import { isPicture } from './picture-names.ts';

/** Bytes of one stream after decompression. The largest of the corpus, pictures aside, has 12 million. */
const MAX_INFLATED = 256 * 1024 * 1024;
/** The most that Deflate can expand one byte to (RFC 1951: 258 bytes in two bits). */
const MAX_RATIO = 1032;
/** A filter that is Flate, in its long and its short spelling (ISO 32000-2, 7.4.4 and 8.9.7). */
const FLATE = /^\/(?:FlateDecode|Fl)$/;

/**
 * Refuses a file with a stream that would expand beyond the limit. It does so before pdf.js expands the stream. A
 * thousand bytes that were compressed twice can become a gigabyte. Pictures are not counted, because they are never
 * expanded. A stream is not measured if its outermost filter is not Flate, or if it is encrypted. The limits of the
 * process hold for it.
 *
 * @throws ServiceError `document_too_complex`
 */
export async function checkInflatedSizes(objects: FileObjects, limit = MAX_INFLATED): Promise<void> {
  for (const stream of objects.streams) {
    const levels = flateLevels(stream);
    const raw = objects.raw(stream);
    if (levels === 0 || raw.length * MAX_RATIO ** levels <= limit) continue;
    if (!(await fits(raw, levels, limit))) {
      throw new ServiceError(
        'document_too_complex',
        `A stream of the PDF has ${sizeInWords(raw.length)} and expands to more than ${sizeInWords(limit)}, which is the limit. Print the document to a new PDF and compare that.`,
      );
    }
  }
}

/** How often the bytes of a stream are compressed, from the outside on. 0 for a picture. */
function flateLevels(stream: FileStream): number {
  if (isPicture(stream)) return 0;
  const filters = /\/F(?:ilter)?\s*(\/\w+|\[[^\]]*\])/.exec(stream.dictionary)?.[1] ?? '';
  const names = filters.match(/\/\w+/g) ?? [];
  const other = names.findIndex((name) => !FLATE.test(name));
  return other < 0 ? names.length : other;
}

/** Whether a stream stays below the limit on each level. Bytes that are no valid Flate end early and fit. */
function fits(raw: Buffer, levels: number, limit: number): Promise<boolean> {
  const stages = Array.from({ length: levels }, () => createInflate());
  return new Promise((resolve) => {
    const end = (fit: boolean): void => {
      for (const stage of stages) stage.destroy();
      resolve(fit);
    };
    for (const [at, stage] of stages.entries()) {
      let bytes = 0;
      stage.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limit) end(false);
      });
      stage.on('error', () => end(true));
      const next = stages[at + 1];
      if (next === undefined) stage.on('end', () => end(true));
      else stage.pipe(next);
    }
    stages[0]!.end(raw);
  });
}
