/**
 * Control characters as their pictures: a document or a file name must not drive the reader's terminal. Controls of
 * the writing direction are named, because they could show a line in another order than it has (UTS #55).
 */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0);
    if (code > 0xff) return `<U+${code.toString(16).toUpperCase()}>`;
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '␡' : '�';
  });
}

/** The same on one line: a name must not begin a line that looks like one of ours. */
export function printableLine(text: string): string {
  return printable(text).replaceAll(/[\n\t]/gu, ' ');
}
