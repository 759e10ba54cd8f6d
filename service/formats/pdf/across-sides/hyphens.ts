/** Words of both documents that decide about hyphens at line ends. Lower case, NFC. */
export interface Lexicon {
  /** Words without hyphens inside lines. */
  readonly words: ReadonlySet<string>;
  /** Words with hyphens inside lines ("long-term"). */
  readonly hyphenated: ReadonlySet<string>;
  /** First parts of hyphenated words with many second parts ("non-", "self-"). */
  readonly prefixes: ReadonlySet<string>;
  /** Beginnings of words that are long enough to identify a word. */
  readonly stems: ReadonlySet<string>;
  /** Text between two spaces inside lines, as written but without surrounding punctuation. */
  readonly chunks: ReadonlySet<string>;
}

/** How one document breaks its lines. */
export interface LineEnds {
  /** Whether hyphens at line ends divide words, rather than belong to compounds. */
  readonly divideWords: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*(?:[-‐‑][\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*)*/gu;
const HYPHEN = /[-‐‑]/g;
/** The last word of a line and its final hyphen. */
const BROKEN = /([\p{L}\p{M}\p{N}'’]+(?:[-‐‑][\p{L}\p{M}\p{N}'’]+)*)([-‐‑\u00ad])$/u;
const FIRST_WORD = /^[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*(?:[-‐‑][\p{L}\p{M}\p{N}]+)*/u;
/** A first part with this many different second parts is a prefix that keeps its hyphen. */
const PREFIX_FORMS = 3;

/** Letters of the second part that form a stem with the first: "proac-" "tively" is recognised by "proactive". */
const STEM_LETTERS = 2;
/** This many different divided words that occur nowhere else show that the document divides words. */
const FRAGMENT_BREAKS = 2;

/** Builds the lexicon from the lines of both documents. Possible word halves are left out. */
export function buildLexicon(paragraphs: Iterable<readonly string[]>): Lexicon {
  const words = new Set<string>();
  const hyphenated = new Set<string>();
  const stems = new Set<string>();
  const chunks = new Set<string>();
  const seconds = new Map<string, Set<string>>();
  const divisions = new Divisions();
  for (const lines of paragraphs) {
    for (const chunk of wholeChunks(lines)) chunks.add(chunk);
    divisions.add(lines);
    for (const [word] of wholeWords(lines)) {
      const parts = word.split(HYPHEN);
      // The parts of a compound count as words too.
      for (const part of parts) {
        words.add(part);
        for (let length = MIN_STEM; length <= part.length; length++) stems.add(part.slice(0, length));
      }
      if (parts.length < 2) continue;
      hyphenated.add(parts.join('-'));
      const forms = seconds.get(parts[0]!);
      if (forms) forms.add(parts[1]!);
      else seconds.set(parts[0]!, new Set([parts[1]!]));
    }
  }
  for (const word of divisions.words()) words.add(word);
  for (const address of divisions.addresses()) chunks.add(address);
  const prefixes = new Set([...seconds].filter(([, forms]) => forms.size >= PREFIX_FORMS).map(([first]) => first));
  return { words, hyphenated, prefixes, stems, chunks };
}

/**
 * Words and addresses that line ends divide at several places. A compound is divided at its hyphen alone, so these are
 * one word:
 *
 *     "oper-" "ations" and "opera-" "tions"   →   "operations"
 */
class Divisions {
  readonly #words = new Map<string, Set<number>>();
  readonly #addresses = new Map<string, Set<number>>();

  add(lines: readonly string[]): void {
    for (let index = 0; index + 1 < lines.length; index++) {
      const [first, second] = [lines[index]!, lines[index + 1]!];
      const head = BROKEN.exec(first)?.[1]?.toLowerCase();
      const tail = FIRST_WORD.exec(second)?.[0].toLowerCase();
      if (head !== undefined && tail !== undefined) note(this.#words, head + tail, head.length);
      const address = lastChunk(first);
      if (ADDRESS.test(address)) note(this.#addresses, address + firstChunk(second), address.length);
    }
  }

  words(): string[] {
    return dividedAnywhere(this.#words);
  }

  addresses(): string[] {
    return dividedAnywhere(this.#addresses);
  }
}

function note(places: Map<string, Set<number>>, whole: string, place: number): void {
  const known = places.get(whole);
  if (known) known.add(place);
  else places.set(whole, new Set([place]));
}

function dividedAnywhere(places: ReadonlyMap<string, ReadonlySet<number>>): string[] {
  return [...places].filter(([, divisions]) => divisions.size > 1).map(([whole]) => whole);
}

/** The beginning of an address. */
const ADDRESS = /^(?:https?:\/\/|www\.)\S/;

/** Shorter stems match too many words. */
const MIN_STEM = 4;

/** The words inside the lines, in lower case. Skips words at a hyphen and, in Korean, at any line end. */
function* wholeWords(lines: readonly string[]): Generator<readonly [string]> {
  for (const [index, line] of lines.entries()) {
    const broken = index + 1 < lines.length ? BROKEN.exec(line) : null;
    let text = broken ? line.slice(0, broken.index) : line;
    if (index > 0 && BROKEN.test(lines[index - 1]!)) text = text.replace(FIRST_WORD, '');
    if (index > 0) text = text.replace(FIRST_HANGUL, '');
    if (index + 1 < lines.length) text = text.replace(LAST_HANGUL, '');
    for (const [word] of text.toLowerCase().matchAll(WORD)) yield [word];
  }
}

/**
 * The text between two spaces. Skips line ends inside a paragraph, where it may be half a word. An address has a
 * beginning of its own. In a script without spaces, a Latin word is such a text too.
 */
function* wholeChunks(lines: readonly string[]): Generator<string> {
  for (const [index, line] of lines.entries()) {
    const chunks = line.split(' ');
    const from = index > 0 && !ADDRESS.test(bare(chunks[0]!)) ? 1 : 0;
    const to = index + 1 < lines.length ? chunks.length - 1 : chunks.length;
    for (const chunk of chunks.slice(from, to)) yield bare(chunk);
    if (!UNSPACED.test(line)) continue;
    for (const { 0: word, index: at } of line.matchAll(LATIN))
      if ((index === 0 || at > 0) && (index + 1 === lines.length || at + word.length < line.length)) yield word;
  }
}

/** A letter of a script without spaces, and a word of the Latin script or a number. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;
const LATIN = /[\p{Script=Latin}\p{M}\p{Nd}]+/gu;

/** The chunk without surrounding punctuation. */
function bare(chunk: string): string {
  return chunk.replace(/^[("'“‘„«[]+/, '').replace(/[.,;:!?)"'”’»\]]+$/, '');
}

/** Measures how one document breaks its lines. */
export function measureLineEnds(paragraphs: Iterable<readonly string[]>, lexicon: Lexicon): LineEnds {
  const fragments = new Set<string>();
  for (const lines of paragraphs) {
    for (let index = 0; index + 1 < lines.length; index++) {
      const first = BROKEN.exec(lines[index]!)?.[1];
      const second = FIRST_WORD.exec(lines[index + 1]!)?.[0];
      if (first === undefined || second === undefined) continue;
      if (formElsewhere(lexicon, first, second) === 'joined') return { divideWords: true };
      if (areFragments(lexicon, first, second)) fragments.add(first + second);
    }
  }
  return { divideWords: fragments.size >= FRAGMENT_BREAKS };
}

/**
 * Decides how two lines of one paragraph join:
 *
 *     "the agree-" "ment"      →   "the agreement"
 *     "a long-" "term plan"    →   "a long-term plan"      (if "long-term" occurs inside a line)
 *
 * @returns the number of characters to drop at the end of the first line, and the text to insert between
 */
export function joinLines(
  first: string,
  second: string,
  lexicon: Lexicon,
  lineEnds: LineEnds,
): { drop: 0 | 1; between: '' | ' ' } {
  if (isOneChunk(first, second, lexicon)) return { drop: 0, between: '' };
  const broken = BROKEN.exec(first);
  if (!broken) {
    if (dividesHangul(first, second, lexicon)) return { drop: 0, between: '' };
    return { drop: first.endsWith('\u00ad') ? 1 : 0, between: ' ' };
  }
  const next = FIRST_WORD.exec(second)?.[0];
  // In "pre- and post-" the hyphen replaces the second part of the word.
  if (
    next === undefined ||
    (/^(?:and|or|und|oder|et|ou)$/i.test(next) && !lexicon.words.has(joinedForm(broken[1]!, next)))
  )
    return { drop: 0, between: next === undefined ? '' : ' ' };
  return { drop: isHard(broken[1]!, broken[2]!, next, lexicon, lineEnds) ? 0 : 1, between: '' };
}

/**
 * Whether the line end divides text that occurs elsewhere without a space, and whose parts do not occur alone.
 * Examples are an address ("https://a.example/b?" "c=1"), "and/or", a figure in a narrow cell.
 */
function isOneChunk(first: string, second: string, { chunks }: Lexicon): boolean {
  const [head, tail] = [lastChunk(first), firstChunk(second)];
  if (head === '' || tail === '') return false;
  if (URL_BREAK.test(head)) return true;
  return chunks.has(head + tail) && !(chunks.has(bare(head)) && chunks.has(tail));
}

/** The text after the last space, or the Latin word at the end of a text without spaces. */
function lastChunk(line: string): string {
  const chunk = line.slice(line.lastIndexOf(' ') + 1).replace(/^[("'“‘„«[]+/, '');
  return UNSPACED.test(chunk) ? (/[\p{Script=Latin}\p{M}\p{Nd}]*$/u.exec(chunk)?.[0] ?? '') : chunk;
}

/** The text before the first space, or the Latin word at the start of a text without spaces. */
function firstChunk(line: string): string {
  const end = line.indexOf(' ');
  const chunk = bare(end < 0 ? line : line.slice(0, end));
  return UNSPACED.test(chunk) ? (/^[\p{Script=Latin}\p{M}\p{Nd}]*/u.exec(chunk)?.[0] ?? '') : chunk;
}

/** An address whose last character never ends an address. */
const URL_BREAK = /^(?:https?:\/\/|www\.)\S*[?&=#_%]$/;

const LAST_HANGUL = /[\uac00-\ud7a3]+$/;
const FIRST_HANGUL = /^[\uac00-\ud7a3]+/;

/**
 * Korean has spaces between words, but a line may end inside a word. The parts join if the joined form occurs and the
 * parts do not.
 */
function dividesHangul(first: string, second: string, { words }: Lexicon): boolean {
  const head = LAST_HANGUL.exec(first)?.[0];
  const tail = FIRST_HANGUL.exec(second)?.[0];
  if (head === undefined || tail === undefined) return false;
  return words.has(head + tail) && !(words.has(head) && words.has(tail));
}

function isHard(first: string, hyphen: string, second: string, lexicon: Lexicon, lineEnds: LineEnds): boolean {
  if (hyphen === '\u00ad') return false;
  const known = formElsewhere(lexicon, first, second);
  if (known !== null) return known === 'hyphenated';
  // A word is divided between letters, after at least two of them, and never before a capital (TeX: \lefthyphenmin).
  if (!/\p{L}$/u.test(first) || !/^\p{Ll}/u.test(second)) return true;
  const lastPart = first.toLowerCase().split(HYPHEN).at(-1)!;
  if (lastPart.length < 2 || lexicon.prefixes.has(lastPart)) return true;
  if (!lineEnds.divideWords) return true;
  // Two words of the lexicon form a compound. Half a word is seldom a word.
  return lexicon.words.has(lastPart) && lexicon.words.has(second.toLowerCase().split(HYPHEN)[0]!);
}

/** Whether neither part occurs elsewhere as a word: both are parts of a divided word. */
function areFragments({ words }: Lexicon, first: string, second: string): boolean {
  return /^\p{Ll}{2,}$/u.test(first) && /^\p{Ll}{2,}$/u.test(second) && !words.has(first) && !words.has(second);
}

function formElsewhere(lexicon: Lexicon, first: string, second: string): 'hyphenated' | 'joined' | null {
  const a = first.toLowerCase().replace(HYPHEN, '-');
  const b = second.toLowerCase().replace(HYPHEN, '-');
  const [head, tail] = [a.slice(a.lastIndexOf('-') + 1), b.split('-')[0]!];
  if (lexicon.hyphenated.has(`${a}-${b}`) || lexicon.hyphenated.has(`${head}-${tail}`)) return 'hyphenated';
  if (lexicon.words.has(joinedForm(first, second)) || lexicon.words.has(head + tail)) return 'joined';
  const stem = head + tail.slice(0, STEM_LETTERS);
  const isWord = lexicon.words.has(head) && lexicon.words.has(tail);
  return stem.length > MIN_STEM && lexicon.stems.has(stem) && !isWord ? 'joined' : null;
}

function joinedForm(first: string, second: string): string {
  return (first + second).toLowerCase();
}
