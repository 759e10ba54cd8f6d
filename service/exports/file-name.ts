/** Characters that a file name cannot have somewhere, or that could lead a header or a path astray. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029"*/:<>?\\|]+/gu;
/** Names of devices under Windows, with or without an ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Shorter than any file system's limit of 255 bytes, four bytes a character. */
const MOST_CHARACTERS = 60;

/** A name for a file, made of a text that a caller chose: no path, no control character, nowhere reserved. */
export function safeFileName(text: string, extension: string): string {
  const cut = [...text.normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/g, ' ')].slice(0, MOST_CHARACTERS).join('');
  const stem = cut.replace(/^[. ]+|[. ]+$/g, '');
  if (stem === '') return `comparison${extension}`;
  return `${DEVICE.test(stem) ? '_' : ''}${stem}${extension}`;
}

/** The value of `Content-Disposition` for a download under this name (RFC 6266, with RFC 8187 for what is not ASCII). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
