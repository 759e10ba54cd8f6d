/** Names of parties: companies with their legal form, and the short names that a document uses for them. */
import { BOTH_SIDES } from '../document/model.ts';
import type { Language } from './rule.ts';
import type { BlockTexts } from './side-texts.ts';

const LEGAL_FORM = String.raw`(?:Inc|Incorporated|LLC|L\.L\.C|LLP|L\.P|Ltd|Limited|plc|PLC|Corp|Corporation|GmbH|AG|KGaA|SE|KG|OHG|UG|GbR|PartG|mbB|eG|e\.V|e\.K|S\.A|SA|S\.A\.S|SAS|S\.A\.R\.L|SARL|EURL|SNC|S\.p\.A|SpA|S\.r\.l|S\.L|S\.L\.U|B\.V|BV|N\.V|NV|AB|ApS|A\/S|Oy|Oyj|Pty|K\.K)(?![\p{L}\p{M}])\.?`;
/** Bounded, so that no text takes long. */
const WORD = String.raw`[\p{Lu}\p{Nd}][\p{L}\p{Nd}&.'’-]{0,40}`;
/** Words between the words of a name: "Bank of Bavaria", "Müller & Söhne". */
const BETWEEN = String.raw`(?:of|and|für|und|de|du|des|et|la|del|y|&)\s`;

/** A company: words with capitals, then the legal form. */
export const COMPANY = String.raw`(?<![\p{L}\p{Nd}])(?=\p{Lu})${WORD}(?:\s(?:${BETWEEN})?${WORD}){0,5}?(?:,?\s|,)${LEGAL_FORM}`;

/** What shows that a name acts as a person does: "Acme will", "Acme's". A name such as "National" never does. */
const ACTS = String.raw`['’]s(?!\p{L})|\s(?:may|will|shall|must|can|is|has|does|and\sits|or\sits|hat|ist|kann|darf|muss|wird|est|peut|doit|s['’]engage|es|puede|debe|deberá)(?!\p{L})`;
/** Sentences start with these, also right before a company. */
const NO_NAMES = new Set('The This That Our Your These Any Der Die Das Le La Les El Los Las'.split(' '));
const SHORTEST = 3;
/** Short names that one comparison looks for. */
const NAMES_MAX = 100;

/**
 * A pattern for the short names of the companies in a comparison: the first word of a company, or its initials, if it
 * acts somewhere. "Acme Platform" is a product and no party, except in German, where every noun has a capital. Null if
 * there is none.
 */
export function shortNamePattern(texts: readonly BlockTexts[], languages: ReadonlySet<Language>): string | null {
  const all = texts.flatMap((text) => BOTH_SIDES.flatMap((side) => text[side] ?? []));
  const candidates = new Set<string>();
  for (const text of all) for (const [company] of text.matchAll(COMPANY_PATTERN)) addShortNames(company, candidates);
  if (candidates.size === 0) return null;
  const names = new Set<string>();
  for (const text of all)
    for (const [, name] of text.matchAll(ACTING)) if (candidates.has(name!) && names.size < NAMES_MAX) names.add(name!);
  if (names.size === 0) return null;
  const product = languages.has('de') ? '' : String.raw`|\s\p{Lu}`;
  return String.raw`(?<![\p{L}\p{Nd}@/.])(?:${alternatives(names)})(?![\p{L}\p{Nd}@/-]|\.\p{L}${product})`;
}

const ACTING = new RegExp(String.raw`(?<![\p{L}\p{Nd}])(\p{Lu}[\p{L}\p{Nd}&.-]{${SHORTEST - 1},40})(?:${ACTS})`, 'gu');
const COMPANY_PATTERN = new RegExp(COMPANY, 'gu');
const FORM_AT_END = new RegExp(String.raw`(?:,?\s|,)${LEGAL_FORM}$`, 'u');

function addShortNames(company: string, to: Set<string>): void {
  const words = company.replace(FORM_AT_END, '').split(/\s/u);
  while (NO_NAMES.has(words[0] ?? '')) words.shift();
  const [first] = words;
  if (first === undefined) return;
  const initials = words.map((word) => word[0]).join('');
  for (const name of [first, initials])
    if (name.length >= SHORTEST && /^\p{Lu}[\p{L}\p{Nd}&.-]*$/u.test(name)) to.add(name);
}

function alternatives(names: ReadonlySet<string>): string {
  return [...names]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`))
    .join('|');
}
