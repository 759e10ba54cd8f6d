/** The names that the selectors of style sheets use: classes, ids and attributes. */
import { nameOfCss } from './css-escapes.ts';
import { attributeOf, type ParentNode } from '../tree/html-tree.ts';

/** Attributes that are compared for themselves, whatever a style sheet makes of them. */
const COMPARED: ReadonlySet<string> = new Set('dir disabled href lang start style title type value'.split(' '));
/** How many conditions on classes and ids are checked for each element. With more, the whole value counts. */
const CONDITIONS_MAX = 50;

const ESCAPE = String.raw`\\(?:[0-9a-fA-F]{1,6}\s?|[^\n])`;
const LETTER = String.raw`[_a-zA-Z\u0080-\uffff]`;
const NAME_TEXT = String.raw`(?:--|-?(?:${LETTER}|${ESCAPE}))(?:[\w\u0080-\uffff-]|${ESCAPE})*`;
const NAME = new RegExp(`[.#](?:${NAME_TEXT})`, 'g');
const VALUE = String.raw`"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|([^\]\s"']+)`;
const ATTRIBUTE = new RegExp(
  String.raw`(\[\s*(?:[\w*-]*\|)?|\battr\(\s*)(${NAME_TEXT})(?:\s*([~|^$*]?=)\s*(?:${VALUE})(?:\s*(i)\s*\])?)?`,
  'gi',
);

/** A condition on a class or an id, such as `[class^=a]`. */
interface Condition {
  readonly attribute: string;
  readonly operator: string;
  readonly value: string;
  /** Whether the case of letters says nothing. */
  readonly inAnyCase: boolean;
}

/** The names that the style sheets of a page use. */
export class SheetNames {
  /** `.name`, `#name` and `[name`, in lower case: without a document type, browsers ignore the case of a class. */
  readonly #names = new Set<string>();
  readonly #conditions = new Map<string, Condition>();

  /** Whether the sheets use no name. */
  get isEmpty(): boolean {
    return this.#names.size === 0 && this.#conditions.size === 0;
  }

  /** Adds the names in a style sheet without comments. */
  add(sheet: string): void {
    for (const [name] of sheet.matchAll(NAME)) this.#names.add(nameOfCss(name).toLowerCase());
    for (const [, start = '', name = '', operator, quoted, quotedOnce, plain, flag] of sheet.matchAll(ATTRIBUTE)) {
      const attribute = nameOfCss(name).toLowerCase();
      const isOfName = start.startsWith('[') && operator !== undefined && (attribute === 'class' || attribute === 'id');
      if (!isOfName || this.#conditions.size >= CONDITIONS_MAX) {
        this.#names.add(`[${attribute}`);
        continue;
      }
      const value = nameOfCss(quoted ?? quotedOnce ?? plain ?? '');
      const inAnyCase = flag !== undefined;
      const text = `[${attribute}${operator}${value}${inAnyCase ? ' i' : ''}]`;
      this.#conditions.set(text, {
        attribute,
        operator,
        inAnyCase,
        value: inAnyCase ? value.toLowerCase() : value,
      });
    }
  }

  /** The names of an element that the sheets use. An attribute has its value with it. */
  of(node: ParentNode): string[] {
    const { attributes } = node;
    const names = attributes.flatMap(({ name, value }) => {
      const words = name === 'id' ? [`#${value}`] : name === 'class' ? classesIn(value).map((word) => `.${word}`) : [];
      const used = words.filter((word) => this.#names.has(word.toLowerCase()));
      const isUsed = !COMPARED.has(name) && this.#names.has(`[${name}`);
      return isUsed ? [...used, `[${name}=${value}]`] : used;
    });
    for (const [text, condition] of this.#conditions) if (holds(condition, node)) names.push(text);
    return names.map((name) => name.replaceAll(/[;\s]+/gu, ' '));
  }
}

/** Whether a condition holds for an element (Selectors 4, 6.1 to 6.3). */
function holds({ attribute, operator, value, inAnyCase }: Condition, node: ParentNode): boolean {
  const stated = attributeOf(node, attribute);
  if (stated === undefined) return false;
  const own = inAnyCase ? stated.toLowerCase() : stated;
  switch (operator) {
    case '=':
      return own === value;
    case '~=':
      return classesIn(own).includes(value);
    case '|=':
      return own === value || own.startsWith(`${value}-`);
    case '^=':
      return value !== '' && own.startsWith(value);
    case '$=':
      return value !== '' && own.endsWith(value);
    default:
      return value !== '' && own.includes(value);
  }
}

function classesIn(value: string): string[] {
  return value.split(/[\t\n\f\r ]+/).filter((word) => word !== '');
}
