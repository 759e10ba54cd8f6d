/** Characters of a file name at most; systems take 255 bytes, and a title may be in any script. */
const NAME_MAX = 60;

/** A name that every system takes: letters and digits of any script, hyphens for the rest. */
export function fileStem(title: string): string {
  const name = title.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/gu, '');
  return [...name].slice(0, NAME_MAX).join('') || 'document';
}
