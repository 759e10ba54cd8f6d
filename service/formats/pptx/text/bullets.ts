/** What stands before a paragraph of a slide: a bullet, a number or nothing (ECMA-376 part 1, 21.1.2.4). */
import { LABEL, ownLabel, tidyLabel } from '../../../../shared/document/label.ts';
import type { Attributes } from '../../../../shared/document/model.ts';
import { pathOf, TOP, type Path, type Step } from '../../../../shared/document/path.ts';
import { childOf, integerOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { bulletText } from '../../symbol-fonts.ts';
import { autoNumber } from './auto-numbers.ts';

/** Deepest level of a paragraph, from 0 (21.1.2.2.7). */
const LEVEL_MAX = 8;
const STATED = ['a:buNone', 'a:buAutoNum', 'a:buChar', 'a:buBlip'];

/** A number that counts on. */
interface Counter {
  readonly scheme: string;
  readonly start: number;
  value: number;
}

/** A paragraph in its list. */
export interface ListedParagraph {
  readonly path: Path;
  /** The label, unless its list shows the same by itself. */
  readonly attributes: Attributes;
}

/** The level of a paragraph, from 0. */
export function levelOf(properties: XmlElement | undefined): number {
  return Math.min(LEVEL_MAX, Math.max(0, integerOf(properties?.attributes.get('lvl')) ?? 0));
}

/** The properties of a level in a list style. */
export function levelIn(style: XmlElement | undefined, level: number): XmlElement | undefined {
  return childOf(style, `a:lvl${level + 1}pPr`);
}

/** Counts the paragraphs of one text body. A paragraph without text has neither a bullet nor a number. */
export class Bullets {
  readonly #counters: (Counter | undefined)[] = [];
  readonly #kinds: ('ul' | 'ol')[] = [];

  /** Lists a paragraph with text. `stated`: properties of its level, the nearest first. */
  list(level: number, stated: readonly XmlElement[]): ListedParagraph {
    const bullet = stated.flatMap((each) => STATED.flatMap((name) => childOf(each, name) ?? []))[0];
    this.#counters.length = Math.min(this.#counters.length, level + 1);
    this.#kinds.length = Math.min(this.#kinds.length, level + 1);
    if (bullet === undefined || bullet.name === 'a:buNone') return this.#unlisted(level);
    if (bullet.name === 'a:buAutoNum') return this.#numbered(level, bullet);
    this.#counters[level] = undefined;
    const label = bullet.name === 'a:buChar' ? signOf(bullet, stated) : ownLabel('ul', 0);
    return this.#item(level, 'ul', 0, label);
  }

  /** A paragraph without a bullet. Below the first level, it keeps its indent as an item that shows nothing. */
  #unlisted(level: number): ListedParagraph {
    this.#counters[level] = undefined;
    if (level > 0) return this.#item(level, 'ul', 0, '');
    this.#kinds.length = 0;
    return { path: TOP, attributes: {} };
  }

  #numbered(level: number, bullet: XmlElement): ListedParagraph {
    const scheme = bullet.attributes.get('type') ?? '';
    const start = integerOf(bullet.attributes.get('startAt')) ?? 1;
    const before = this.#counters[level];
    const goesOn = before?.scheme === scheme && before.start === start;
    const counter = goesOn ? before : { scheme, start, value: start - 1 };
    counter.value += 1;
    this.#counters[level] = counter;
    return this.#item(level, 'ol', counter.value, autoNumber(scheme, counter.value));
  }

  #item(level: number, kind: 'ul' | 'ol', value: number, label: string): ListedParagraph {
    for (let outer = this.#kinds.length; outer < level; outer += 1) this.#kinds[outer] = kind;
    this.#kinds[level] = kind;
    const steps = this.#kinds.map((each, depth): Step => {
      const starts = depth === level;
      if (each === 'ul') return { kind: each, starts };
      return { kind: each, starts, value: this.#counters[depth]?.value ?? 1 };
    });
    const isOwn = tidyLabel(label) === ownLabel(kind, value);
    return { path: pathOf(steps), attributes: isOwn ? {} : { [LABEL]: tidyLabel(label) } };
  }
}

/** The character of a bullet, in the font that the nearest level states. */
function signOf(bullet: XmlElement, stated: readonly XmlElement[]): string {
  const font = stated.flatMap((each) => childOf(each, 'a:buFont') ?? [])[0];
  return bulletText(bullet.attributes.get('char') ?? '', font?.attributes.get('typeface'));
}
