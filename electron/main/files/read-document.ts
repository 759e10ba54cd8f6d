import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { DOCUMENTS_MAX_BYTES } from '../../../shared/limits.ts';
import type { DesktopFileReading } from '../../../shared/messages/desktop-bridge.ts';
import { DOCUMENT_ENDINGS, endingOf } from './document-types.ts';

/** Reads a file for the page, which knows it by the reference from then on. A failure says what the reader can do. */
export async function readDocument(path: string, reference: string): Promise<DesktopFileReading> {
  const name = basename(path);
  const failed = (message: string): DesktopFileReading => ({ outcome: 'failed', name, message });
  const ending = endingOf(name);
  if (!DOCUMENT_ENDINGS.includes(ending)) {
    const given = ending === '' ? 'has no ending' : `is a .${ending} file`;
    return failed(`${name} ${given}. These can be compared: ${DOCUMENT_ENDINGS.join(', ')}.`);
  }
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const found = await file.stat();
    if (!found.isFile()) return failed(`${name} is not a file.`);
    const { size, mtime } = found;
    if (size > DOCUMENTS_MAX_BYTES) return failed(tooLarge(name, size));
    const bytes = new Uint8Array(await file.readFile());
    // It may have grown while it was read.
    if (bytes.length > DOCUMENTS_MAX_BYTES) return failed(tooLarge(name, bytes.length));
    return { outcome: 'read', file: { reference, name, modifiedAt: mtime.toISOString(), bytes } };
  } catch (fault) {
    return failed(`${name} ${whyNot(fault as NodeJS.ErrnoException)}`);
  } finally {
    await file?.close();
  }
}

function tooLarge(name: string, size: number): string {
  const megabytes = (count: number): string => (count / 1_048_576).toFixed(1);
  return `${name} has ${megabytes(size)} MiB; up to ${megabytes(DOCUMENTS_MAX_BYTES)} MiB can be compared. Compare it in parts.`;
}

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'is not there any more: it was moved, renamed or deleted. Open it from where it is now.';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by you. Ask its owner, or copy it to a folder of yours.';
    case 'EBUSY':
      return 'is in use by another program. Close it there and try again.';
    default:
      return `cannot be read: ${message}`;
  }
}
