/** Escapes of CSS: a backslash with the number of a character, or with a character (CSS Syntax 3, 4.3.7). */

const ESCAPE = /\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\n\r\f])?|([^\n\r\f]))/gi;
const LETTER = /^[\p{L}_]$/u;
const REPLACEMENT = '\u{fffd}';

/** A name without escapes. */
export function nameOfCss(text: string): string {
  return text.includes('\\') ? text.replace(ESCAPE, characterOf) : text;
}

/** A value in which no letter is escaped. Signs and digits keep their escape: without it they would mean another thing. */
export function valueOfCss(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (whole, digits?: string, sign?: string) => {
    const character = characterOf(whole, digits, sign);
    return LETTER.test(character) ? character : whole;
  });
}

function characterOf(_whole: string, digits?: string, sign = ''): string {
  if (digits === undefined) return sign;
  const code = parseInt(digits, 16);
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? REPLACEMENT : String.fromCodePoint(code);
}
