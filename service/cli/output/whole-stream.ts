import { fstatSync, writeSync } from 'node:fs';
import { Writable } from 'node:stream';

/**
 * A stream that writes the whole of a text to a file, or fails. The one of Node ignores that a full disk took only a
 * part (`SyncWriteStream`). Null if the descriptor is no regular file.
 */
export function wholeStream(descriptor: number): Writable | null {
  if (!isFile(descriptor)) return null;
  return new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      try {
        for (let at = 0; at < chunk.length;) at += writeSync(descriptor, chunk, at);
      } catch (fault) {
        done(fault as Error);
        return;
      }
      done();
    },
  });
}

/** Whether a descriptor is a regular file. Not every system can look at a console. */
function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
