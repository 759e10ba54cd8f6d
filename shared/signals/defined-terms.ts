/** Terms that a document defines itself: (the “Seller”), “Goods” means …, « Prix » désigne …, (en adelante, «Obra»). */

const VERBS = [
  String.raw`means?|shall mean|has the meaning|have the meanings?|refers? to|is defined as|includes?`,
  String.raw`bedeutet|bezeichnet|hat die Bedeutung|meint|steht für|umfasst`,
  String.raw`désigne(?:nt)?|signifie(?:nt)?|s['’]entend(?:ent)?|a le sens`,
  String.raw`significan?|se entenderá|se entiende|tendrá el significado|designa`,
].join('|');

/** A quoted name that is defined. `verb` follows if the definition is the sentence after it. */
const DEFINITION = new RegExp(
  String.raw`["“„«]\s?(?<term>\p{Lu}[^"”“»„«\n]{1,60}?)\s?["”“»](?:(?=\s?\)|\s?,?\s(?:or|and|oder|und|ou|et|o|y)\s["“„«][^"”“»\n]{1,60}["”“»]\s?\))|(?=,?\s?(?<verb>:|\s(?:${VERBS})(?!\p{L}))))`,
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

/** The definitions in a text. */
export function definitionsIn(text: string): Definition[] {
  if (!/["“„«]/u.test(text)) return [];
  return [...text.matchAll(DEFINITION)].map(({ 0: found, index, groups }) => ({
    term: groups!['term']!.replace(/\s+/gu, ' '),
    start: index,
    end: index + found.length,
    isSentence: groups!['verb'] !== undefined,
  }));
}

/** Finds terms as whole words, the longest first. Null without terms. */
export function termPattern(terms: Iterable<string>): RegExp | null {
  const literal = [...new Set(terms)]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((term) => term.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`).replace(/\s+/gu, String.raw`\s+`));
  return literal.length === 0
    ? null
    : new RegExp(String.raw`(?<![\p{L}\p{Nd}])(?:${literal.join('|')})(?:['’]?s|es)?(?![\p{L}\p{Nd}])`, 'gu');
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

/** A use of what looks like a defined term. */
export interface TermUse {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** Uses of words that look like defined terms. */
export function usesIn(text: string): TermUse[] {
  return [...text.matchAll(USE)]
    .filter(([term]) => !KNOWN_NAMES.has(term.split(/\s/u, 1)[0]!.toLowerCase()))
    .map(({ 0: term, index }) => ({ term: term.replace(/\s+/gu, ' '), start: index, end: index + term.length }));
}

/** Whether the defined terms cover a use: one contains the other, in singular or plural. */
export function isCovered(use: string, terms: Iterable<string>): boolean {
  const wanted = ` ${singular(use)} `;
  for (const term of terms) {
    const known = ` ${singular(term)} `;
    if (wanted.includes(known) || known.includes(wanted)) return true;
  }
  return false;
}

function singular(text: string): string {
  return text
    .toLowerCase()
    .split(/\s/u)
    .map((word) =>
      word
        .replace(/['’]s$/u, '')
        .replace(/ies$/u, 'y')
        .replace(/s$/u, ''),
    )
    .join(' ');
}
