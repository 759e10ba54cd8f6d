/** Clauses that changed their number or went away, and the references that still name the old number. */
import { quotedPlace, type QuotedPlace } from './quoted-place.ts';
import type { BlockTexts } from './side-texts.ts';

/** A clause with another number, or without one, and the references that were not changed with it. */
export interface StaleReference {
  /** The number in the original: "4.2". */
  readonly from: string;
  /** The number in the revised document. Null: the clause is gone. */
  readonly to: string | null;
  /** The first words of the clause. */
  readonly clause: string;
  /** Unchanged places that still name the old number. */
  readonly places: readonly (QuotedPlace & { readonly sectionTitle?: string })[];
}

const NUMBER = String.raw`\d{1,3}(?:\.\d{1,3}){0,6}`;
const CLAUSE_WORD = String.raw`sections?|clauses?|articles?|paragraphs?|sub-?clauses?|§{1,2}|ziffern?|ziff\.|abschnitte?n?|artikeln?|klauseln?|art\.|cláusulas?|artículos?|secci(?:ón|ones)|apartados?|paragraphes?`;
/** A number before a clause: "4.2", "4.2.", "Section 4.2", "§ 4". */
const LABEL = new RegExp(String.raw`^(?:(?:${CLAUSE_WORD})\s*)?(${NUMBER})[.):]?$`, 'iu');
/** The same at the start of a text, before words. A number without a dot needs the word or a dot after it. */
const TYPED = new RegExp(
  String.raw`^\s*(?:(?:${CLAUSE_WORD})\s*(${NUMBER})[.):]?|(\d{1,3}(?:\.\d{1,3}){1,6})[.):]?|(\d{1,3})[.)])(?=\s+\p{L})`,
  'iu',
);
const NEXT = String.raw`(?:\s?[,;]\s?|\s?[–-]\s?|\s(?:and|or|to|through|und|oder|bis|et|ou|à|y|o|a)\s)`;
const REFERENCE = new RegExp(
  String.raw`(?<![\p{L}\p{Nd}])(?:${CLAUSE_WORD})\s?(${NUMBER}(?:${NEXT}${NUMBER})*)(?![\p{Nd}]|\.\p{Nd})`,
  'giu',
);
/** A reference to a law names no clause of this document. */
const ELSEWHERE = new RegExp(
  [
    String.raw`^(?:\s?\([^)]{1,8}\)|\s?(?:Abs\.|Absatz|Satz|S\.|Nr\.|Nummer|Buchst\.)\s?\w{1,3})*,?\s?(?:`,
    String.raw`of\s(?:the\s|that\s|such\s)?(?:\p{Lu}[\p{L}-]*\s){0,6}(?:Act|Code|Law|Regulations?|Directive|Rules?|Order|Statute|Constitution)`,
    String.raw`|(?:des?|der|du|de la|del)\s(?:\p{L}+\s){0,4}\p{L}*(?:[Gg]esetz|[Oo]rdnung|[Cc]ode|Ley|Código|loi)`,
    String.raw`|(?:BGB|HGB|AktG|GmbHG|StGB|ZPO|UStG|EStG|InsO|DSGVO|SGB|GG)(?!\p{L}))`,
  ].join(''),
  'u',
);
/** Length of the quoted start of a clause in UTF-16 units. */
const CLAUSE_LENGTH = 60;

interface Clause {
  readonly original: string;
  readonly revised: string | null;
  readonly text: string;
}

/** The clauses with stale references, in the order of the original. */
export function staleReferences(texts: readonly BlockTexts[]): StaleReference[] {
  const clauses = movedNumbers(texts);
  if (clauses.size === 0) return [];
  const places = new Map<string, StaleReference['places'][number][]>();
  for (const { revised, original, spans, heading } of texts) {
    // A reference in a new block was written for this draft.
    if (revised === null || original === null) continue;
    for (const { 0: found, 1: numbers, index } of revised.matchAll(REFERENCE)) {
      const end = index + found.length;
      if (ELSEWHERE.test(revised.slice(end, end + 80)) || index === revised.search(/\S/u)) continue;
      if (spans.revised.some((span) => span.start <= end && span.end >= index)) continue;
      for (const [number] of numbers!.matchAll(new RegExp(NUMBER, 'gu'))) {
        if (!clauses.has(number)) continue;
        const place = { ...quotedPlace(revised, index, end), ...(heading !== '' && { sectionTitle: heading }) };
        const known = places.get(number);
        if (known === undefined) places.set(number, [place]);
        else known.push(place);
      }
    }
  }
  return [...clauses.values()].flatMap(({ original, revised, text }) => {
    const own = places.get(original);
    return own === undefined ? [] : [{ from: original, to: revised, clause: text, places: own }];
  });
}

/** The clauses whose number changed or went, by the original's number. A number that two clauses have is unknown. */
function movedNumbers(texts: readonly BlockTexts[]): ReadonlyMap<string, Clause> {
  const movedTo = new Map<string, string>();
  for (const { moveId, revised, labels } of texts)
    if (moveId !== undefined && revised !== null) {
      const number = numberOf(labels.revised, revised);
      if (number !== null) movedTo.set(moveId, number);
    }
  const found = new Map<string, Clause | null>();
  const remaining = new Map<string, number>();
  for (const { original, revised, labels, moveId } of texts) {
    const now = revised === null ? null : numberOf(labels.revised, revised);
    if (now !== null) remaining.set(now, (remaining.get(now) ?? 0) + 1);
    const before = original === null ? null : numberOf(labels.original, original);
    if (original === null || before === null) continue;
    const target = revised !== null ? now : moveId === undefined ? null : (movedTo.get(moveId) ?? null);
    const clause = { original: before, revised: target, text: startOf(original) };
    found.set(before, found.has(before) ? null : clause);
  }
  const moved = new Map<string, Clause>();
  for (const [number, clause] of found) {
    if (clause === null || clause.revised === number) continue;
    // A clause that kept its place and lost its number did not move, and other content may have it now.
    if (clause.revised === null && (remaining.get(number) ?? 0) > 1) continue;
    if (clause.revised !== null && (remaining.get(clause.revised) ?? 0) > 1) continue;
    moved.set(number, clause);
  }
  return moved;
}

function numberOf(label: string | null, text: string): string | null {
  const labelled = label === null ? undefined : LABEL.exec(label)?.[1];
  if (labelled !== undefined) return labelled;
  const typed = TYPED.exec(text);
  // "Section 4.2 of the Agreement says …" begins a sentence, and "Section 4.2 Term" a clause.
  if (typed === null || /^\s*\p{Ll}/u.test(text.slice(typed[0].length))) return null;
  return typed[1] ?? typed[2] ?? typed[3] ?? null;
}

function startOf(text: string): string {
  const tidy = text.replace(TYPED, '').replace(/\s+/gu, ' ').trim();
  return tidy.length <= CLAUSE_LENGTH ? tidy : `${tidy.slice(0, CLAUSE_LENGTH).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** A stale reference as a sentence: "Section 4.2 is now 4.3; 2 references still say 4.2." */
export function describeReference({ from, to, clause, places }: StaleReference): string {
  const name = clause === '' ? from : `${from} (${clause})`;
  const count = places.length === 1 ? '1 reference still says' : `${places.length} references still say`;
  return `Section ${name} ${to === null ? 'is gone' : `is now ${to}`}; ${count} ${from}.`;
}
