import type { Bridge } from './bridge.ts';

/** Saves bytes under a name. The result is the name of the file, or null when the reader gave up. */
export type SaveFile = (suggestedName: string, bytes: Uint8Array<ArrayBuffer>) => Promise<string | null>;

/** The time that a browser has to begin a download before its bytes go. */
const DOWNLOAD_STARTS_MS = 60_000;

/** Saves by the dialog of the desktop shell, or as a download of the browser. */
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

/** The disk refused; the message is for the reader. */
export class SavingFailed extends Error {}

function download(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_STARTS_MS);
}
