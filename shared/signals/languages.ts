import { LANGUAGES, type Language } from './rule.ts';
import type { BlockTexts } from './side-texts.ts';

/** Frequent words that only one of the languages has. */
const FUNCTION_WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: ['the', 'of', 'and', 'to', 'from', 'that', 'for', 'with', 'by', 'be', 'shall', 'this', 'or', 'any', 'such'],
  de: ['der', 'die', 'das', 'und', 'den', 'dem', 'zu', 'mit', 'von', 'ist', 'ein', 'eine', 'für', 'oder', 'bei'],
  fr: ['le', 'les', 'des', 'et', 'du', 'une', 'dans', 'est', 'pour', 'aux', 'ou', 'qui', 'par', 'sur', 'cette'],
  es: ['el', 'los', 'las', 'y', 'del', 'una', 'para', 'por', 'con', 'lo', 'como', 'este', 'esta', 'cualquier', 'o'],
};
const LANGUAGE_OF = new Map(LANGUAGES.flatMap((language) => FUNCTION_WORDS[language].map((word) => [word, language])));

/** More words than this say nothing new about the language. */
const WORDS_MAX = 50_000;
/** Fewer frequent words say nothing: then every language counts. */
const VOTES_MIN = 5;
/** A language counts if it has at least this share of the frequent words. */
const SHARE_MIN = 0.1;

/** The languages of a comparison, by its frequent words. All of them if there are too few to tell. */
export function languagesOf(texts: readonly BlockTexts[]): ReadonlySet<Language> {
  const votes = new Map<Language, number>();
  let [words, all] = [0, 0];
  for (const { original, revised } of texts) {
    for (const [word] of (revised ?? original ?? '').matchAll(/\p{L}+/gu)) {
      words += 1;
      const language = LANGUAGE_OF.get(word.toLowerCase());
      if (language === undefined) continue;
      all += 1;
      votes.set(language, (votes.get(language) ?? 0) + 1);
    }
    if (words > WORDS_MAX) break;
  }
  if (all < VOTES_MIN) return new Set(LANGUAGES);
  return new Set(LANGUAGES.filter((language) => (votes.get(language) ?? 0) >= all * SHARE_MIN));
}
