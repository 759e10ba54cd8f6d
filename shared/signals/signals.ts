/** Finds what matters about each change of a merged document. Pure; the same for every surface. */
import { pageNumberChanges } from '../document/contents.ts';
import { BOTH_SIDES, type Block, type Side } from '../document/model.ts';
import { definitionsIn, TermCover, termIn, usesIn, type Definition } from './defined-terms.ts';
import { exceptions, matches, outside, patternsOf, type Found } from './find-things.ts';
import { languagesOf } from './languages.ts';
import { shortNamePattern } from './party-names.ts';
import { PARTY_RULE, TERM_RULES, type Rule, type Signal } from './rule.ts';
import { RULES } from './rules.ts';
import { sideTexts, type BlockTexts, type Span } from './side-texts.ts';
import { TermFinder } from './term-finder.ts';

/** More of one kind are counted in the text of a signal, and not listed. */
const LISTED_MAX = 4;
/** Length of a listed thing in a signal, in UTF-16 units. */
const LISTED_LENGTH = 80;

/**
 * The signals of the changes by their ids, in the order of the rules. Changes without signals are absent. `added` are
 * rules that a person added to the shipped ones.
 */
export function signalsOf(
  blocks: readonly Block[],
  added: readonly Rule[] = [],
): ReadonlyMap<string, readonly Signal[]> {
  const texts = sideTexts(blocks);
  const changed = texts.filter(({ spans }) => spans.original.length + spans.revised.length > 0);
  if (changed.length === 0) return new Map();
  const rules = [...RULES, ...added];
  const found = new Collected(pageNumberChanges(blocks));
  const languages = languagesOf(texts);
  const shortNames = shortNamePattern(texts, languages);
  for (const rule of rules) {
    const patterns = patternsOf(rule, languages);
    if (rule.rule === PARTY_RULE && shortNames !== null) patterns.push(new RegExp(shortNames, 'gu'));
    const excepted = (rule.except ?? []).map((source) => new RegExp(source, 'gu'));
    if (patterns.length > 0)
      for (const text of changed)
        found.differences(rule.rule, text, (own, other) =>
          outside(matches(own, patterns), exceptions(own, other, excepted)),
        );
  }
  addTerms(texts, changed, found);
  const order = new Map(rules.map(({ rule }, index) => [rule, index]));
  return found.inOrder(order);
}

/** Whether a change is where a thing is. A change without text on this side has to be inside the thing. */
function touches({ start, end }: Pick<Span, 'start' | 'end'>, thing: Pick<Found, 'start' | 'end'>): boolean {
  return start === end ? thing.start < start && start < thing.end : thing.start < end && thing.end > start;
}

/** The signals so far. */
class Collected {
  readonly #signals = new Map<string, Signal[]>();
  readonly #passed: ReadonlySet<string>;

  /** `passed`: changes without signals, such as page numbers of a table of contents. */
  constructor(passed: ReadonlySet<string>) {
    this.#passed = passed;
  }

  add(changeId: string, rule: string, text: string): void {
    if (this.#passed.has(changeId)) return;
    const known = this.#signals.get(changeId);
    if (known === undefined) this.#signals.set(changeId, [{ rule, text }]);
    else if (!known.some((signal) => signal.rule === rule && signal.text === text)) known.push({ rule, text });
  }

  /** Adds what only one side of a change has of the things in a text. */
  differences(
    rule: string,
    { original, revised, spans }: BlockTexts,
    find: (own: string, other: string) => readonly Found[],
  ): void {
    const [before, after] = [original ?? '', revised ?? ''];
    const things = { original: find(before, after), revised: find(after, before) };
    if (things.original.length + things.revised.length === 0) return;
    const ids = new Set(BOTH_SIDES.flatMap((side) => spans[side].map(({ changeId }) => changeId)));
    for (const id of ids) {
      const touched = (side: Side): Found[] => {
        const own = spans[side].filter(({ changeId }) => changeId === id);
        return things[side].filter((thing) => own.some((span) => touches(span, thing)));
      };
      const [removed, added] = onlyOnOneSide(touched('original'), touched('revised'));
      if (removed.length + added.length > 0) this.add(id, rule, describe(removed, added));
    }
  }

  inOrder(order: ReadonlyMap<string, number>): ReadonlyMap<string, readonly Signal[]> {
    for (const signals of this.#signals.values()) signals.sort((a, b) => order.get(a.rule)! - order.get(b.rule)!);
    return this.#signals;
  }
}

function onlyOnOneSide(a: readonly Found[], b: readonly Found[]): [removed: Found[], added: Found[]] {
  const left = new Map<string, number>();
  for (const { key } of b) left.set(key, (left.get(key) ?? 0) + 1);
  const removed = a.filter(({ key }) => !take(left, key));
  const used = new Map<string, number>();
  for (const { key } of a) used.set(key, (used.get(key) ?? 0) + 1);
  return [removed, b.filter(({ key }) => !take(used, key))];
}

function take(left: Map<string, number>, key: string): boolean {
  const count = left.get(key) ?? 0;
  if (count > 0) left.set(key, count - 1);
  return count > 0;
}

function describe(removed: readonly Found[], added: readonly Found[]): string {
  if (removed.length === 0) return `added: ${listed(added)}`;
  return added.length === 0 ? `removed: ${listed(removed)}` : `${listed(removed)} → ${listed(added)}`;
}

function listed(things: readonly Found[]): string {
  const names = [...new Set(things.map(({ text }) => cut(text)))];
  const more = names.length - LISTED_MAX;
  return more > 0 ? `${names.slice(0, LISTED_MAX).join(', ')} and ${more} more` : names.join(', ');
}

function cut(text: string): string {
  return text.length <= LISTED_LENGTH ? text : `${text.slice(0, LISTED_LENGTH).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** The rules about terms that the documents define themselves. */
function addTerms(texts: readonly BlockTexts[], changed: readonly BlockTexts[], found: Collected): void {
  const terms = { original: new Set<string>(), revised: new Set<string>() };
  const definitions = new Map<string, readonly Definition[]>();
  const defined = (text: string | null): readonly Definition[] => {
    if (text === null) return [];
    let known = definitions.get(text);
    if (known === undefined) definitions.set(text, (known = definitionsIn(text)));
    return known;
  };
  const stated = { original: new Map<string, number>(), revised: new Map<string, number>() };
  for (const text of texts)
    for (const side of BOTH_SIDES)
      for (const definition of defined(text[side])) {
        terms[side].add(definition.term);
        const statement = statementOf(definition, text[side]!);
        stated[side].set(statement, (stated[side].get(statement) ?? 0) + 1);
      }
  const all = new Set([...terms.original, ...terms.revised]);
  const finder = new TermFinder(all);
  if (finder.isEmpty) return;

  for (const text of changed) {
    found.differences(TERM_RULES.used, text, (each) =>
      outside(finder.find(each), defined(each)).map((use) => ({
        ...use,
        key: termIn(use.text, all) ?? use.text.toLowerCase(),
      })),
    );
    for (const side of BOTH_SIDES)
      for (const definition of defined(text[side])) {
        // A block of one side may have the definition that another block of the other side has.
        const statement = statementOf(definition, text[side]!);
        const isElsewhere = text.original === null || text.revised === null;
        if (isElsewhere && stated.original.get(statement) === stated.revised.get(statement)) continue;
        const end = definition.isSentence ? (text[side] ?? '').length : definition.end;
        for (const span of text.spans[side]) {
          const isInside = span.start === span.end && definition.start < span.start && span.start <= end;
          if (!isInside && !touches(span, { start: definition.start, end })) continue;
          if (!isTypographic(text, span.changeId)) found.add(span.changeId, TERM_RULES.defined, definition.term);
        }
      }
  }

  const uses = usesOfTerms(texts, finder, defined);
  for (const text of changed) {
    for (const { term, start, end } of defined(text.original)) {
      const count = uses.revised.get(term) ?? 0;
      if (terms.revised.has(term) || count === 0) continue;
      const times = count === 1 ? 'once' : `${count} times`;
      for (const span of text.spans.original)
        if (touches(span, { start, end }))
          found.add(span.changeId, TERM_RULES.undefined, `${term} is no longer defined and still used ${times}`);
    }
    for (const { term, start, end } of defined(text.revised)) {
      if ((uses.revised.get(term) ?? 0) > 0 || (terms.original.has(term) && (uses.original.get(term) ?? 0) === 0))
        continue;
      for (const span of text.spans.revised)
        if (touches(span, { start, end }))
          found.add(span.changeId, TERM_RULES.unused, `${term} is defined and not used`);
    }
    if (text.original !== null)
      for (const { text: use, start, end } of finder.find(text.original)) {
        const term = termIn(use, terms.revised);
        if (term === undefined || (uses.revised.get(term) ?? 0) > 0 || (uses.original.get(term) ?? 0) === 0) continue;
        for (const span of text.spans.original)
          if (touches(span, { start, end }))
            found.add(span.changeId, TERM_RULES.unused, `${term} is defined and no longer used`);
      }
  }
  addUndefined(texts, changed, terms.revised, found);
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
  const [before, after] = [own(original, 'original'), own(revised, 'revised')];
  return before !== '' && after !== '' && withoutMarks(before) === withoutMarks(after);
}

function withoutMarks(text: string): string {
  return text.replace(/["'“”„«»‘’\s]/gu, '');
}

/** How often each side uses each term outside its definitions. */
function usesOfTerms(
  texts: readonly BlockTexts[],
  finder: TermFinder,
  defined: (text: string | null) => readonly Definition[],
): Readonly<Record<Side, ReadonlyMap<string, number>>> {
  const uses = { original: new Map<string, number>(), revised: new Map<string, number>() };
  const all = new Set(
    texts.flatMap((text) => BOTH_SIDES.flatMap((side) => defined(text[side]).map(({ term }) => term))),
  );
  for (const text of texts)
    for (const side of BOTH_SIDES) {
      const own = defined(text[side]);
      for (const { text: use, start: at } of finder.find(text[side] ?? '')) {
        if (own.some(({ start, end }) => at >= start && at < end)) continue;
        const term = termIn(use, all);
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
  found: Collected,
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
      for (const { changeId } of own) found.add(changeId, TERM_RULES.undefined, `${use.term} is not defined`);
    }
  }
}
