import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { inWords } from '../input/read-input.ts';

/** Writes a whole file. Throws a CommandError in words when that is not possible. */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, content);
  } catch (error) {
    throw inWords(error, path);
  }
}

/**
 * Writes to a stream and waits until it is taken, so that nothing is lost when the process ends. A reader that left
 * early (`diffsvc compare a b | head`) is no error.
 */
export function writeAll(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error && !('code' in error && error.code === 'EPIPE')) reject(error);
      else resolve();
    });
  });
}
