/** Control characters as their pictures: a document or a file name must not drive the reader's terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '␡' : '�';
  });
}
