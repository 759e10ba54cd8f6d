/** Words of both documents, by which a hyphen at a line end is judged. Lower case, NFC. */
export interface Lexicon {
  /** Words without hyphens, as they stand inside lines. */
  readonly words: ReadonlySet<string>;
  /** Words with hyphens inside lines ("long-term"). */
  readonly hyphenated: ReadonlySet<string>;
  /** First parts of hyphenated words that take many second parts ("non-", "self-"). */
  readonly prefixes: ReadonlySet<string>;
  /** Line ends with hyphens divide words here, rather than only falling on hyphens that were there. */
  readonly dividesWords: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*(?:[-‐‑][\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*)*/gu;
const HYPHEN = /[-‐‑]/g;
/** The last word of a line and the hyphen that ends it. */
const BROKEN = /([\p{L}\p{M}\p{N}'’]+(?:[-‐‑][\p{L}\p{M}\p{N}'’]+)*)([-‐‑\u00ad])$/u;
const FIRST_WORD = /^[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*(?:[-‐‑][\p{L}\p{M}\p{N}]+)*/u;
/** A first part that stands before this many different second parts is a prefix that takes a hyphen. */
const PREFIX_FORMS = 3;

/**
 * Builds the lexicon from the lines of both documents. The first and last word of a line are left out where they may be
 * half a word.
 */
export function buildLexicon(paragraphs: Iterable<readonly string[]>): Lexicon {
  const words = new Set<string>();
  const hyphenated = new Set<string>();
  const seconds = new Map<string, Set<string>>();
  const breaks: [string, string][] = [];
  for (const lines of paragraphs) {
    lines.forEach((line, index) => {
      const broken = index + 1 < lines.length && BROKEN.exec(line);
      const continued = index > 0 && BROKEN.test(lines[index - 1]!);
      let text = broken ? line.slice(0, broken.index) : line;
      if (continued) text = text.replace(FIRST_WORD, '');
      if (broken) {
        const next = FIRST_WORD.exec(lines[index + 1]!)?.[0];
        if (next !== undefined) breaks.push([broken[1]!, next]);
      }
      for (const [word] of text.toLowerCase().matchAll(WORD)) {
        if (!/[-‐‑]/.test(word)) {
          words.add(word);
          continue;
        }
        const form = word.replace(HYPHEN, '-');
        hyphenated.add(form);
        const [first, second] = form.split('-') as [string, string];
        const known = seconds.get(first);
        if (known) known.add(second);
        else seconds.set(first, new Set([second]));
        // The parts of a compound are words too.
        for (const part of form.split('-')) words.add(part);
      }
    });
  }
  const prefixes = new Set([...seconds].filter(([, forms]) => forms.size >= PREFIX_FORMS).map(([first]) => first));
  const lexicon = { words, hyphenated, prefixes, dividesWords: false };
  const divided = breaks.some(([first, second]) => attested(lexicon, first, second) === 'joined');
  return { ...lexicon, dividesWords: divided };
}

/**
 * Joins two lines of one paragraph.
 *
 * @returns how many characters to drop at the end of the first line (a hyphen or nothing), and what to put between
 */
export function joinLines(first: string, second: string, lexicon: Lexicon): { drop: 0 | 1; between: '' | ' ' } {
  const broken = BROKEN.exec(first);
  if (!broken) return { drop: first.endsWith('\u00ad') ? 1 : 0, between: ' ' };
  const next = FIRST_WORD.exec(second)?.[0];
  // "pre- and post-" and the like: the hyphen stands for what the second word brings.
  if (
    next === undefined ||
    (/^(?:and|or|und|oder|et|ou)$/i.test(next) && !lexicon.words.has(joinedForm(broken[1]!, next)))
  )
    return { drop: 0, between: next === undefined ? '' : ' ' };
  return { drop: isHard(broken[1]!, broken[2]!, next, lexicon) ? 0 : 1, between: '' };
}

function isHard(first: string, hyphen: string, second: string, lexicon: Lexicon): boolean {
  if (hyphen === '\u00ad') return false;
  const known = attested(lexicon, first, second);
  if (known !== null) return known === 'hyphenated';
  // Division falls between letters, after two of them at least, and never before a capital (TeX: \lefthyphenmin).
  if (!/\p{L}$/u.test(first) || !/^\p{Ll}/u.test(second)) return true;
  const lastPart = first.toLowerCase().split(HYPHEN).at(-1)!;
  if (lastPart.length < 2 || lexicon.prefixes.has(lastPart)) return true;
  if (!lexicon.dividesWords) return true;
  // Two words of their own are a compound; half a word is seldom one.
  const firstPart = second.toLowerCase().split(HYPHEN)[0]!;
  return lastPart.length > 3 && lexicon.words.has(lastPart) && lexicon.words.has(firstPart);
}

function attested(
  lexicon: Pick<Lexicon, 'words' | 'hyphenated'>,
  first: string,
  second: string,
): 'hyphenated' | 'joined' | null {
  const a = first.toLowerCase().replace(HYPHEN, '-');
  const b = second.toLowerCase().replace(HYPHEN, '-');
  const [head, tail] = [a.slice(a.lastIndexOf('-') + 1), b.split('-')[0]!];
  if (lexicon.hyphenated.has(`${a}-${b}`) || lexicon.hyphenated.has(`${head}-${tail}`)) return 'hyphenated';
  return lexicon.words.has(joinedForm(first, second)) || lexicon.words.has(head + tail) ? 'joined' : null;
}

function joinedForm(first: string, second: string): string {
  return (first + second).toLowerCase();
}
