/** Terms that a document defines itself: (the “Seller”), “Goods” means …, « Prix » désigne …, (en adelante, «Obra»). */

const VERBS = [
  String.raw`means?|shall mean|has the meaning|have the meanings?|refers? to|is defined as|includes?`,
  String.raw`bedeutet|bezeichnet|hat die Bedeutung|meint|steht für|umfasst`,
  String.raw`désigne(?:nt)?|signifie(?:nt)?|s['’]entend(?:ent)?|a le sens`,
  String.raw`significan?|se entenderá|se entiende|tendrá el significado|designa`,
].join('|');

const QUOTED = String.raw`["“„«]\s?[^"”“»„«\n]{1,60}["”“»]`;
/** What comes between the names of one definition: “Lyft,” “we,” or “us”. */
const NEXT_NAME = String.raw`,?\s(?:(?:or|and|oder|und|ou|et|o|y)\s)?`;
/** A quoted name. A comma or full stop inside the quotation marks is no part of it. */
const NAME = String.raw`["“„«]\s?(?<term>\p{Lu}[^"”“»„«\n]{1,60}?)\s?[,.]?["”“»]`;

/** A defined name: at the end of parentheses, or before a verb or a colon. Then `verb` is there: the sentence defines it. */
const DEFINITION = new RegExp(
  String.raw`${NAME}(?:(?=\s?\)|(?:${NEXT_NAME}${QUOTED}){1,4}\s?\))|(?=,?\s?(?<verb>:|\s(?:${VERBS})(?!\p{L}))))`,
  'gu',
);
/** A name that the words before it introduce: collectively referred to as “Users”. */
const INTRODUCED = new RegExp(
  String.raw`(?<=(?:referred\sto(?:\s\p{L}+){0,2}\sas|collectively|hereinafter|im\sFolgenden|nachfolgend|ci-après|en\sadelante),?\s(?:(?:the|der|die|das|le|la|les|el|los|las)\s)?)${NAME}`,
  'gu',
);

/** A definition in a text, in UTF-16 units. */
export interface Definition {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  /** Whether the rest of the text says what the term means. */
  readonly isSentence: boolean;
}

/** The definitions in a text, in its order. */
export function definitionsIn(text: string): Definition[] {
  if (!/["“„«]/u.test(text)) return [];
  const found = new Map<number, Definition>();
  for (const pattern of [INTRODUCED, DEFINITION])
    for (const { 0: match, index, groups } of text.matchAll(pattern))
      found.set(index, {
        term: groups!['term']!.replace(/\s+/gu, ' '),
        start: index,
        end: index + match.length,
        isSentence: groups!['verb'] !== undefined,
      });
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** Plurals with a sense of their own: “Term” is none of “Terms”. */
const OWN_PLURALS = /(?:^|\s)(?:terms|goods|damages|proceeds|premises|securities|works|means)$/iu;

/** A term and its other forms: the singular of a plural, "Companies" of “Company”. */
export function formsOf(term: string): string[] {
  if (/\p{L}[^aeiou\P{L}]y$/u.test(term)) return [term, term.replace(/y$/u, 'ies')];
  if (OWN_PLURALS.test(term) || !/\p{Ll}(?<![sui])s$/u.test(term)) return [term];
  return [term, /ies$/u.test(term) ? term.replace(/ies$/u, 'y') : term.slice(0, -1)];
}

/** The term that a match of a `TermFinder` is a form of. */
export function termIn(match: string, terms: ReadonlySet<string>): string | undefined {
  const text = match.replace(/\s+/gu, ' ');
  const singles = [text, text.replace(/['’]?s$/u, ''), text.replace(/es$/u, ''), text.replace(/ies$/u, 'y')];
  const plurals = singles.flatMap((each) => [`${each}s`, each.replace(/y$/u, 'ies')]);
  return [...singles, ...plurals].find((each) => terms.has(each));
}

/**
 * Words with capitals after an article or a determiner, as defined terms are used: "the Vendor", "chaque Commande".
 * German has none, because it writes every noun with a capital.
 */
const USE =
  /(?<=(?<!\p{L})(?:the|any|each|such|every|no|either|neither|both|an?|le|la|les|du|des|au|aux|chaque|tout|toute|cette|ce|el|los|las|del|al|cada|dicho|dicha|toda|todo)\s)\p{Lu}\p{Ll}[\p{L}-]*(?:\s\p{Lu}\p{Ll}[\p{L}-]*){0,4}/gu;

/** Names that follow an article and that no contract defines. */
const KNOWN_NAMES = new Set(
  (
    'section sections article articles schedule schedules exhibit exhibits annex annexes appendix appendices clause clauses ' +
    'chapter part parts paragraph agreement contract united netherlands european state states court courts act code law ' +
    'january february march april may june july august september october november december monday tuesday wednesday ' +
    'thursday friday saturday sunday internet english french german spanish euro annexe contrat contrato anexo cláusula ' +
    'union unión république república tribunal code código loi ley parties partes partie parte'
  ).split(' '),
);

/** The last word of what is no term: a law or a document. */
const OF_A_TITLE =
  /\s(?:Acts?|Codes?|Laws?|Statutes?|Regulations?|Directives?|Treaty|Convention|Guidelines|Forms?|Notices?|Policy|Policies)$/u;
/** A capital inside a word, as in YouTube. */
const BRAND = /\p{Ll}\p{Lu}/u;

/** A use of what looks like a defined term. */
export interface TermUse {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** Uses of words that look like defined terms. */
export function usesIn(text: string): TermUse[] {
  return [...text.matchAll(USE)]
    .filter(
      ([term]) =>
        !KNOWN_NAMES.has(term.split(/\s/u, 1)[0]!.toLowerCase()) && !BRAND.test(term) && !OF_A_TITLE.test(term),
    )
    .map(({ 0: term, index }) => ({ term: term.replace(/\s+/gu, ' '), start: index, end: index + term.length }));
}

/** Most words of a use. */
const USE_WORDS_MAX = 5;

/** Says which uses the defined terms cover: one contains the other, in singular or plural. */
export class TermCover {
  readonly #terms = new Set<string>();
  /** Neighbouring words of a term. */
  readonly #parts = new Set<string>();

  constructor(terms: Iterable<string>) {
    for (const term of terms) {
      const words = singular(term);
      this.#terms.add(words.join(' '));
      for (const part of partsOf(words)) this.#parts.add(part);
    }
  }

  covers(use: string): boolean {
    const words = singular(use);
    return this.#parts.has(words.join(' ')) || partsOf(words).some((part) => this.#terms.has(part));
  }
}

/** The neighbouring words of a list, at most as many as a use has. */
function partsOf(words: readonly string[]): string[] {
  return words.flatMap((_, from) => {
    const lengths = Math.min(USE_WORDS_MAX, words.length - from);
    return Array.from({ length: lengths }, (_, index) => words.slice(from, from + index + 1).join(' '));
  });
}

/** The words in singular and lower case. */
function singular(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s/u)
    .map((word) =>
      word
        .replace(/['’]s$/u, '')
        .replace(/ies$/u, 'y')
        .replace(/s$/u, ''),
    );
}
