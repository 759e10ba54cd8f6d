/** The signals about terms that the documents define themselves: used, defined, undefined and unused terms. */
import { BOTH_SIDES, type Side } from '../document/model.ts';
import { definitionsIn, TermCover, termIn, usesIn, type Definition } from './defined-terms.ts';
import { outside } from './find-things.ts';
import { TERM_RULES } from './rule.ts';
import type { BlockTexts } from './side-texts.ts';
import { touches, type SignalCollection } from './signal-collection.ts';
import { TermFinder } from './term-finder.ts';

/** Adds what the rules say about terms that the documents define themselves. */
export function addTerms(
  texts: readonly BlockTexts[],
  changed: readonly BlockTexts[],
  signals: SignalCollection,
): void {
  const terms = new TermsOfSides(texts);
  if (terms.finder.isEmpty) return;
  for (const text of changed) {
    addUses(text, terms, signals);
    for (const side of BOTH_SIDES) addDefinitions(text, side, terms, signals);
  }
  const uses = usesOfTerms(texts, terms);
  for (const text of changed) {
    addLostDefinitions(text, terms, uses, signals);
    addUnusedDefinitions(text, terms, uses, signals);
    addLostUses(text, terms, uses, signals);
  }
  addUndefined(texts, changed, terms.names.revised, signals);
}

/** The terms that both documents define, and their definitions. */
class TermsOfSides {
  /** The terms of each side. */
  readonly names = { original: new Set<string>(), revised: new Set<string>() };
  /** The terms of both sides. */
  readonly all: ReadonlySet<string>;
  readonly finder: TermFinder;
  /** How often each side states each definition. */
  readonly #statements = { original: new Map<string, number>(), revised: new Map<string, number>() };
  readonly #definitions = new Map<string, readonly Definition[]>();

  constructor(texts: readonly BlockTexts[]) {
    for (const text of texts)
      for (const side of BOTH_SIDES)
        for (const definition of this.definitions(text[side])) {
          this.names[side].add(definition.term);
          const statement = statementOf(definition, text[side]!);
          this.#statements[side].set(statement, (this.#statements[side].get(statement) ?? 0) + 1);
        }
    this.all = new Set([...this.names.original, ...this.names.revised]);
    this.finder = new TermFinder(this.all);
  }

  /** The definitions in a text of one side; none in an absent text. */
  definitions(text: string | null): readonly Definition[] {
    if (text === null) return [];
    let known = this.#definitions.get(text);
    if (known === undefined) this.#definitions.set(text, (known = definitionsIn(text)));
    return known;
  }

  /** Whether both sides make a statement equally often. */
  isStatedAlike(statement: string): boolean {
    return this.#statements.original.get(statement) === this.#statements.revised.get(statement);
  }
}

/** How often each side uses each term outside its definitions. */
type Uses = Readonly<Record<Side, ReadonlyMap<string, number>>>;

/** Uses of terms that a change adds or removes. */
function addUses(text: BlockTexts, terms: TermsOfSides, signals: SignalCollection): void {
  signals.differences(TERM_RULES.used, text, (own) =>
    outside(terms.finder.find(own), terms.definitions(own)).map((use) => ({
      ...use,
      key: termIn(use.text, terms.all) ?? use.text.toLowerCase(),
    })),
  );
}

/** Changes within definitions. */
function addDefinitions(text: BlockTexts, side: Side, terms: TermsOfSides, signals: SignalCollection): void {
  for (const definition of terms.definitions(text[side])) {
    // A block of one side may have the definition that another block of the other side has.
    const isElsewhere = text.original === null || text.revised === null;
    if (isElsewhere && terms.isStatedAlike(statementOf(definition, text[side]!))) continue;
    const end = definition.isSentence ? (text[side] ?? '').length : definition.end;
    for (const span of text.spans[side]) {
      const isInside = span.start === span.end && definition.start < span.start && span.start <= end;
      if (!isInside && !touches(span, { start: definition.start, end })) continue;
      if (!isTypographic(text, span.changeId)) signals.add(span.changeId, TERM_RULES.defined, definition.term);
    }
  }
}

/** Removed definitions of terms that the revised document still uses. */
function addLostDefinitions(text: BlockTexts, terms: TermsOfSides, uses: Uses, signals: SignalCollection): void {
  for (const { term, start, end } of terms.definitions(text.original)) {
    const count = uses.revised.get(term) ?? 0;
    if (terms.names.revised.has(term) || count === 0) continue;
    const times = count === 1 ? 'once' : `${count} times`;
    for (const span of text.spans.original)
      if (touches(span, { start, end }))
        signals.add(span.changeId, TERM_RULES.undefined, `${term} is no longer defined and still used ${times}`);
  }
}

/** New definitions of terms that the revised document does not use. Terms that were unused before are left out. */
function addUnusedDefinitions(text: BlockTexts, terms: TermsOfSides, uses: Uses, signals: SignalCollection): void {
  for (const { term, start, end } of terms.definitions(text.revised)) {
    const wasUnused = terms.names.original.has(term) && (uses.original.get(term) ?? 0) === 0;
    if (wasUnused || (uses.revised.get(term) ?? 0) > 0) continue;
    for (const span of text.spans.revised)
      if (touches(span, { start, end }))
        signals.add(span.changeId, TERM_RULES.unused, `${term} is defined and not used`);
  }
}

/** Removed uses after which the revised document does not use a term that it defines. */
function addLostUses(text: BlockTexts, terms: TermsOfSides, uses: Uses, signals: SignalCollection): void {
  if (text.original === null) return;
  for (const { text: use, start, end } of terms.finder.find(text.original)) {
    const term = termIn(use, terms.names.revised);
    if (term === undefined || (uses.revised.get(term) ?? 0) > 0 || (uses.original.get(term) ?? 0) === 0) continue;
    for (const span of text.spans.original)
      if (touches(span, { start, end }))
        signals.add(span.changeId, TERM_RULES.unused, `${term} is defined and no longer used`);
  }
}

/** What a definition says: the sentence after the name, or the name alone. */
function statementOf({ term, start, isSentence }: Definition, text: string): string {
  return isSentence ? withoutMarks(text.slice(start)) : term;
}

/** Whether a change replaces only quotation marks, apostrophes and space by others. */
function isTypographic({ original, revised, spans }: BlockTexts, changeId: string): boolean {
  const own = (text: string | null, side: Side): string =>
    spans[side]
      .flatMap((span) => (span.changeId === changeId ? [(text ?? '').slice(span.start, span.end)] : []))
      .join('');
  const before = own(original, 'original');
  const after = own(revised, 'revised');
  return before !== '' && after !== '' && withoutMarks(before) === withoutMarks(after);
}

function withoutMarks(text: string): string {
  return text.replace(/["'“”„«»‘’\s]/gu, '');
}

function usesOfTerms(texts: readonly BlockTexts[], terms: TermsOfSides): Uses {
  const uses = { original: new Map<string, number>(), revised: new Map<string, number>() };
  for (const text of texts)
    for (const side of BOTH_SIDES) {
      const own = terms.definitions(text[side]);
      for (const { text: use, start: at } of terms.finder.find(text[side] ?? '')) {
        if (own.some(({ start, end }) => at >= start && at < end)) continue;
        const term = termIn(use, terms.all);
        if (term !== undefined) uses[side].set(term, (uses[side].get(term) ?? 0) + 1);
      }
    }
  return uses;
}

/** Inserted uses of capitalised words that no definition of the revised document covers and the original lacks. */
function addUndefined(
  texts: readonly BlockTexts[],
  changed: readonly BlockTexts[],
  terms: ReadonlySet<string>,
  signals: SignalCollection,
): void {
  if (terms.size === 0) return;
  const cover = new TermCover(terms);
  let known: Set<string> | undefined;
  for (const { revised, spans } of changed) {
    if (revised === null || spans.revised.length === 0) continue;
    for (const use of usesIn(revised)) {
      const own = spans.revised.filter((span) => span.start < span.end && touches(span, use));
      if (own.length === 0 || cover.covers(use.term)) continue;
      known ??= new Set(texts.flatMap(({ original }) => usesIn(original ?? '').map(({ term }) => term.toLowerCase())));
      if (known.has(use.term.toLowerCase())) continue;
      for (const { changeId } of own) signals.add(changeId, TERM_RULES.undefined, `${use.term} is not defined`);
    }
  }
}
