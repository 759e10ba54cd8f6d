const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const TO_ESCAPE = /[&<>]/;
const TO_ESCAPE_IN_ATTRIBUTE = /[&<>"]/;

/** Escapes text between tags. */
export function escapeText(text: string): string {
  return TO_ESCAPE.test(text) ? text.replace(/[&<>]/g, (character) => ESCAPES[character]!) : text;
}

/** Escapes the value of a double-quoted attribute. Text between tags may be written so, too. */
export function escapeHtml(text: string): string {
  return TO_ESCAPE_IN_ATTRIBUTE.test(text) ? text.replace(/[&<>"]/g, (character) => ESCAPES[character]!) : text;
}
