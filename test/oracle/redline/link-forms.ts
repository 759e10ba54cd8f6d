/**
 * Gives links of a strict reading one form, whether a file has a field or an element for them (ECMA-376 part 1,
 * 17.16.5.25 and 17.16.22). A walk of its own over lines, beside the product's over trees.
 */
const CHARACTER = (type: string): string => `<w:fldChar w:fldCharType="${type}"></>`;
const FORM = /(?: «[^»]*»)?/.source;
const FIELD = new RegExp(
  `${FORM}${CHARACTER('begin')}(?<code>(?:${FORM}<instruction "(?:\\\\.|[^"\\\\])*">)+)${FORM}${CHARACTER('separate')}`,
);
/** The code of a field may be in several runs. */
const PIECE = /<instruction ("(?:\\.|[^"\\])*")>/g;
const ANY_CHARACTER = new RegExp(`(${FORM})<w:fldChar w:fldCharType="(begin|end)"></>`, 'g');
const ELEMENT = /\(<w:hyperlink ([^>]*)><\/>/g;

/** Switches of a field, and the attributes of an element that say the same. */
const SWITCHES: Readonly<Record<string, string>> = { l: 'anchor', o: 'tooltip', t: 'tgtFrame' };

/** A line in which each link of a field is written as an element, and each element states its parts in one order. */
export function withLinkElements(line: string): string {
  let rest = line.replace(ELEMENT, (whole, attributes: string) => elementOf(attributes) ?? whole);
  let out = '';
  for (let found = FIELD.exec(rest); found !== null; found = FIELD.exec(rest)) {
    const [start, inside] = [found.index, found.index + found[0].length];
    const end = endOf(rest, inside);
    const link = fieldOf(codeOf(found.groups!['code']!));
    if (end === null || link === null) {
      out += rest.slice(0, inside);
      rest = rest.slice(inside);
      continue;
    }
    const result = rest.slice(inside, end.start);
    const after = rest.slice(end.end);
    const resultForm = formAt(out + rest.slice(0, inside));
    out += `${rest.slice(0, start)} «»${link}${stated(result, resultForm)} «»)`;
    rest = stated(after, formAt(out + rest.slice(0, end.end)));
  }
  return out + rest;
}

/** A text that states the form of its runs itself. */
function stated(text: string, form: string): string {
  return text === '' || text.startsWith(' «') ? text : ` «${form}»${text}`;
}

/** The last form that a text states. */
function formAt(text: string): string {
  return [...text.matchAll(/ «([^»]*)»/g)].at(-1)?.[1] ?? '';
}

/** The end of a field whose result begins at `from`. */
function endOf(line: string, from: number): { readonly start: number; readonly end: number } | null {
  let depth = 1;
  for (const found of line.slice(from).matchAll(ANY_CHARACTER)) {
    depth += found[2] === 'begin' ? 1 : -1;
    if (depth === 0) return { start: from + found.index, end: from + found.index + found[0].length };
  }
  return null;
}

function codeOf(pieces: string): string {
  return [...pieces.matchAll(PIECE)].map(([, quoted]) => JSON.parse(quoted!) as string).join('');
}

/** The link of a field; null for another field, and for a link that no element states. */
function fieldOf(code: string): string | null {
  const words = [...code.matchAll(/"((?:\\.|[^"\\])*)"|[^\s"]+/g)].map(
    ([whole, quoted]) => quoted?.replaceAll(/\\(["\\])/g, '$1') ?? whole,
  );
  if (words[0]?.toUpperCase() !== 'HYPERLINK') return null;
  const parts: Record<string, string> = {};
  for (let at = 1; at < words.length; at += 1) {
    const [, letter] = /^\\(\w)$/.exec(words[at]!) ?? [];
    if (letter === undefined) parts['target'] = words[at]!;
    else if (letter in SWITCHES) parts[SWITCHES[letter]!] = words[(at += 1)] ?? '';
    else return null;
  }
  return partsText(parts);
}

function elementOf(attributes: string): string | null {
  const parts: Record<string, string> = {};
  for (const [, name, quoted, plain] of attributes.matchAll(/([\w:]+)=(?:("(?:\\.|[^"\\])*")|(\S+))/g)) {
    const key = name === 'r:id' ? 'target' : name!.replace(/^w:/, '');
    if (key === 'history') continue;
    if (key === 'docLocation') return null;
    parts[key] = quoted === undefined ? plain! : (JSON.parse(quoted) as string);
  }
  return partsText(parts);
}

function partsText(parts: Readonly<Record<string, string>>): string {
  return `(<link ${['target', ...Object.values(SWITCHES)].map((name) => parts[name] ?? '').join('|')}>`;
}
