import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { CommandError } from '../command-error.ts';
import { inWords } from '../input/read-input.ts';
import { replaceFile } from './replace-file.ts';

/**
 * Refuses an output that is one of the inputs, under whatever name: by a link, or in other letters. Throws a
 * CommandError.
 */
export async function checkOutput(path: string, inputs: readonly string[]): Promise<void> {
  const output = await identityOf(path);
  if (output === null) return;
  for (const input of inputs) {
    if (input === '-' || (await identityOf(input)) !== output) continue;
    const spelled = input === path ? '' : ` (it is ${input})`;
    throw new CommandError(`${path} is an input${spelled} and would be overwritten; choose another output`);
  }
}

/** The file behind a path, whatever it is called. Null if there is none, and for devices such as /dev/null. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const found = await stat(path, { bigint: true });
    return found.isFile() || found.isDirectory() ? `${found.dev}:${found.ino}` : null;
  } catch {
    return null;
  }
}

/** Writes a whole file. Throws a CommandError in words when that is not possible; an earlier file then stays. */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await replaceFile(path, content);
  } catch (error) {
    throw inWords(error, path);
  }
}

/**
 * Writes to a stream and waits until it is taken, so that nothing is lost when the process ends. A reader that left
 * early (`diffsvc compare a b | head`) is no error. Throws a CommandError in words when the stream takes not all.
 */
export async function writeAll(stream: Writable, content: string | Uint8Array): Promise<void> {
  const fault = await faultOfWriting(stream, content);
  if (fault !== null && fault.code !== 'EPIPE') throw inWords(fault, 'standard output');
}

/** The same for a text that is shown once: a reader that left early is a CommandError too. */
export async function writeOnce(stream: Writable, text: string): Promise<void> {
  const fault = await faultOfWriting(stream, text);
  if (fault !== null) throw inWords(fault, 'standard output');
}

function faultOfWriting(stream: Writable, content: string | Uint8Array): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    stream.write(content, (fault) => resolve(fault ?? null));
  });
}
