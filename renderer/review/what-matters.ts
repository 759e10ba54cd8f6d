import type { Block, Side, TextBlock } from '../../shared/document/model.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import type { ChangePlace } from '../document-view/change-places.ts';

/*
 * Rules for what a careful reader looks at first. They are simple on purpose, so that a reader can foresee them: a
 * change matters if its text, with a few words around it, contains such a thing where the change is. No rule hides a
 * change.
 */

/** The kinds of content that matter. */
export const MATTERS = ['amounts', 'dates', 'negations', 'parties', 'terms'] as const;
export type Matter = (typeof MATTERS)[number];

const NUMBER = String.raw`\p{Nd}(?:[\p{Nd}.,'’\u00A0\u202F ]*\p{Nd})?`;
const CURRENCY = String.raw`(?:\p{Sc}|\b(?:USD|EUR|GBP|CHF|JPY|CNY|AUD|CAD|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|ZAR|US\$|dollars?|euros?|pounds?|francs?|cents?|Euro|Franken)\b)`;
const SCALE = String.raw`(?:\s?(?:thousand|million|billion|Tsd\.?|Mio\.?|Mrd\.?|Millionen|Milliarden|[kKmM])\b)?`;
const UNIT = String.raw`(?:%|‰|\b(?:percent|per cent|percentage points?|basis points?|bps|Prozent)\b)`;
const SPAN = String.raw`\b(?:business days?|working days?|calendar days?|days?|weeks?|months?|years?|hours?|Tagen?|Wochen?|Monaten?|Jahren?)\b`;
const MONTH = String.raw`(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|okt(?:ober)?|nov(?:ember)?|dec(?:ember)?|dez(?:ember)?)`;

const AMOUNT_PATTERNS = [
  new RegExp(`${CURRENCY}\\s?${NUMBER}${SCALE}`, 'giu'),
  new RegExp(`${NUMBER}${SCALE}\\s?${CURRENCY}`, 'giu'),
  new RegExp(`${NUMBER}\\s?${UNIT}`, 'giu'),
  new RegExp(CURRENCY, 'gu'),
];

const DATE_PATTERNS = [
  /(?<![\p{Nd}.])\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}(?!\p{Nd})/gu,
  /(?<![\p{Nd}.])\p{Nd}{1,2}[./]\s?\p{Nd}{1,2}[./]\s?(?:\p{Nd}{4}|\p{Nd}{2})(?!\p{Nd})/gu,
  new RegExp(
    String.raw`(?<!\p{L})(?:\p{Nd}{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s)?)?${MONTH}\.?(?:\s\p{Nd}{1,2}(?:st|nd|rd|th)?(?!\p{Nd}),?)?\s\p{Nd}{4}(?!\p{Nd})`,
    'giu',
  ),
  new RegExp(
    String.raw`(?<!\p{L})(?:\p{Nd}{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s)?${MONTH}|${MONTH}\s\p{Nd}{1,2}(?:st|nd|rd|th)?)(?![\p{L}\p{Nd}])`,
    'giu',
  ),
  /\p{Nd}{4}\s?[年]\s?\p{Nd}{1,2}\s?[月](?:\s?\p{Nd}{1,2}\s?[日])?/gu,
  new RegExp(
    String.raw`(?:${NUMBER}|\(\p{Nd}+\)|\b(?:one|two|three|four|five|six|seven|ten|twelve|thirty|sixty|ninety)\b(?:\s\(\p{Nd}+\))?)\s?${SPAN}`,
    'giu',
  ),
];

const NEGATION_PATTERNS = [
  /(?<![\p{L}\p{M}])(?:not|no|never|none|nor|neither|without|except|unless|cannot|excluding|notwithstanding|nothing|nobody|prohibited|forbidden)(?![\p{L}\p{M}])/giu,
  /\p{L}n['’]t(?![\p{L}\p{M}])/giu,
  /(?<![\p{L}\p{M}])(?:nicht|nie|niemals|kein\p{L}*|ohne|weder|noch nicht|ausgenommen|ne|pas|jamais|sans|sauf|aucun\p{L}*|non|senza|mai|nunca|sin|ningún|ninguna?|niet|geen|zonder)(?![\p{L}\p{M}])/giu,
];

const PARTY_PATTERNS = [
  // Only in the capitalised form in which contracts name a party.
  /(?<![\p{L}\p{M}])(?:Seller|Buyer|Vendor|Purchaser|Landlord|Tenant|Lessor|Lessee|Licensor|Licensee|Company|Client|Customer|Supplier|Provider|Contractor|Subcontractor|Employer|Employee|Executive|Consultant|Lender|Borrower|Guarantor|Investor|Shareholder|Franchisor|Franchisee|Assignor|Assignee|Parent|Affiliate|Party|Parties|Verkäufer|Käufer|Vermieter|Mieter|Auftraggeber|Auftragnehmer|Kunde|Lieferant|Darlehensgeber|Darlehensnehmer|Lizenzgeber|Lizenznehmer|Arbeitgeber|Arbeitnehmer|Parteien|Partei)(?:in|innen|s|n|['’]s|s['’])?(?![\p{L}\p{M}])/gu,
  /\p{Lu}[\p{L}\p{Nd}&.,'’ -]{0,60}?[ ,](?:Inc|Incorporated|LLC|L\.L\.C|LLP|Ltd|Limited|plc|PLC|Corp|Corporation|Co|GmbH|AG|SE|KG|OHG|UG|e\.V|S\.A|SA|SAS|SARL|S\.p\.A|SpA|S\.r\.l|B\.V|BV|N\.V|NV|AB|ApS|A\/S|AS|Oy|Oyj|Pty|K\.K)(?![\p{L}\p{M}])\.?/gu,
];

/** A quoted name that a document introduces as a term: (the “Seller”), “Goods” means …. */
const DEFINITION =
  /["“„«]\s?(\p{Lu}[^"”“»\n]{1,60}?)\s?["”“»](?=\s?\)|\s?,?\s(?:means?|shall mean|has the meaning|refers? to|bedeutet|bezeichnet|hat die Bedeutung))/gu;

/** The terms that the documents of a comparison define, on either side. */
export function definedTermsIn(blocks: readonly Block[]): ReadonlySet<string> {
  const terms = new Set<string>();
  // Only nested tables recurse. The fragment scanner bounds their depth.
  const add = (block: Block): void => {
    if (block.kind === 'text') {
      const sides: readonly Side[] = block.runs.some(({ edit }) => edit !== undefined)
        ? ['original', 'revised']
        : ['revised'];
      for (const side of sides) for (const term of definedTerms(sideText(block, side))) terms.add(term);
    } else if (block.kind === 'table')
      for (const { cells } of block.rows) for (const cell of cells) for (const inner of cell.blocks) add(inner);
  };
  for (const block of blocks) add(block);
  return terms;
}

function sideText({ runs }: TextBlock, side: Side): string {
  let text = '';
  for (const run of runs) if (run.edit === undefined || run.edit.side === side) text += run.text;
  return text;
}

/** The terms that a text defines. */
export function definedTerms(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(DEFINITION)].map(([, term]) => term!.replace(/\s+/gu, ' ')));
}

/** Finds what matters in the changes of documents that define these terms. */
export class WhatMatters {
  readonly #patterns: Readonly<Record<Matter, readonly RegExp[]>>;

  constructor(terms: ReadonlySet<string>) {
    this.#patterns = {
      amounts: AMOUNT_PATTERNS,
      dates: DATE_PATTERNS,
      negations: NEGATION_PATTERNS,
      parties: PARTY_PATTERNS,
      terms: terms.size === 0 ? [] : [termPattern(terms)],
    };
  }

  /** What matters about a change. A change of form or of a page number has nothing of it. */
  of(change: ReviewChange, place: ChangePlace | undefined): ReadonlySet<Matter> {
    if (change.kind === 'format' || change.kind === 'link' || change.paginates === true) return NOTHING;
    const { before = '', after = '' } = place ?? {};
    const found = MATTERS.filter((matter) =>
      [change.before, change.after].some((text) => this.#touches(matter, before, text, after)),
    );
    return found.length === 0 ? NOTHING : new Set(found);
  }

  /** Whether a thing of this kind overlaps the text. Only the words right around it can complete the thing. */
  #touches(matter: Matter, before: string, text: string, after: string): boolean {
    if (text === '') return false;
    const whole = before + text + after;
    const [from, to] = [before.length, before.length + text.length];
    return this.#patterns[matter].some((pattern) =>
      [...whole.matchAll(pattern)].some(({ 0: found, index }) => index < to && index + found.length > from),
    );
  }
}

const NOTHING: ReadonlySet<Matter> = new Set();

/** The terms as whole words, the longest first. */
function termPattern(terms: ReadonlySet<string>): RegExp {
  const literal = [...terms]
    .sort((a, b) => b.length - a.length)
    .map((term) => term.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`).replace(/\s+/gu, String.raw`\s+`));
  return new RegExp(String.raw`(?<![\p{L}\p{Nd}])(?:${literal.join('|')})(?![\p{L}\p{Nd}])`, 'gu');
}
