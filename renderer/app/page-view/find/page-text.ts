/** The text of one page as it is searched: lines are joined, and forms that a producer chooses are folded. */

/** A piece of text that a page paints, as pdf.js reads it. */
export interface PrintedItem {
  readonly str: string;
  /** Whether a line ends after it. */
  readonly hasEOL: boolean;
}

/** A part of a match: the UTF-16 units `from` to `to` of an item. */
export interface MatchPart {
  readonly item: number;
  readonly from: number;
  readonly to: number;
}

/** Stands for a hyphen at the end of a line. It may divide a word or belong to it. */
const LINE_HYPHEN = '\u0001';
/** Invisible characters inside words. */
const IGNORED = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;
const DIVIDED = /\p{L}[-‐\u00ad]\s*$/u;
/** Scripts that write no spaces: a line may end anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PLAIN = /^[\x20-\x7e]*$/;
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Ligatures, capitals, curled quotes and lengths of dashes make no difference. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(IGNORED, '')
    .replace(/[‘’‚`´]/gu, "'")
    .replace(/[“”„]/gu, '"')
    .replace(/[‐‑‒–—―−]/gu, '-');
}

/** The searchable text of a page. */
export class PageText {
  readonly text: string;
  /** For each unit of the text: its item (-1: none), and the units of the item that it comes from. */
  readonly #items: Int32Array;
  readonly #froms: Int32Array;
  readonly #tos: Int32Array;

  constructor(items: readonly PrintedItem[]) {
    const [owners, froms, tos]: [number[], number[], number[]] = [[], [], []];
    let text = '';
    const add = (characters: string, item: number, from: number, to: number): void => {
      for (let at = 0; at < characters.length; at++) {
        owners.push(item);
        froms.push(from);
        tos.push(to);
      }
      text += characters;
    };
    let line = '';
    items.forEach(({ str, hasEOL }, item) => {
      if (PLAIN.test(str)) {
        const lower = str.toLowerCase();
        for (let at = 0; at < lower.length; at++) add(lower[at]!, item, at, at + 1);
      } else {
        for (const { segment, index } of letters.segment(str))
          add(folded(segment), item, index, index + segment.length);
      }
      line += str;
      if (!hasEOL) return;
      const hyphen = DIVIDED.test(line) ? text.trimEnd().length - 1 : -1;
      if (hyphen >= 0 && text[hyphen] === '-') {
        text = text.slice(0, hyphen) + LINE_HYPHEN;
        for (const list of [owners, froms, tos]) list.length = text.length;
      } else if (!line.trimEnd().endsWith('\u00ad')) add(' ', -1, 0, 0);
      line = '';
    });
    this.text = text;
    // They take less memory than lists, and a long document is kept whole.
    this.#items = Int32Array.from(owners);
    this.#froms = Int32Array.from(froms);
    this.#tos = Int32Array.from(tos);
  }

  /** The matches of a pattern of `printPattern`, each with its parts in the order of the text. */
  find(pattern: RegExp): MatchPart[][] {
    return Array.from(this.text.matchAll(pattern), ({ index, 0: { length } }) => this.#parts(index, index + length));
  }

  #parts(start: number, end: number): MatchPart[] {
    const parts: MatchPart[] = [];
    for (let at = start; at < end; at++) {
      const [item, from, to] = [this.#items[at]!, this.#froms[at]!, this.#tos[at]!];
      if (item < 0) continue;
      const last = parts.at(-1);
      if (last?.item === item) parts[parts.length - 1] = { item, from: last.from, to: Math.max(last.to, to) };
      else parts.push({ item, from, to });
    }
    return parts;
  }
}

/**
 * The regular expression that finds a text on pages: across line ends, whether a hyphen divides the word or not. Null
 * if the text has no visible character.
 */
export function printPattern(wanted: string): RegExp | null {
  const words = folded(wanted).trim().split(/\s+/u);
  if (words[0] === undefined || words[0] === '') return null;
  return new RegExp(words.map(wordPattern).join('\\s+'), 'gu');
}

function wordPattern(word: string): string {
  const characters = [...word];
  return characters
    .map((character, at) => {
      const after = characters[at + 1];
      if (character === '-') return `[-${LINE_HYPHEN}]${after === undefined ? '' : ' ?'}`;
      const own = character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`);
      if (after === undefined || after === '-') return own;
      if (UNSPACED.test(character) && UNSPACED.test(after)) return `${own} ?`;
      return own + `${LINE_HYPHEN}?`;
    })
    .join('');
}
