/**
 * Settles the last paragraphs of stories. No revision can mark the last paragraph mark of a body, cell or note. So the
 * last paragraphs of both sides share marks, and a mark does not belong to the text before it:
 *
 *     [Three]{+¶+} {+Four+}{+¶+} {+Five+}[¶]
 *
 * When everything is decided, a paragraph is kept if any of its content is kept. Two kept blocks in one paragraph become
 * two paragraphs. While one of the two is undecided, the mark between them is inserted or deleted with it.
 */
import { POSITIONS } from '../../ooxml/positions.ts';
import { childOf, isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { highestId } from '../../redline/adopt/highest-ids.ts';
import { SIDE_OF_MARK } from '../../pipeline/ranges/revision-ranges.ts';
import type { RevisionFate } from './match-revisions.ts';

/** Decides on the ends of one part. */
export class EndSettler {
  readonly #fates: Map<XmlElement, RevisionFate>;
  readonly #isBlock: (mark: XmlElement) => boolean;

  /** `fates` are completed. `isBlock`: whether a mark shows a whole block of one side. */
  constructor(fates: Map<XmlElement, RevisionFate>, isBlock: (mark: XmlElement) => boolean) {
    this.#fates = fates;
    this.#isBlock = isBlock;
  }

  /** The part with its last paragraphs as decided; the same object if there are none to settle. */
  settle(node: XmlElement): XmlElement {
    return this.#settle(node, (nodes) => this.#list(nodes));
  }

  /** The part of a file with undecided changes, with a mark between a kept and an undecided block of one paragraph. */
  settleOpen(root: XmlElement): XmlElement {
    let lastId = highestId(root);
    return this.#settle(root, (nodes) => {
      if (!nodes.some((node) => isElement(node, 'w:p'))) return nodes;
      return nodes.flatMap((node): XmlNode[] =>
        isElement(node, 'w:p') ? this.#splitOpen(node, () => (lastId += 1)) : [node],
      );
    });
  }

  #settle(node: XmlElement, settleList: (nodes: readonly XmlNode[]) => readonly XmlNode[]): XmlElement {
    const children = settleList(
      node.children.map((child) =>
        isElement(child) && child.name !== 'w:pPr' ? this.#settle(child, settleList) : child,
      ),
    );
    const isSame =
      children.length === node.children.length && children.every((child, at) => child === node.children[at]);
    return isSame ? node : withChildren(node, children);
  }

  #list(nodes: readonly XmlNode[]): readonly XmlNode[] {
    if (!nodes.some((node) => isElement(node, 'w:p'))) return nodes;
    const out: XmlNode[] = [];
    let run: XmlElement[] = [];
    for (const node of nodes) {
      if (!isElement(node, 'w:p') || childOf(childOf(node, 'w:pPr'), 'w:sectPr') !== undefined) {
        out.push(...run, node);
        run = [];
        continue;
      }
      run.push(node);
      if (markOf(node) !== undefined) continue;
      out.push(...(this.#isEnd(run) ? this.#ended(run) : run));
      run = [];
    }
    return [...out, ...run];
  }

  /**
   * Whether paragraphs up to one whose mark both sides have share marks. The last one then has content of one side only.
   * If it has none, the first one has content of both sides.
   */
  #isEnd(run: readonly XmlElement[]): boolean {
    const content = contentOf(run.at(-1)!);
    if (content.length > 0) return content.every(({ mark }) => mark !== null && this.#isBlock(mark));
    return run.length > 1 && contentOf(run[0]!).some(({ mark }) => mark === null);
  }

  #ended(run: readonly XmlElement[]): XmlNode[] {
    const parts = run.flatMap((paragraph) => this.#split(paragraph));
    const kept = parts.filter((paragraph) => this.#staysOf(paragraph));
    const staying = kept.length === 0 ? parts.slice(-1) : kept;
    const out: XmlElement[] = [];
    let positions: XmlNode[] = [];
    for (const paragraph of parts) {
      if (!staying.includes(paragraph)) {
        positions.push(...paragraph.children.filter((child) => isElement(child) && POSITIONS.has(child.name)));
        continue;
      }
      const mark = markOf(paragraph);
      if (mark !== undefined) this.#fates.set(mark, SIDE_OF_MARK.get(mark.name)!);
      out.push(withPositions(paragraph, positions, 'before'));
      positions = [];
    }
    if (positions.length > 0) out.push(withPositions(out.pop()!, positions, 'behind'));
    return out;
  }

  /** Two paragraphs if a kept block of either side is in this one; else the paragraph. */
  #split(paragraph: XmlElement): XmlElement[] {
    const isKeptBlock = (node: XmlNode, side: string): boolean =>
      isElement(node) && SIDE_OF_MARK.get(node.name) === side && this.#isKept(node) && this.#isBlock(node);
    const first = paragraph.children.findIndex((node) => isKeptBlock(node, 'revised'));
    const before = paragraph.children.slice(0, Math.max(first, 0));
    if (!before.some((node) => isKeptBlock(node, 'original'))) return [paragraph];
    const properties = childOf(paragraph, 'w:pPr');
    const rest = paragraph.children.slice(first);
    const own = properties === undefined ? [] : [withoutMark(properties)];
    return [
      { ...paragraph, children: [...own, ...before.filter((child) => child !== properties)] },
      { ...paragraph, children: [...(properties === undefined ? [] : [properties]), ...rest] },
    ];
  }

  /** Two paragraphs if one of the blocks of both sides in this one is kept and the other one is undecided. */
  #splitOpen(paragraph: XmlElement, nextId: () => number): XmlElement[] {
    const properties = childOf(paragraph, 'w:pPr');
    if (markOf(paragraph) !== undefined || childOf(properties, 'w:sectPr') !== undefined) return [paragraph];
    const isBlockOf =
      (side: string) =>
      (node: XmlNode): node is XmlElement =>
        isElement(node) && SIDE_OF_MARK.get(node.name) === side && this.#isBlock(node) && this.#mayStay(node);
    const first = paragraph.children.findIndex(isBlockOf('revised'));
    const before = paragraph.children.slice(0, Math.max(first, 0)).filter((child) => child !== properties);
    const rest = paragraph.children.slice(Math.max(first, 0)).filter((child) => child !== properties);
    const [gone, come] = [before.filter(isBlockOf('original')), rest.filter(isBlockOf('revised'))];
    if (gone.length === 0 || come.length === 0) return [paragraph];
    const [goneIsKept, comeIsKept] = [gone, come].map((marks) => marks.every((mark) => this.#isKept(mark)));
    const open = (goneIsKept ? come : gone).filter((mark) => !this.#isKept(mark));
    if (goneIsKept === comeIsKept || open.length === 0) return [paragraph];
    const attributes = new Map([...open[0]!.attributes, ['w:id', String(nextId())]]);
    const mark: XmlElement = { name: goneIsKept ? 'w:ins' : 'w:del', attributes, children: [] };
    this.#fates.set(mark, 'open');
    const own = properties ?? { name: 'w:pPr', attributes: new Map(), children: [] };
    const kept = properties === undefined ? [] : [properties];
    return [
      { ...paragraph, children: [withMark(own, mark), ...before] },
      { ...paragraph, children: [...kept, ...rest] },
    ];
  }

  /** Whether the content of a mark stays, or is undecided. */
  #mayStay(mark: XmlElement): boolean {
    return this.#isKept(mark) || this.#fates.get(mark) === 'open';
  }

  /** Whether a paragraph keeps content, or had none. */
  #staysOf(paragraph: XmlElement): boolean {
    const content = contentOf(paragraph);
    return content.length === 0 || content.some(({ mark }) => mark === null || this.#isKept(mark));
  }

  #isKept(mark: XmlElement): boolean {
    return this.#fates.get(mark) === SIDE_OF_MARK.get(mark.name);
  }
}

/** The pieces of content of a paragraph, each with the mark around it; null: it has none. */
function contentOf(node: XmlElement): { readonly mark: XmlElement | null }[] {
  return node.children.flatMap((child) => {
    if (!isElement(child) || /^w:(?:pPr|rPr|sdtPr|proofErr)$/.test(child.name) || POSITIONS.has(child.name)) return [];
    if (SIDE_OF_MARK.has(child.name)) return [{ mark: child }];
    if (/RangeStart$|RangeEnd$/.test(child.name)) return [];
    if (/^w:(?:hyperlink|sdt|sdtContent|smartTag|customXml|fldSimple|dir|bdo)$/.test(child.name))
      return contentOf(child);
    const isEmptyRun = child.name === 'w:r' && child.children.every((each) => isElement(each, 'w:rPr'));
    return isEmptyRun ? [] : [{ mark: null }];
  });
}

/** The mark that makes the end of a paragraph one-sided. */
function markOf(paragraph: XmlElement): XmlElement | undefined {
  const properties = childOf(childOf(paragraph, 'w:pPr'), 'w:rPr');
  return properties?.children.find((child): child is XmlElement => isElement(child) && SIDE_OF_MARK.has(child.name));
}

/** Properties of a paragraph whose end both sides have. */
function withoutMark(properties: XmlElement): XmlElement {
  return withChildren(
    properties,
    properties.children.map((child) =>
      isElement(child, 'w:rPr')
        ? withChildren(
            child,
            child.children.filter((each) => !isElement(each) || !SIDE_OF_MARK.has(each.name)),
          )
        : child,
    ),
  );
}

/** Properties of a paragraph with a mark on its end. The mark comes first in its place (17.3.1.29). */
function withMark(properties: XmlElement, mark: XmlElement): XmlElement {
  const own = childOf(properties, 'w:rPr');
  const marked: XmlElement = { name: 'w:rPr', attributes: new Map(), children: [mark, ...(own?.children ?? [])] };
  const others = properties.children.filter((child) => child !== own);
  const change = others.findIndex((child) => isElement(child, 'w:pPrChange'));
  const at = change === -1 ? others.length : change;
  return withChildren(properties, [...others.slice(0, at), marked, ...others.slice(at)]);
}

function withPositions(paragraph: XmlElement, positions: readonly XmlNode[], where: 'before' | 'behind'): XmlElement {
  if (positions.length === 0) return paragraph;
  const properties = paragraph.children.filter((child) => isElement(child, 'w:pPr'));
  const rest = paragraph.children.filter((child) => !isElement(child, 'w:pPr'));
  return {
    ...paragraph,
    children: [...properties, ...(where === 'before' ? [...positions, ...rest] : [...rest, ...positions])],
  };
}
