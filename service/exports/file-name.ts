/** The value of `Content-Disposition` for a download (RFC 6266; RFC 8187 for other characters than ASCII). */
export function attachment(name: string): string {
  const plain = name.replaceAll('–', '-').replace(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
