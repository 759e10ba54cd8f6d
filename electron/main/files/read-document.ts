import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { OWN_DOCUMENT_MAX_BYTES } from '../../../shared/limits.ts';
import type { DesktopFileReading } from '../../../shared/messages/desktop-bridge.ts';
import { extensionOf } from '../../../shared/formats.ts';
import { DOCUMENT_ENDINGS } from './document-types.ts';
import { shellMessages } from '../strings.ts';

/** Reads a file for the page, which then knows it by the reference. A failure tells the reader what to do. */
export async function readDocument(path: string, reference: string): Promise<DesktopFileReading> {
  const name = basename(path);
  const failed = (message: string): DesktopFileReading => ({ outcome: 'failed', name, message });
  const ending = extensionOf(name);
  if (!DOCUMENT_ENDINGS.includes(ending)) {
    return failed(shellMessages.notCompared(name, ending, DOCUMENT_ENDINGS));
  }
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const found = await file.stat();
    if (!found.isFile()) return failed(shellMessages.notAFile(name));
    const { size, mtime } = found;
    if (size > OWN_DOCUMENT_MAX_BYTES) return failed(tooLarge(name, size));
    const bytes = new Uint8Array(await file.readFile());
    // The file may have grown while it was read.
    if (bytes.length > OWN_DOCUMENT_MAX_BYTES) return failed(tooLarge(name, bytes.length));
    return { outcome: 'read', file: { reference, name, modifiedAt: mtime.toISOString(), bytes } };
  } catch (fault) {
    return failed(whyNot(name, fault as NodeJS.ErrnoException));
  } finally {
    await file?.close();
  }
}

function tooLarge(name: string, size: number): string {
  const megabytes = (count: number, digits: number): string => (count / 1_048_576).toFixed(digits);
  return shellMessages.tooLarge(name, megabytes(size, 1), megabytes(OWN_DOCUMENT_MAX_BYTES, 0));
}

function whyNot(name: string, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return shellMessages.missing(name);
    case 'EACCES':
    case 'EPERM':
      return shellMessages.forbidden(name);
    case 'EBUSY':
      return shellMessages.inUse(name);
    default:
      return shellMessages.unreadable(name, message);
  }
}
