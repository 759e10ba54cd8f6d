import { maxOf } from '../../../../shared/iterables.ts';

/** A stream object with new content. */
export interface ChangedStream {
  readonly id: number;
  readonly generation: number;
  /** The text between `<<` and `>>`, without `Filter` and `Length`. */
  readonly dictionary: string;
  readonly content: Buffer;
}

/**
 * Appends changed streams as an incremental update (ISO 32000-2, 7.5.6). All other bytes stay.
 *
 * @returns null if the file is encrypted or has an unexpected structure
 */
export function appendUpdate(file: Buffer, changed: readonly ChangedStream[]): Uint8Array | null {
  const trailer = readTrailer(file);
  if (!trailer) return null;
  const updates: Buffer[] = [];
  let length = file.length + 1;
  const entries = changed.map(({ id, generation, dictionary, content }) => {
    const update = Buffer.concat([
      Buffer.from(`${id} ${generation} obj\n<<${dictionary}/Length ${content.length}>>\nstream\n`, 'latin1'),
      content,
      Buffer.from('\nendstream\nendobj\n', 'latin1'),
    ]);
    const entry = `${id} 1\n${String(length).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`;
    updates.push(update);
    length += update.length;
    return entry;
  });
  const size = Math.max(trailer.size, maxOf(changed.map(({ id }) => id)) + 1);
  const end = `xref\n${entries.join('')}trailer\n<</Size ${size}/Root ${trailer.root}/Prev ${trailer.startXref}>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from('\n', 'latin1'), ...updates, Buffer.from(end, 'latin1')]);
}

interface Trailer {
  readonly startXref: number;
  readonly root: string;
  readonly size: number;
}

/** Cap in characters. Dictionaries of trailers are shorter. */
const MAX_DICTIONARY = 4000;

/** The last trailer of the file, or the dictionary of its cross-reference stream. Null if encrypted or broken. */
function readTrailer(file: Buffer): Trailer | null {
  const tail = file.toString('latin1', Math.max(0, file.length - 2048));
  const startXref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? NaN);
  if (!(startXref > 0 && startXref < file.length)) return null;
  const isTable = file.toString('latin1', startXref, startXref + 4) === 'xref';
  const from = isTable ? file.indexOf('trailer', startXref) : startXref;
  if (from < 0) return null;
  const dictionary = file.toString('latin1', from, from + MAX_DICTIONARY);
  const end = dictionary.search(isTable ? /startxref/ : /stream/);
  const own = end < 0 ? dictionary : dictionary.slice(0, end);
  const root = /\/Root\s+(\d+\s+\d+\s+R)/.exec(own)?.[1];
  const size = /\/Size\s+(\d+)/.exec(own)?.[1];
  if (root === undefined || size === undefined || /\/Encrypt\b/.test(own)) return null;
  return { startXref, root, size: Number(size) };
}
