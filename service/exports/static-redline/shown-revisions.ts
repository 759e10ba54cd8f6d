/** Turns the revisions of a tree into formatting. The result has the text of both sides and no revision. */
import { POSITIONS } from '../../ooxml/positions.ts';
import { childOf, element, isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { MarkKind, MarkProfile } from '../../../shared/marks/mark-profiles.ts';
import type { GoneNumber } from './gone-numbers.ts';
import { barredParagraph, framedRun, markedRun, shadedCell, unnumberedParagraph } from './marked-properties.ts';
import { isOfOtherKind, looksOtherwise } from './seen-properties.ts';

/** Containers of content, and marks of paragraphs and rows (ECMA-376 part 1, 17.13.5). */
const KINDS: Readonly<Record<string, MarkKind>> = {
  'w:ins': 'insert',
  'w:del': 'delete',
  'w:moveTo': 'moveTo',
  'w:moveFrom': 'moveFrom',
};
/** Marks of cells. */
const CELLS = { 'w:cellIns': 'insert', 'w:cellDel': 'delete' } as const;
/** Elements that only say where a revision is, or what was before. */
const DROPPED =
  /^w:(?:\w+PrChange|\w+PrExChange|tblGridChange|numberingChange|(?:customXml)?(?:Ins|Del|[mM]oveFrom|[mM]oveTo)Range(?:Start|End)|cellIns|cellDel)$/u;
/** Property lists that have marks of insertion and deletion beside their properties. */
const MARKED_LISTS: ReadonlySet<string> = new Set(['w:rPr', 'w:trPr', 'w:numPr']);
const PICTURES: ReadonlySet<string> = new Set(['w:drawing', 'w:pict', 'w:object']);
/** The sign of a paragraph end that one side does not have. */
const PARAGRAPH_END = '¶';
const PICTURE_WORDS: Readonly<Record<MarkKind, string>> = {
  insert: '[picture inserted]',
  delete: '[picture deleted]',
  moveTo: '[picture moved here]',
  moveFrom: '[picture moved away]',
};

/** How revisions are shown. */
export interface Showing {
  readonly profile: MarkProfile;
  /** What deleted paragraphs were numbered. */
  readonly numbers: ReadonlyMap<XmlElement, GoneNumber>;
  /** The style of paragraphs that name none. */
  readonly defaultStyle: string | undefined;
}

/** The tree with its revisions shown. */
export function shownRevisions(root: XmlElement, showing: Showing): XmlElement {
  return new RevisionShower(showing).element(root, null);
}

class RevisionShower {
  readonly #profile: MarkProfile;
  readonly #showing: Showing;

  constructor(showing: Showing) {
    this.#showing = showing;
    this.#profile = showing.profile;
  }

  /** An element in content of a kind; null: in content that both sides have. */
  element(node: XmlElement, kind: MarkKind | null): XmlElement {
    if (MARKED_LISTS.has(node.name)) return withoutMarks(node);
    return withChildren(node, this.#children(node.children, kind));
  }

  #children(children: readonly XmlNode[], kind: MarkKind | null): readonly XmlNode[] {
    return children.flatMap((child): readonly XmlNode[] => (isElement(child) ? this.#node(child, kind) : [child]));
  }

  #node(node: XmlElement, kind: MarkKind | null): readonly XmlNode[] {
    const { name } = node;
    if (DROPPED.test(name)) return [];
    const own = KINDS[name];
    if (own !== undefined) return this.#children(node.children, own);
    switch (name) {
      case 'w:p':
        return [this.#paragraph(node, kind)];
      case 'w:r':
        return this.#run(node, kind);
      case 'm:r':
        return [this.#mathRun(node, kind)];
      case 'w:tr':
        return [this.#row(node, kind)];
      case 'w:cellMerge':
        return mergeOf(node);
      case 'w:delText':
        return [{ ...node, name: 'w:t' }];
      case 'w:delInstrText':
        return [{ ...node, name: 'w:instrText' }];
      default:
        return [this.element(node, kind)];
    }
  }

  #paragraph(node: XmlElement, kind: MarkKind | null): XmlElement {
    const properties = childOf(node, 'w:pPr');
    const end = markIn(childOf(properties, 'w:rPr'));
    const contents = node.children.filter((child) => child !== properties);
    const isWhole = end !== null && hasContent(contents) && contents.every((child) => isGoneWith(child, end));
    const number = isWhole && isGone(end) ? this.#showing.numbers.get(node) : undefined;
    return withChildren(node, [
      ...this.#paragraphProperties(properties, number),
      ...(number === undefined || end === null ? [] : this.#label(number, end)),
      ...this.#children(contents, kind),
      ...(end === null || isWhole ? [] : [this.#written(PARAGRAPH_END, end)]),
    ]);
  }

  #paragraphProperties(properties: XmlElement | undefined, number: GoneNumber | undefined): XmlElement[] {
    if (properties === undefined)
      return number === undefined ? [] : [unnumberedParagraph(element('w:pPr'), number.indent)];
    const isChanged = isOfOtherKind(properties, this.#showing.defaultStyle);
    const plain = this.element(properties, null);
    const barred = isChanged ? barredParagraph(plain, this.#profile) : plain;
    return [number === undefined ? barred : unnumberedParagraph(barred, number.indent)];
  }

  #label({ label }: GoneNumber, kind: MarkKind): XmlElement[] {
    return [this.#written(label, kind), element('w:r', {}, [element('w:tab')])];
  }

  #run(node: XmlElement, kind: MarkKind | null): XmlElement[] {
    const properties = childOf(node, 'w:rPr');
    const contents = this.#children(
      node.children.filter((child) => child !== properties),
      kind,
    );
    const run = withChildren(node, [...this.#runProperties(properties, kind), ...contents]);
    return kind !== null && contents.some(isPicture) ? [run, this.#written(PICTURE_WORDS[kind], kind)] : [run];
  }

  #runProperties(properties: XmlElement | undefined, kind: MarkKind | null): XmlElement[] {
    const plain = properties === undefined ? undefined : withoutMarks(properties);
    if (kind !== null) return [markedRun(plain, this.#profile[kind])];
    if (plain === undefined) return [];
    return [looksOtherwise(properties) ? framedRun(plain, this.#profile) : plain];
  }

  /** A run of an equation may be marked like a paragraph, beside its text (22.1.2.87). */
  #mathRun(node: XmlElement, kind: MarkKind | null): XmlElement {
    const own = markIn(node) ?? kind;
    const isSpecial = (child: XmlNode): boolean => isElement(child) && (child.name in KINDS || child.name === 'w:rPr');
    const [first, ...others] = node.children.filter((child) => !isSpecial(child));
    const properties = this.#runProperties(childOf(node, 'w:rPr'), own);
    return withChildren(
      node,
      isElement(first, 'm:rPr')
        ? [first, ...properties, ...others]
        : [...properties, ...(first === undefined ? [] : [first]), ...others],
    );
  }

  /** Text marks do not show an empty cell, so a row has a ground. */
  #row(node: XmlElement, kind: MarkKind | null): XmlElement {
    const ofRow = markIn(childOf(node, 'w:trPr'));
    const children = this.#children(node.children, kind);
    const cells = node.children.filter((child) => isElement(child, 'w:tc'));
    let at = 0;
    return withChildren(
      node,
      children.map((child) => {
        if (!isElement(child, 'w:tc')) return child;
        const own = cellMark(cells[at++]) ?? ofRow;
        return own === null ? child : shadedCell(child, this.#profile.ground[isGone(own) ? 'delete' : 'insert']);
      }),
    );
  }

  #written(text: string, kind: MarkKind): XmlElement {
    const words = element('w:t', { 'xml:space': 'preserve' }, [text]);
    return element('w:r', {}, [markedRun(undefined, this.#profile[kind]), words]);
  }
}

function isGone(kind: MarkKind): boolean {
  return kind === 'delete' || kind === 'moveFrom';
}

/** The mark of insertion or deletion in a list of properties. */
function markIn(list: XmlElement | undefined): MarkKind | null {
  const mark = list?.children.find((child) => isElement(child) && child.name in KINDS);
  return isElement(mark) ? KINDS[mark.name]! : null;
}

function cellMark(cell: XmlNode | undefined): MarkKind | null {
  const properties = isElement(cell) ? childOf(cell, 'w:tcPr') : undefined;
  for (const [name, kind] of Object.entries(CELLS)) if (childOf(properties, name) !== undefined) return kind;
  return null;
}

/** A tracked vertical merge as the property that it leads to. */
function mergeOf({ attributes }: XmlElement): XmlElement[] {
  const merge = attributes.get('w:vMerge');
  if (merge === undefined) return [];
  return [element('w:vMerge', merge === 'rest' ? { 'w:val': 'restart' } : {})];
}

function withoutMarks(list: XmlElement): XmlElement {
  return withChildren(
    list,
    list.children.filter((child) => !isElement(child) || !(DROPPED.test(child.name) || child.name in KINDS)),
  );
}

/** Whether a child of a paragraph is on one side alone, as the end of the paragraph is. */
function isGoneWith(child: XmlNode, end: MarkKind): boolean {
  if (!isElement(child) || isNoContent(child)) return true;
  const kind = KINDS[child.name];
  if (kind !== undefined) return isGone(kind) === isGone(end);
  return child.children.length > 0 && child.name !== 'w:r' && child.children.every((each) => isGoneWith(each, end));
}

function hasContent(children: readonly XmlNode[]): boolean {
  return children.some((child) => isElement(child) && !isNoContent(child));
}

function isNoContent({ name }: XmlElement): boolean {
  return POSITIONS.has(name) || DROPPED.test(name) || name === 'w:proofErr' || /Pr$/u.test(name);
}

function isPicture(node: XmlNode): boolean {
  return isElement(node) && (PICTURES.has(node.name) || (node.name === 'mc:AlternateContent' && !hasText(node)));
}

function hasText(node: XmlElement): boolean {
  return node.name === 'w:t' || node.children.some((child) => isElement(child) && hasText(child));
}
