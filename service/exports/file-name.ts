/** Characters that some file system forbids in names, or that could break a header or a path. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029"*/:<>?\\|]+/gu;
/** Device names of Windows, with or without an extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** Shorter than every file system's limit of 255 bytes, at four bytes a character. */
const MOST_CHARACTERS = 60;

/** A safe file name for a text that a caller chose: no path, no control character, no reserved name. */
export function safeFileName(text: string, extension: string): string {
  const cut = [...text.normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/g, ' ')].slice(0, MOST_CHARACTERS).join('');
  const stem = cut.replace(/^[. ]+|[. ]+$/g, '');
  if (stem === '') return `comparison${extension}`;
  return `${DEVICE.test(stem) ? '_' : ''}${stem}${extension}`;
}

/** The value of `Content-Disposition` for a download (RFC 6266; RFC 8187 for other characters than ASCII). */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
