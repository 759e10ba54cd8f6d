import type { Bridge } from './bridge.ts';

/** Saves bytes under a name. Returns the name of the file, or null if the reader cancelled. */
export type SaveFile = (suggestedName: string, bytes: Uint8Array<ArrayBuffer>) => Promise<string | null>;

/** Time that a browser has to begin a download before its bytes are released. */
const DOWNLOAD_STARTS_MS = 60_000;

/** Saves through the dialog of the desktop shell, or as a browser download. */
export function fileSaver(bridge: Bridge | null): SaveFile {
  return async (suggestedName, bytes) => {
    if (bridge === null) {
      download(suggestedName, bytes);
      return suggestedName;
    }
    const saving = await bridge.saveFile(suggestedName, bytes);
    if (saving.outcome === 'failed') throw new SavingFailed(saving.message);
    return saving.outcome === 'saved' ? saving.name : null;
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
