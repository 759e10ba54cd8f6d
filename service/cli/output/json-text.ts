/**
 * Control characters that JSON has as they are, and controls of the writing direction. JSON itself escapes those below
 * U+0020.
 */
const CONTROLS = /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * A value as JSON that drives no terminal: its control characters are escaped. A reader of JSON sees the same value.
 * `indent`: number of spaces of a level; 0: one line.
 */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
