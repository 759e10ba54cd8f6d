/** Says in words where a decided DOCX has no decision of its own, or is not as decided. */
import { innerText, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { RevisionRange } from '../../pipeline/ranges/revision-ranges.ts';
import type { RevisionMatcher } from './match-revisions.ts';

/** Maximum number of places that a warning quotes. */
const LISTED_MAX = 20;
/** Maximum length of a quoted text in a warning, in characters. */
const QUOTED_MAX = 40;

/** Words of the paragraphs around marks, for marks without words of their own. */
export class PlaceNames {
  readonly #paragraphs = new Map<XmlElement, string>();

  /** Takes the parts with text, before they are decided. */
  constructor(trees: Iterable<XmlElement>) {
    for (const tree of trees) this.#visit(tree, '');
  }

  /** The words around a mark; empty if there are none. */
  around(mark: XmlElement): string {
    return this.#paragraphs.get(mark) ?? '';
  }

  /** Returns the words of the last paragraph so far. */
  #visit(node: XmlElement, before: string): string {
    const own = node.name === 'w:p' ? wordsIn(node) : '';
    let words = own === '' ? before : own;
    this.#paragraphs.set(node, words);
    for (const child of node.children) if (isElement(child)) words = this.#visit(child, words);
    return words;
  }
}

/** Warnings about revisions that stay in a file with undecided changes. */
export function openWarnings(revisions: readonly RevisionRange[], places: PlaceNames): string[] {
  const [formats, others] = parted(revisions);
  const warnings: string[] = [];
  if (others.length > 0) {
    warnings.push(
      `${counted(others, 'tracked change belongs', 'tracked changes belong')} to no single change of the list. Decide on ${others.length === 1 ? 'it' : 'them'} in Word: ${listOf(others, places)}.`,
    );
  }
  if (formats.length > 0) {
    warnings.push(
      `Formatting that the list of changes does not have stays as a tracked change in ${counted(formats, 'place', 'places')}. Decide on it in Word.`,
    );
  }
  return warnings;
}

/** Warnings about revisions that were settled without a decision of their own. No revision stays. */
export function settledWarnings(
  revisions: readonly RevisionRange[],
  matcher: RevisionMatcher,
  places: PlaceNames,
): string[] {
  const [formats, others] = parted(revisions);
  const divided = others.filter((revision) => matcher.mostOf(revision) !== null);
  const unlisted = others.filter((revision) => matcher.mostOf(revision) === null);
  const warnings: string[] = [];
  if (divided.length > 0) {
    warnings.push(
      `In ${counted(divided, 'place', 'places')} you decided differently on changes that Word can keep or remove only together. The file follows the decision on most of the words: ${listOf(divided, places)}. Read ${divided.length === 1 ? 'this place' : 'these places'} before you send the file.`,
    );
  }
  if (unlisted.length > 0) {
    warnings.push(
      `The list of changes does not have ${counted(unlisted, 'difference', 'differences')}, so the file has the state of the revised document there: ${listOf(unlisted, places)}.`,
    );
  }
  if (formats.length > 0) {
    warnings.push(
      `The list of changes does not have the formatting of ${counted(formats, 'place', 'places')}. The file has the formatting of the revised document there.`,
    );
  }
  return warnings;
}

/** A warning that the text of the file is not as decided. `line` is the first paragraph that is not. */
export function differenceWarning(line: string): string {
  const place = line === '' ? 'at its end' : `in the paragraph ${quoted(line)}`;
  return `The text of the file is not exactly what you decided. It differs first ${place}. Compare the file with the final HTML before you send it.`;
}

function parted(revisions: readonly RevisionRange[]): [formats: RevisionRange[], others: RevisionRange[]] {
  return [revisions.filter(({ kind }) => kind === 'format'), revisions.filter(({ kind }) => kind !== 'format')];
}

function counted({ length }: readonly unknown[], one: string, many: string): string {
  return length === 1 ? `1 ${one}` : `${length} ${many}`;
}

function listOf(revisions: readonly RevisionRange[], places: PlaceNames): string {
  const named = revisions.slice(0, LISTED_MAX).map((revision) => nameOf(revision, places));
  const more = revisions.length - named.length;
  return more > 0 ? `${named.join('; ')}; and ${more} more` : named.join('; ');
}

function nameOf({ mark, kind, side }: RevisionRange, places: PlaceNames): string {
  const what = side === 'revised' ? 'inserted' : 'deleted';
  const text = wordsIn(mark);
  if (kind === 'block') return text === '' ? `${what} row or cell` : `${what} row or cell ${quoted(text)}`;
  if (kind === 'text' && text !== '') return `${what} ${quoted(text)}`;
  const around = places.around(mark);
  const where = around === '' ? '' : ` at ${quoted(around)}`;
  return kind === 'boundary'
    ? `${what} paragraph break${where}`
    : `${what} picture, line break or other object${where}`;
}

function wordsIn(node: XmlElement): string {
  const texts: string[] = [];
  const visit = ({ name, children }: XmlElement): void => {
    for (const child of children) {
      if (!isElement(child)) continue;
      if (child.name === 'w:t' || child.name === 'w:delText') texts.push(innerText(child));
      else visit(child);
    }
    if (name === 'w:p') texts.push(' ');
  };
  visit(node);
  return texts.join('').replace(/\s+/gu, ' ').trim();
}

function quoted(text: string): string {
  const characters = [...text];
  return characters.length > QUOTED_MAX ? `“${characters.slice(0, QUOTED_MAX).join('')}…”` : `“${text}”`;
}
