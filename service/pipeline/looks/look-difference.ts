/** The difference of two looks, for a person. */
import type { Side } from '../../../shared/document/model.ts';
import { DRAWINGS, joinPlaces, placesIn } from '../../formats/docx/looks/drawings.ts';
import { declarationsOf, lookOfDeclarations } from '../../formats/look-record.ts';
import { GAP } from '../../formats/normalise/gaps.ts';

/** How two looks differ. Equal differences are one object. */
export interface LookDifference {
  /** The declarations of each side that differ. Never equal. */
  readonly declared: Readonly<Record<Side, string>>;
  /** The same in words. */
  readonly words: Readonly<Record<Side, string>>;
}

/** Declarations that are put into words. The rest are counted. */
const NAMED_MAX = 3;
/** Maximum length of a value in words, in UTF-16 units. */
const VALUE_LENGTH = 80;

/** What a person calls a declaration, and its value where none is stated. */
const NAMES: Readonly<Record<string, readonly [name: string, unstated: string]>> = {
  'background-color': ['background', 'none'],
  'blank-lines-before': ['blank lines before', '1'],
  'break-before': ['break before', 'none'],
  'after-number': ['sign after the number', 'tab'],
  'cell-margins': ['margins of cells', 'standard'],
  'cell-spacing': ['space between cells', '0'],
  color: ['colour', 'automatic'],
  drawings: ['place of a picture or drawing', 'none'],
  'column-widths': ['widths of columns', 'standard'],
  'font-family': ['font', 'standard'],
  'font-size': ['size', 'standard'],
  'font-stretch': ['width of the letters', 'standard'],
  'font-style': ['slant', 'standard'],
  'font-variant': ['capitals', 'standard'],
  'font-weight': ['weight', 'standard'],
  [GAP]: ['before it', 'a space'],
  'letter-spacing': ['letter spacing', 'standard'],
  equation: ['letters of the equation', 'standard'],
  'empty-lines-after': ['empty lines after', '0'],
  'empty-lines-before': ['empty lines before', '0'],
  field: ['field', 'none'],
  float: ['place', 'in the text'],
  language: ['language of the code', 'none'],
  letters: ['letters', 'standard'],
  'line-height': ['line height', 'standard'],
  'margin-bottom': ['space after', '0'],
  'margin-left': ['indent at the left', '0'],
  'margin-right': ['indent at the right', '0'],
  'margin-top': ['space before', '0'],
  marker: ['bullet', 'standard'],
  note: ['note', 'at the foot of the page'],
  'number-picture': ['picture for a bullet', 'none'],
  'number-look': ['letters of the number', 'standard'],
  'paragraph-end': ['end of the paragraph', 'shown'],
  part: ['part', 'open'],
  row: ['row', 'shown'],
  'number-align': ['alignment of the number', 'start'],
  'row-height': ['height of the row', 'standard'],
  'tab-distance': ['distance of tabs', 'standard'],
  'text-align': ['alignment', 'start'],
  'text-decoration': ['line', 'standard'],
  'text-indent': ['indent of the first line', '0'],
  'text-justify': ['alignment', 'justify'],
  'text-transform': ['capitals', 'as typed'],
  title: ['hint', 'none'],
  'white-space': ['line breaks', 'standard'],
  width: ['width', 'standard'],
  'writing-order': ['order of the letters', 'standard'],
  visibility: ['letters', 'visible'],
};
/** Declarations that count lines: "6 empty lines before it". */
const LINES: ReadonlySet<string> = new Set(['blank-lines-before', 'empty-lines-after', 'empty-lines-before']);
/** Declarations whose value says nothing to a person. */
const OPAQUE: ReadonlySet<string> = new Set(['box', 'table-bands', 'text-effect']);

/** Finds differences. It remembers them, because neighbours share one. */
export class LookDifferences {
  readonly #known = new Map<string, LookDifference>();

  /** The difference of two looks that are not equal. */
  of(original: string, revised: string): LookDifference {
    const [was, is] = [declarationsOf(original), declarationsOf(revised)];
    const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name)).sort();
    // A digest has no declarations.
    const isKnown = names.length > 0 && (original === '' || was.size > 0) && (revised === '' || is.size > 0);
    const declared = isKnown ? { original: only(was, names), revised: only(is, names) } : { original, revised };
    const key = JSON.stringify([declared.original, declared.revised]);
    let difference = this.#known.get(key);
    if (difference === undefined) {
      difference = {
        declared,
        words: isKnown
          ? { original: inWords(withMoved(was, is), names), revised: inWords(withMoved(is, was), names) }
          : NO_WORDS,
      };
      this.#known.set(key, difference);
    }
    return difference;
  }
}

const NO_WORDS = { original: '', revised: '' };

function only(declarations: ReadonlyMap<string, string>, names: readonly string[]): string {
  return lookOfDeclarations(
    new Map(
      names.flatMap((name) => {
        const value = declarations.get(name);
        return value === undefined ? [] : [[name, value] as const];
      }),
    ),
  );
}

/** Declarations with the places of only those drawings that have another place in the other declarations. */
function withMoved(
  declarations: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const [own, others] = [placesIn(declarations.get(DRAWINGS)), placesIn(other.get(DRAWINGS))];
  if (own.length < 2) return declarations;
  return new Map([...declarations, [DRAWINGS, joinPlaces(own.filter((place, at) => place !== others[at]))]]);
}

function inWords(declarations: ReadonlyMap<string, string>, names: readonly string[]): string {
  const words = names.slice(0, NAMED_MAX).map((name) => {
    const isOfTable = name.startsWith('table-');
    const [word, unstated] = NAMES[isOfTable ? name.slice('table-'.length) : name] ?? [
      name.replaceAll('-', ' '),
      'none',
    ];
    const named = isOfTable ? `table ${word.replace(/^table /u, '')}` : word;
    if (OPAQUE.has(name)) return named;
    const stated = declarations.get(name);
    const value = stated === undefined ? unstated : name === 'number-look' ? partsInWords(stated) : stated;
    if (LINES.has(name))
      return `${value === '0' ? 'no' : value} ${value === '1' ? named.replace('lines', 'line') : named} it`;
    return `${named} ${value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH)}…` : value}`;
  });
  const rest = names.length - NAMED_MAX;
  return words.join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}

/** The parts of a look within a look: "color #ff0000, font-weight bold" as "colour #ff0000, weight bold". */
function partsInWords(parts: string): string {
  return parts
    .split(', ')
    .map((part) => {
      const [name = '', ...value] = part.split(' ');
      return [NAMES[name]?.[0] ?? name.replaceAll('-', ' '), ...value].join(' ');
    })
    .join(', ');
}
