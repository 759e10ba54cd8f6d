import type { BrowserWindow, Dialog } from 'electron';
import { basename, join } from 'node:path';
import type { DesktopSaving } from '../../../shared/messages/desktop-bridge.ts';
import { SAVED_FILE_MOST_BYTES } from '../../../shared/messages/desktop-channels.ts';
import { extensionOf } from '../../../shared/formats.ts';
import { writeWhole } from './write-whole.ts';
import { shellMessages } from '../strings.ts';

/** Dependencies of saving. */
export interface SavingDeps {
  readonly dialog: Pick<Dialog, 'showSaveDialog'>;
  readonly window: BrowserWindow;
  /** Remembers the saved file. Returns its reference. */
  readonly remember: (path: string) => string;
  /** The initial folder of the dialog. */
  readonly folder: string;
}

/** Asks for a place and writes the file. The dialog has already confirmed the replacement of an existing file. */
export async function saveDocument(
  suggestedName: string,
  bytes: unknown,
  { dialog, window, remember, folder }: SavingDeps,
): Promise<DesktopSaving> {
  if (!(bytes instanceof Uint8Array)) return { outcome: 'failed', message: shellMessages.nothingToSave };
  if (bytes.length > SAVED_FILE_MOST_BYTES) {
    return { outcome: 'failed', message: shellMessages.tooLargeToSave(bytes.length, SAVED_FILE_MOST_BYTES) };
  }
  const name = fileNameOf(suggestedName);
  const ending = extensionOf(name);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(folder, name),
    filters: ending === '' ? [] : [{ name: ending.toUpperCase(), extensions: [ending] }],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return { outcome: 'cancelled' };
  try {
    await writeWhole(filePath, bytes);
    return { outcome: 'saved', name: basename(filePath), reference: remember(filePath) };
  } catch (fault) {
    const { code, message } = fault as NodeJS.ErrnoException;
    const reason = REASONS[code ?? ''] ?? message;
    return { outcome: 'failed', message: `${basename(filePath)} was not saved: ${reason}` };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space, or choose another place.',
  EACCES: 'you may not write there. Choose another folder.',
  EPERM: 'you may not write there. Choose another folder.',
  EROFS: 'the disk can only be read. Choose another folder.',
  ENOENT: 'the folder is not there any more. Choose another one.',
  EBUSY: 'the file is open in another program. Close it there, or choose another name.',
};

/** A name without folders, and without characters that some system forbids in names. */
function fileNameOf(suggested: string): string {
  const name = [...suggested].map((character) => (isForbidden(character) ? '-' : character)).join('');
  return name.replace(/^[\s.]+|[\s.]+$/g, '') || 'comparison';
}

/** Windows has the strictest rules. */
function isForbidden(character: string): boolean {
  return '<>:"/\\|?*'.includes(character) || character < ' ';
}
