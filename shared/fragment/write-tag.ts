/** Attributes of one tag in order; those without a value here are left out. */
export type TagAttributes = readonly (readonly [name: string, value: string | number | undefined])[];

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const TO_ESCAPE = /[&<>]/;

/** Text between tags. */
export function escapeText(text: string): string {
  return TO_ESCAPE.test(text) ? text.replace(/[&<>]/g, (character) => ESCAPES[character]!) : text;
}

/** The value of a double-quoted attribute. */
export function escapeAttribute(value: string): string {
  return value.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}

/** A start tag. */
export function startTag(name: string, attributes: TagAttributes = []): string {
  let tag = `<${name}`;
  for (const [attribute, value] of attributes) {
    if (value !== undefined) tag += ` ${attribute}="${escapeAttribute(String(value))}"`;
  }
  return `${tag}>`;
}
