/**
 * Encodings of fonts that are never letters. A PDF without a Unicode map for such a font says nothing else about its
 * characters. pdf.js then returns the code itself.
 *
 * Sources: Symbol and ZapfDingbats in ISO 32000-2, D.5 and D.6; the fonts of TeX in D. E. Knuth, The TeXbook, appendix F.
 */

import { usualSymbol } from '../../symbol-fonts.ts';

/** Characters by code; undefined: the code is unknown. */
export type FontEncoding = readonly (string | undefined)[];

const GREEK_CAPITALS = 'ΓΔΘΛΞΠΣΥΦΨΩ';
/**
 * Each part gives the characters from a code on. A code is left out if its character in Latin-1 is one of the font. A
 * producer may have encoded the font anew, so that "×" of Symbol has the code of "×".
 */
function encodingOf(...parts: readonly (readonly [from: number, characters: string])[]): FontEncoding {
  const own = new Set(parts.flatMap(([, characters]) => [...characters]));
  const encoding: string[] = [];
  for (const [from, characters] of parts)
    [...characters].forEach((character, at) => {
      if (!own.has(String.fromCharCode(from + at))) encoding[from + at] = character;
    });
  return encoding;
}

/** Text faces, where codes are no ASCII: Greek capitals, ligatures and letters. */
const TEX_TEXT = encodingOf([0, GREEK_CAPITALS], [11, 'ﬀﬁﬂﬃﬄıȷ'], [25, 'ßæœøÆŒØ']);

/** Mathematical italic: CMMI and its bold. Code 32 is left out, because producers use it for spaces. */
const TEX_ITALIC = encodingOf(
  [0, GREEK_CAPITALS],
  [11, 'αβγδϵζηθικλμνξπρστυϕχψωεϑϖϱςφ↼↽⇀⇁'],
  [46, '▷◁'],
  [58, '.,</>⋆∂'],
  [91, '♭♮♯⌣⌢ℓ'],
  [123, 'ıȷ℘'],
);

/** Mathematical symbols: CMSY and its bold. Codes 32, 54 and 55 are left out: a space, and parts of signs. */
const TEX_SYMBOLS = encodingOf(
  [0, '−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻'],
  [33, '→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽'],
  [56, '∀∃¬∅ℜℑ⊤⊥ℵ'],
  [91, '∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|∥↕⇕∖≀√⨿∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠'],
);

const SYMBOL = withAscii(
  encodingOf(
    [0x22, '∀'],
    [0x24, '∃'],
    [0x27, '∋'],
    [0x2a, '∗'],
    [0x2d, '−'],
    [0x40, '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'],
    [0x5c, '∴'],
    [0x5e, '⊥'],
    [0x61, 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'],
    [0x7e, '∼'],
    [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…'],
    [0xbf, '↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑'],
    [0xf1, '⟩∫'],
  ),
);

/** The encoding with the signs and digits of ASCII at the codes that it leaves out. */
function withAscii(encoding: FontEncoding): FontEncoding {
  const own = [...encoding];
  for (let code = 0x21; code < 0x7f; code++) own[code] ??= String.fromCharCode(code);
  return own;
}

/** ITC Zapf Dingbats. Unicode has its signs in the order of their codes. It had a few of them before, at other places. */
const DINGBATS = dingbats();

function dingbats(): FontEncoding {
  const others: Readonly<Record<number, string>> = { 0x25: '☎', 0x2a: '☛', 0x2b: '☞', 0x48: '★', 0x6c: '●', 0x6e: '■' };
  const encoding: string[] = [];
  for (let code = 0x21; code <= 0x7e; code++)
    encoding[code] = others[code] ?? String.fromCodePoint(0x2700 + code - 0x20);
  for (let code = 0xa1; code <= 0xfe; code++)
    if (code !== 0xf0) encoding[code] = String.fromCodePoint(0x2700 + code - 0x40);
  const put = (from: number, signs: string): void => [...signs].forEach((sign, at) => (encoding[from + at] = sign));
  put(0x73, '▲▼◆');
  put(0x77, '◗');
  put(0xa8, '♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩');
  put(0xd5, '→↔↕');
  return encoding;
}

/** The signs of a symbol font of Windows, as a page of a word processor has them. */
function windowsSymbols(font: string): FontEncoding {
  return Array.from({ length: 0x100 }, (_, code) => usualSymbol(font, code));
}

const ENCODINGS: readonly (readonly [name: RegExp, encoding: FontEncoding])[] = [
  [/^CM(?:R|B|BX|TI|BXTI|SL|BXSL|SS|SSI|SSBX)\d+$/, TEX_TEXT],
  [/^CMMIB?\d+$/, TEX_ITALIC],
  [/^CMB?SY\d+$/, TEX_SYMBOLS],
  [/^Symbol(?:,|-|MT|$)/, SYMBOL],
  [/^(?:ITC)?Zapf-?Dingbats|^Dingbats$/, DINGBATS],
  ...['Wingdings', 'Wingdings 2', 'Wingdings 3', 'Webdings'].map(
    (font) => [new RegExp(`^${font.replace(' ', '[ -]?')}(?:[,-]|MT|$)`), windowsSymbols(font)] as const,
  ),
];

/** The encoding of a font by its name without the subset tag. Null if pdf.js returns the font's characters. */
export function encodingOfFont(name: string): FontEncoding | null {
  return ENCODINGS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
