/** Saves a text as a file through the browser. Nothing leaves the machine. */
export function saveAsFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download begins before the click returns. The address is needed a little longer.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * The name of a copy: the names of the comparison and the reviewer. It contains only characters that every file system
 * accepts, and is short enough for all of them.
 */
export function copyName(title: string, reviewer: string): string {
  const parts = [title, 'reviewed', ...(reviewer.trim() === '' ? [] : ['by', reviewer])].join(' ');
  const safe = parts
    .replace(/[^\p{L}\p{N}\p{M}._ -]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return `${[...safe]
    .slice(0, 100)
    .join('')
    .replace(/^[. -]+/u, '')
    .trim()}.html`;
}
