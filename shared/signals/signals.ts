/** Finds what matters about each change of a merged document. Pure; the same for every surface. */
import { pageNumberChanges } from '../document/contents.ts';
import type { Block } from '../document/model.ts';
import { exceptions, matches, outside, patternsOf } from './find-things.ts';
import { addFormulaSignals } from './formula-signals.ts';
import { languagesOf } from './languages.ts';
import { shortNamePattern } from './party-names.ts';
import { PARTY_RULE, type Rule, type Signal } from './rule.ts';
import { RULES } from './rules.ts';
import { sideTexts } from './side-texts.ts';
import { SignalCollection } from './signal-collection.ts';
import { addTerms } from './term-signals.ts';

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
  const rules = [...RULES, ...added];
  const signals = new SignalCollection(pageNumberChanges(blocks));
  addFormulaSignals(blocks, signals);
  const order = new Map(rules.map(({ rule }, index) => [rule, index]));
  if (changed.length === 0) return signals.inOrder(order);
  const languages = languagesOf(texts);
  const shortNames = shortNamePattern(texts, languages);
  for (const rule of rules) {
    const patterns = patternsOf(rule, languages);
    if (rule.rule === PARTY_RULE && shortNames !== null) patterns.push(new RegExp(shortNames, 'gu'));
    const excepted = (rule.except ?? []).map((source) => new RegExp(source, 'gu'));
    if (patterns.length > 0)
      for (const text of changed)
        signals.differences(rule.rule, text, (own, other) =>
          outside(matches(own, patterns), exceptions(own, other, excepted)),
        );
  }
  addTerms(texts, changed, signals);
  return signals.inOrder(order);
}
