/** Rules that name what a careful reader looks at first. A rule never hides a change. */

/** The languages that the shipped rules know. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * One rule. It concerns a change if the things that it finds there differ between both sides. A word may end with `*`,
 * which stands for any further letters. Words are whole words. A rule has words, patterns, or both.
 */
export interface Rule {
  /** Identifies the rule in `signals`: lower-case letters, digits and hyphens. */
  readonly rule: string;
  /** What a person reads: "Amounts and currencies". */
  readonly title: string;
  /** Words that count in every language. */
  readonly words?: readonly string[];
  /** Words that count only in documents of a language. */
  readonly wordsOf?: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** Whether capitals count. Absent: they do not. */
  readonly matchCase?: boolean;
  /** Sources of regular expressions with the flags `giu` (`gu` if capitals count). Only shipped rules have them. */
  readonly patterns?: readonly string[];
  /**
   * Sources of regular expressions with the flags `gu`: what is found inside such a text does not count. A group `base`
   * is a word with a prefix; it does count where the other side has that word more often without one.
   */
  readonly except?: readonly string[];
}

/** A thing that a rule found about a change. */
export interface Signal {
  readonly rule: string;
  /** The words at issue, as the documents have them: "10 days → 14 days", "added: not". */
  readonly text: string;
}

/** The id of the rule about parties. It finds short names in the documents too. */
export const PARTY_RULE = 'parties';

/** The id of the rule about cells of workbooks that had a formula. */
export const FORMULA_RULE = 'fixed-values';

/** The ids of the rules about defined terms. They are found in the documents themselves, not in a list. */
export const TERM_RULES = {
  used: 'defined-terms',
  defined: 'definitions',
  undefined: 'undefined-terms',
  unused: 'unused-definitions',
} as const;
