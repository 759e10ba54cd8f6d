/** Finds the pictures that are written into page content itself (ISO 32000-2, 8.9.7): `BI entries ID data EI`. */

/** A picture in content, which is Latin-1 text. */
export interface InlinePicture {
  /** Index of `BI`. */
  readonly start: number;
  readonly entries: string;
  readonly data: string;
}

/** A text in brackets, a comment, or the operator that begins a picture. No text can be taken for a picture. */
const NEXT = /[(%]|(?<=^|[\0\t\n\f\r )>\]}])BI(?=[\0\t\n\f\r /])/g;
/** A part of the entries, texts in brackets apart. */
const ENTRY = /[\0\t\n\f\r ]+|<<|>>|[[\]]|\/[^\0\t\n\f\r ()<>[\]/%]*|<[0-9A-Fa-f\s]*>|[^\0\t\n\f\r ()<>[\]/%]+/y;
/** A picture has some ten entries; a palette in brackets is one of them. */
const MAX_ENTRIES = 200;

/** The pictures in their order. The time is linear, whatever the content is. */
export function findInlinePictures(content: string): InlinePicture[] {
  const found: InlinePicture[] = [];
  const texts = new Texts(content);
  for (let at = 0; ;) {
    NEXT.lastIndex = at;
    const match = NEXT.exec(content);
    if (match === null) return found;
    const start = match.index;
    if (match[0] === '(') at = texts.endOf(start);
    else if (match[0] === '%') at = endOfLine(content, start);
    else {
      const entries = readEntries(content, start + 2, texts);
      at = entries.end;
      if (!entries.isWhole) continue;
      const text = content.slice(start + 2, entries.end - 2);
      // One sign of white space ends the operator "ID".
      const from = entries.end + 1;
      const end = endOfData(content, from, ASCII.test(text));
      if (end === null) return found;
      found.push({ start, entries: text, data: content.slice(from, end) });
      at = end + 2;
    }
  }
}

/** Reads up to the end of the operator `ID`. */
function readEntries(content: string, from: number, texts: Texts): { readonly end: number; readonly isWhole: boolean } {
  let at = from;
  let isFirst = true;
  for (let count = 0; count < MAX_ENTRIES && at < content.length; count++) {
    if (content[at] === '(') {
      at = texts.endOf(at);
      continue;
    }
    ENTRY.lastIndex = at;
    const [token] = ENTRY.exec(content) ?? [];
    if (token === undefined || token === 'BI') break;
    at += token.length;
    if (/^[\0\t\n\f\r ]/.test(token)) continue;
    if (isFirst && !token.startsWith('/')) break;
    isFirst = false;
    if (token === 'ID') return { end: at, isWhole: true };
  }
  return { end: at, isWhole: false };
}

/** Filters whose data is letters, which may contain the letters of the end. */
const ASCII = /\/(?:A85|AHx|ASCII85Decode|ASCIIHexDecode)\b/;
/** Signs behind the end that must be those of operators. pdf.js looks as far. */
const BEHIND = 15;

/** The index of `EI` behind the data; null if there is none. */
function endOfData(content: string, from: number, isAscii: boolean): number | null {
  for (let at = content.indexOf('EI', from); at >= 0; at = content.indexOf('EI', at + 1)) {
    if (isAscii && !/[\s>]/.test(content[at - 1] ?? '')) continue;
    if (/^(?:$|[\0\t\n\r ][\t\n\r -~]*$)/.test(content.slice(at + 2, at + 2 + BEHIND))) return at;
  }
  return null;
}

function endOfLine(content: string, from: number): number {
  const end = /[\r\n]/g;
  end.lastIndex = from;
  return end.exec(content)?.index ?? content.length;
}

/** The texts in brackets of one content (7.3.4.2). Once one has no end, brackets are taken for binary data. */
class Texts {
  readonly #content: string;
  #isBroken = false;

  constructor(content: string) {
    this.#content = content;
  }

  /** The index behind the text that starts here. Brackets nest, and a backslash escapes. */
  endOf(start: number): number {
    if (this.#isBroken) return start + 1;
    const sign = /[()\\]/g;
    let open = 0;
    for (let at = start; at < this.#content.length;) {
      sign.lastIndex = at;
      const match = sign.exec(this.#content);
      if (match === null) break;
      at = match.index + (match[0] === '\\' ? 2 : 1);
      if (match[0] === '(') open++;
      else if (match[0] === ')' && --open === 0) return at;
    }
    this.#isBroken = true;
    return start + 1;
  }
}
