/** Time that a browser has to begin a download before its bytes are released. */
const DOWNLOAD_STARTS_MS = 60_000;
/** Characters of a file name at most; systems take 255 bytes, and a title may be in any script. */
const NAME_MAX = 60;

/** Saves bytes under a name, as the browser saves files. */
export function saveFile(name: string, content: BlobPart, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_STARTS_MS);
}

/** A name that every system takes: letters and digits of any script, hyphens for the rest. */
export function fileStem(title: string): string {
  const name = title.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/gu, '');
  return [...name].slice(0, NAME_MAX).join('') || 'document';
}
