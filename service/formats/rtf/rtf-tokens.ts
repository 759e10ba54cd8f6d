/** A part of an RTF (RTF 1.9.1, "RTF Syntax"). `raw` is its spelling. All parts together are the file. */
export type RtfToken =
  | { readonly kind: 'open' | 'close' | 'text' | 'symbol'; readonly raw: string }
  /** A control word; `name` is in lower case. */
  | { readonly kind: 'word'; readonly name: string; readonly raw: string }
  /** The control word `\bin` with its data, one character a byte. */
  | { readonly kind: 'binary'; readonly data: string; readonly raw: string };

const SPECIAL = /[{}\\]/gu;
const WORD = /\\([a-z]+)(-?\d+)? ?/iuy;
/** A character by its code, or one sign after the backslash. */
const SYMBOL = /\\(?:'[^{}\\]{0,2}|[^])/uy;

/** The parts of an RTF, whose text has one character a byte. */
export function* rtfTokens(text: string): Generator<RtfToken, void, undefined> {
  let at = 0;
  while (at < text.length) {
    const token = tokenAt(text, at);
    yield token;
    at += token.raw.length;
  }
}

function tokenAt(text: string, at: number): RtfToken {
  const sign = text[at];
  if (sign === '{') return { kind: 'open', raw: sign };
  if (sign === '}') return { kind: 'close', raw: sign };
  if (sign !== '\\') {
    SPECIAL.lastIndex = at;
    return { kind: 'text', raw: text.slice(at, SPECIAL.exec(text)?.index) };
  }
  WORD.lastIndex = at;
  const word = WORD.exec(text);
  if (word !== null) return wordToken(text, at, word);
  SYMBOL.lastIndex = at;
  return { kind: 'symbol', raw: SYMBOL.exec(text)?.[0] ?? sign };
}

function wordToken(text: string, at: number, [raw, name, number]: RegExpExecArray): RtfToken {
  const known = name!.toLowerCase();
  if (known !== 'bin') return { kind: 'word', name: known, raw };
  const start = at + raw.length;
  const data = text.slice(start, start + Math.max(0, Number(number ?? 0)));
  return { kind: 'binary', data, raw: raw + data };
}
