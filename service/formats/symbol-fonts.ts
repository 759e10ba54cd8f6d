/** Maps characters of symbol fonts (Symbol, Wingdings, Webdings) to the Unicode characters that they look like. */
import { codePoint } from 'dingbat-to-unicode';

/** Symbol fonts also have their characters at U+F000 + code (ECMA-376 part 1, 17.3.3.30). */
const PRIVATE_START = 0xf000;
const PRIVATE_END = 0xf0ff;
const HAS_PRIVATE = /[\uf000-\uf0ff]/;

const SYMBOL_FONT = /^(?:symbol|webdings|wingdings(?: [23])?)$/i;

/** The character of `w:sym`; empty if its code is not a number. */
export function symbolText(font: string, hexCode: string): string {
  if (!/^[0-9a-fA-F]{1,6}$/.test(hexCode)) return '';
  const code = Number.parseInt(hexCode, 16);
  return shown(font, code) ?? (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '' : String.fromCodePoint(code));
}

/** Text in a font, with the private characters of symbol fonts replaced. */
export function textInFont(text: string, font: string | undefined): string {
  if (font === undefined || !HAS_PRIVATE.test(text) || !SYMBOL_FONT.test(font)) return text;
  return [...text].map((character) => shown(font, character.codePointAt(0) ?? 0) ?? character).join('');
}

/** Bullets of Wingdings whose exact characters few fonts have, and the usual characters that look the same. */
const USUAL_BULLETS: Readonly<Record<string, string>> = {
  '\u26ab': '●',
  '\u25fc': '■',
  '\u{1f78f}': '□',
  '\u{1f78e}': '◻',
  '\u2b9a': '➢',
  '\u{1f5f9}': '☑',
  '\u{1f5f7}': '☒',
  '\u{1f5f6}': '✗',
};

/**
 * The text of a bullet. In a symbol font every character is a symbol. A private character in another font, or without
 * a font, is one of the font Symbol, as in Word.
 */
export function bulletText(text: string, font: string | undefined): string {
  const isSymbol = font !== undefined && SYMBOL_FONT.test(font);
  if (!isSymbol && !HAS_PRIVATE.test(text)) return text;
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      const isPrivate = code >= PRIVATE_START && code <= PRIVATE_END;
      if (!isSymbol && !isPrivate) return character;
      return usualSymbol(isSymbol ? font : 'Symbol', code) ?? character;
    })
    .join('');
}

/** The usual character that looks like a code of a symbol font; undefined: the font has no such code. */
export function usualSymbol(font: string, code: number): string | undefined {
  const symbol = shown(font, code);
  return symbol === undefined ? undefined : (USUAL_BULLETS[symbol] ?? symbol);
}

function shown(font: string, code: number): string | undefined {
  const plain = code >= PRIVATE_START && code <= PRIVATE_END ? code - PRIVATE_START : code;
  return codePoint(font, plain)?.string ?? codePoint(font, code)?.string;
}
