const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const TO_ESCAPE = /[&<>]/;
const TO_ESCAPE_IN_ATTRIBUTE = /[&<>"]/;

/** Escapes text between tags. */
export function escapeText(text: string): string {
  return TO_ESCAPE.test(text) ? text.replace(/[&<>]/g, (character) => ESCAPES[character]!) : text;
}

/** Escapes the value of a double-quoted attribute. */
export function escapeAttribute(value: string): string {
  return TO_ESCAPE_IN_ATTRIBUTE.test(value) ? value.replace(/[&<>"]/g, (character) => ESCAPES[character]!) : value;
}

/** An attribute with the space before it; empty if it has no value. */
export function attribute(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeAttribute(String(value))}"`;
}

/** A start tag. `attributes`: results of `attribute`, concatenated. */
export function startTag(name: string, attributes = ''): string {
  return `<${name}${attributes}>`;
}
