const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const TO_ESCAPE = /[&<>]/;
const TO_ESCAPE_IN_ATTRIBUTE = /[&<>"]/;

/** Text between tags. */
export function escapeText(text: string): string {
  return TO_ESCAPE.test(text) ? text.replace(/[&<>]/g, (character) => ESCAPES[character]!) : text;
}

/** The value of a double-quoted attribute. */
export function escapeAttribute(value: string): string {
  return TO_ESCAPE_IN_ATTRIBUTE.test(value) ? value.replace(/[&<>"]/g, (character) => ESCAPES[character]!) : value;
}

/** An attribute with the space before it; nothing when it has no value here. */
export function attribute(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeAttribute(String(value))}"`;
}

/** A start tag. `attributes`: some `attribute`, one after another. */
export function startTag(name: string, attributes = ''): string {
  return `<${name}${attributes}>`;
}
