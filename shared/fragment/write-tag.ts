import { escapeHtml } from '../escape-html.ts';

/** An attribute with the space before it; empty if it has no value. */
export function attribute(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`;
}

/** A start tag. `attributes`: results of `attribute`, concatenated. */
export function startTag(name: string, attributes = ''): string {
  return `<${name}${attributes}>`;
}
