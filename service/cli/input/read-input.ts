import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { excessInWords, sizeInWords } from '../../../shared/in-words.ts';
import { CommandError } from '../command-error.ts';
import { decodeText } from './decode-text.ts';

/**
 * The largest file that a command reads, in bytes. No service is involved, so that only memory counts: a text of this
 * size still fits into one string.
 */
export const INPUT_MAX_BYTES = 256 * 1024 * 1024;

/**
 * Text of a file, or of standard input when `path` is `-`. Throws a CommandError in plain words: no such file, a
 * directory, no permission, too big, not text.
 */
export async function readInput(path: string, stdin: Readable): Promise<string> {
  return decodeText(await readBytes(path, stdin), path === '-' ? 'standard input' : path);
}

/** Bytes of a file, or of standard input when `path` is `-`. Throws as `readInput` does. */
export async function readBytes(path: string, stdin: Readable): Promise<Buffer> {
  if (path === '-') return await collect(stdin, 'standard input');
  try {
    const { size } = await stat(path);
    if (size > INPUT_MAX_BYTES) throw tooBig(path, excessInWords(size, INPUT_MAX_BYTES));
    // Read as a stream: a pipe such as <(command) has no size beforehand.
    return await collect(createReadStream(path), path);
  } catch (error) {
    throw inWords(error, path);
  }
}

async function collect(stream: Readable, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > INPUT_MAX_BYTES) throw tooBig(name, `more than ${sizeInWords(INPUT_MAX_BYTES)}`);
  }
  return Buffer.concat(chunks, sizeBytes);
}

function tooBig(name: string, size: string): CommandError {
  return new CommandError(
    `${name} is too big: ${size}, and the limit is ${sizeInWords(INPUT_MAX_BYTES)}; compare it in parts`,
  );
}

/** A failure of the file system as a sentence; anything else as it is. */
export function inWords(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  switch (error.code) {
    case 'ENOENT':
      return new CommandError(`${path}: no such file or directory`);
    case 'EISDIR':
      return new CommandError(`${path} is a directory, not a file`);
    case 'ENOTDIR':
      return new CommandError(`${path}: a part of this path is not a directory`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new CommandError(`${path}: permission denied`);
    case 'EPIPE':
      return new CommandError(`${path}: the reader left before it had read it`);
    case 'ENOSPC':
      return new CommandError(`${path}: no space left on the device`);
    default:
      return new CommandError(`${path}: ${error.message}`);
  }
}
