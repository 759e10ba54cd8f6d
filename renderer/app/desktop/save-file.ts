import type { Bridge } from './bridge.ts';

/** A saved file. */
export interface SavedFile {
  readonly name: string;
  /** Begins to drag the file to another program. Null in a browser, which does not know where the file is. */
  readonly drag: (() => void) | null;
}

/** Saves bytes under a name. Null if the reader cancelled. */
export type SaveFile = (suggestedName: string, bytes: Uint8Array<ArrayBuffer>) => Promise<SavedFile | null>;

/** Time that a browser has to begin a download before its bytes are released. */
const DOWNLOAD_STARTS_MS = 60_000;

/** Saves through the dialog of the desktop shell, or as a browser download. */
export function fileSaver(bridge: Bridge | null): SaveFile {
  return async (suggestedName, bytes) => {
    if (bridge === null) {
      download(suggestedName, bytes);
      return { name: suggestedName, drag: null };
    }
    const saving = await bridge.saveFile(suggestedName, bytes);
    if (saving.outcome === 'failed') throw new SavingFailed(saving.message);
    if (saving.outcome === 'cancelled') return null;
    const { name, reference } = saving;
    return { name, drag: () => void bridge.dragFile(reference) };
  };
}

/** Thrown if the disk refuses. The message is for the reader. */
export class SavingFailed extends Error {}

function download(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_STARTS_MS);
}
