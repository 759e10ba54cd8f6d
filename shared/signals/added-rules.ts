import { LANGUAGES, type Rule } from './rule.ts';
import { RULES } from './rules.ts';

/** Limits of a file of rules. */
const RULES_MAX = 100;
const WORDS_MAX = 1000;
const WORD_LENGTH_MAX = 200;

/**
 * Rules that a person wrote: `{"rules": [{"rule", "title", "words"?, "wordsOf"?, "matchCase"?}]}`. Only words are
 * taken, so that no pattern can hold up a comparison. Throws an Error that names what is wrong, and where.
 */
export function addedRules(value: unknown): readonly Rule[] {
  if (!isObject(value)) throw new Error('the rules must be an object with a list "rules"');
  const { rules, ...others } = value;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw new Error(`"${unknown}" is no member of a file of rules; it has only "rules"`);
  if (!Array.isArray(rules)) throw new Error('"rules" must be a list');
  if (rules.length > RULES_MAX) throw new Error(`there are ${rules.length} rules; ${RULES_MAX} is the limit`);
  const known = new Set(RULES.map(({ rule }) => rule));
  return rules.map((rule: unknown, index) => {
    const read = readRule(rule, `rules[${index}]`);
    if (known.has(read.rule))
      throw new Error(`rules[${index}].rule: "${read.rule}" is there already; choose another name`);
    known.add(read.rule);
    return read;
  });
}

function readRule(value: unknown, at: string): Rule {
  if (!isObject(value)) throw new Error(`${at} must be an object`);
  const { rule, title, words = [], wordsOf = {}, matchCase = false, ...others } = value;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    throw new Error(`${at}.${unknown} is unknown; a rule has rule, title, words, wordsOf and matchCase`);
  if (typeof rule !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/.test(rule))
    throw new Error(`${at}.rule must be 1 to 40 lower-case letters, digits and hyphens`);
  if (typeof title !== 'string' || title.trim() === '' || title.length > WORD_LENGTH_MAX)
    throw new Error(`${at}.title must be a text of 1 to ${WORD_LENGTH_MAX} characters`);
  if (typeof matchCase !== 'boolean') throw new Error(`${at}.matchCase must be true or false`);
  if (!isObject(wordsOf)) throw new Error(`${at}.wordsOf must be an object with lists by language`);
  const language = Object.keys(wordsOf).find((name) => !(LANGUAGES as readonly string[]).includes(name));
  if (language !== undefined) throw new Error(`${at}.wordsOf.${language}: the languages are ${LANGUAGES.join(', ')}`);
  const lists = Object.entries(wordsOf).map(([name, list]) => [name, wordList(list, `${at}.wordsOf.${name}`)] as const);
  const own = wordList(words, `${at}.words`);
  if (own.length === 0 && lists.every(([, list]) => list.length === 0))
    throw new Error(`${at} has no words; add "words" or "wordsOf"`);
  return { rule, title: title.trim(), words: own, wordsOf: Object.fromEntries(lists), matchCase };
}

function wordList(value: unknown, at: string): readonly string[] {
  if (!Array.isArray(value)) throw new Error(`${at} must be a list of words`);
  if (value.length > WORDS_MAX) throw new Error(`${at} has ${value.length} words; ${WORDS_MAX} is the limit`);
  return value.map((word: unknown, index) => {
    if (typeof word === 'string' && word.length <= WORD_LENGTH_MAX && /^[^*]*\p{L}[^*]*\*?$/u.test(word))
      return word.trim().normalize('NFC');
    throw new Error(`${at}[${index}] must be a word with at most ${WORD_LENGTH_MAX} characters; only its end may be *`);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
