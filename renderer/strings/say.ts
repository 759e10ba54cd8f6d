/**
 * How texts get their values. A text has names in braces for them. A text that depends on a number has one form for
 * each plural of its language (`Intl.PluralRules`): the forms of `left` are `left.one` and `left.other`, and the value
 * `count` chooses.
 */

const number = /* @__PURE__ */ new Intl.NumberFormat('en');
const plurals = /* @__PURE__ */ new Intl.PluralRules('en');

/** A whole number as it is written: 12,345. */
export function numeral(value: number): string {
  return number.format(value);
}

/** A number with the counted thing: 1 change, 2 changes. */
export function count(value: number, one: string, many: string): string {
  return `${numeral(value)} ${plurals.select(value) === 'one' ? one : many}`;
}

/** Texts by their keys. */
type Texts = Readonly<Record<string, string>>;

/** The names in braces of a text. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** Keys of texts, those with plural forms by what their forms have in common. */
type KeyOf<All extends Texts> = {
  [Key in keyof All & string]: Key extends `${infer Base}.${Intl.LDMLPluralRule}` ? Base : Key;
}[keyof All & string];

/** Values by the names in braces of a text. */
type Values<Text extends string> = { readonly [Name in Names<Text>]: string | number };

/** What a text has to be given. */
type ValuesOf<All extends Texts, Key extends string> = Key extends keyof All
  ? Values<All[Key]>
  : Values<All[`${Key}.other`]> & { readonly count: number };

/** What follows the prefix in keys such as `group.insert`. */
export type Under<All extends Texts, Prefix extends string> = {
  [Key in keyof All & string]: Key extends `${Prefix}.${infer Rest}` ? Rest : never;
}[keyof All & string];

/** A function that says one of these texts with its values. Numbers are written as `numeral` writes them. */
export function sayOf<All extends Texts>(
  texts: All,
): <Key extends KeyOf<All>>(key: Key, values: ValuesOf<All, Key>) => string {
  const all: Texts = texts;
  return (key, values) => {
    const given: Readonly<Record<string, string | number>> = values;
    const formOf = (): string => plurals.select(Number(given['count']));
    const text = all[key] ?? all[`${key}.${formOf()}`] ?? all[`${key}.other`] ?? '';
    return text.replace(/\{(\w+)\}/gu, (_, name: string) => {
      const value = given[name] ?? '';
      return typeof value === 'number' ? numeral(value) : value;
    });
  };
}

/** The parts that are not empty, with this between them. */
export function joined(parts: readonly string[], between: string): string {
  return parts.filter((part) => part !== '').join(between);
}

/** A text for one row: white space as single spaces, cut after `length` characters. */
export function clipped(text: string, length = 120): string {
  const characters = [...text.replace(/\s+/gu, ' ')];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : characters.join('');
}

/** A text that is white space alone gets a sign. */
export function visible(text: string): string {
  if (text === '' || text.trim() !== '') return clipped(text);
  return text.includes('\n') ? '↵' : '␣';
}
