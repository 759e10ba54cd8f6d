/** Time that a browser has to begin a download before its bytes are released. */
const DOWNLOAD_STARTS_MS = 60_000;

/** Saves bytes under a name, as the browser saves files. */
export function saveFile(name: string, content: BlobPart, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_STARTS_MS);
}
