/** Letters with a code of the private use area: those with an agreed meaning, and those that a file does not explain. */
import type { Glyph } from './glyph.ts';
import { isPrivateUse } from './glyph-text.ts';

/** Old-style digits, small capitals and their signs: the code of Latin-1 behind this one (Adobe Glyph List 1.2). */
const LATIN = 0xf700;
/** The lower-case letters of small capitals, and further signs, by their code (Adobe Glyph List 1.2). */
const AGREED: Readonly<Record<string, string>> = {
  '\uf6be': 'ȷ',
  '\uf6d9': '©',
  '\uf6da': '®',
  '\uf6db': '™',
  '\uf6dc': '1',
  '\uf6f9': 'ł',
  '\uf6fa': 'œ',
  '\uf6fd': 'š',
  '\uf6ff': 'ž',
  '\uf8e8': '®',
  '\uf8e9': '©',
  '\uf8ea': '™',
};
/** Parts of tall brackets, from U+F8EB on. */
const BRACKETS = '⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭';
const FIRST_BRACKET = 0xf8eb;
/** Fonts of pictures have signs of their own at these codes. */
const PICTURES = /awesome|icon|glyph|material|symbol|emoji/i;
/** Neighbours in a word are this close (em). */
const NEAR = 0.3;

/** The text of a letter with a private code of an agreed meaning. Any other text stays. */
export function explainPrivate(text: string, fontName: string): string {
  if (!isPrivateUse(text) || text.length !== 1 || PICTURES.test(fontName)) return text;
  const code = text.charCodeAt(0);
  if (code > LATIN + 0x20 && code <= LATIN + 0xff) return String.fromCharCode(code - LATIN).toLowerCase();
  return AGREED[text] ?? BRACKETS[code - FIRST_BRACKET] ?? text;
}

/** Whether a private code is part of a word. A sign that stands alone is a bullet or an icon. */
export function hasPrivateWord(glyphs: readonly Glyph[]): boolean {
  return glyphs.some((glyph, at) => {
    const next = glyphs[at + 1];
    if (!next || glyph.invisible || glyph.y !== next.y) return false;
    const isNear = Math.abs(next.x - glyph.x - glyph.width) <= NEAR * glyph.size;
    return isNear && [glyph, next].every(isOfWord) && [glyph, next].some(({ text }) => isPrivateUse(text));
  });
}

function isOfWord({ text }: Glyph): boolean {
  return isPrivateUse(text) || /^[\p{L}\p{N}]/u.test(text);
}
