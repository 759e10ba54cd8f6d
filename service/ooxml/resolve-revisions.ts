/**
 * Accepts or rejects every tracked revision of a tree (ECMA-376 part 1, 17.13.5). The result has no revision left.
 *
 * A paragraph whose mark goes joins the paragraph after it, which keeps its own properties. Where no paragraph follows
 * (before a table, at the end of a cell), a paragraph that is left empty goes, and one with content stays.
 */
import { POSITIONS } from './positions.ts';
import { append } from '../../shared/iterables.ts';
import { childOf, isElement, withChildren, NO_CHILDREN, type XmlElement, type XmlNode } from './xml-tree.ts';

/** Which state of the document is wanted: `revised` accepts every revision, `original` rejects them. */
export type RevisionSide = 'original' | 'revised';

/** Containers of content, and marks of paragraphs, rows and cells, that one side does not have. */
const INSERTED: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo']);
const DELETED: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);

/** Markers that only say where a revision begins or ends. */
const MARKERS: ReadonlySet<string> = new Set(
  ['moveFrom', 'moveTo', 'customXmlIns', 'customXmlDel', 'customXmlMoveFrom', 'customXmlMoveTo'].flatMap((kind) => [
    `w:${kind}RangeStart`,
    `w:${kind}RangeEnd`,
  ]),
);

/** Containers that can come or go without their content (17.13.5.4 to 17.13.5.11). */
const WRAPPERS: ReadonlySet<string> = new Set(['w:sdt', 'w:customXml']);

/** Property elements → the element in them that holds the properties before a change. */
const CHANGES: Readonly<Record<string, string>> = {
  'w:rPr': 'w:rPrChange',
  'w:pPr': 'w:pPrChange',
  'w:sectPr': 'w:sectPrChange',
  'w:tblPr': 'w:tblPrChange',
  'w:tblPrEx': 'w:tblPrExChange',
  'w:tblGrid': 'w:tblGridChange',
  'w:trPr': 'w:trPrChange',
  'w:tcPr': 'w:tcPrChange',
};

/** What the former properties do not state and the present ones keep (CT_PPrBase, CT_SectPrBase and their kin). */
const KEPT: Readonly<Record<string, ReadonlySet<string>>> = {
  'w:pPr': new Set(['w:rPr', 'w:sectPr']),
  'w:sectPr': new Set(['w:headerReference', 'w:footerReference']),
};

/** Containers that mean nothing without content: when a revision empties one, it goes. */
const EMPTIED: ReadonlySet<string> = new Set([
  'w:hyperlink',
  'w:smartTag',
  'w:fldSimple',
  'w:customXml',
  'w:sdt',
  'w:dir',
  'w:bdo',
  'w:r',
  'm:oMath',
  'm:oMathPara',
]);

/** Containers of blocks that need no paragraph, unlike a cell, a note or a text box. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['w:sdtContent', 'w:customXml', 'w:smartTag']);

/** What may stand anywhere and is no content. */
const NO_CONTENT: ReadonlySet<string> = new Set([...POSITIONS, 'w:proofErr']);

/** The tree of one side; the same object when it has no revision. */
export function resolveRevisions(root: XmlElement, side: RevisionSide): XmlElement {
  return new Resolver(side).element(root);
}

class Resolver {
  readonly #side: RevisionSide;
  /** Ids of the open ranges in which a content control or custom markup that begins is not there on this side. */
  readonly #goneWrappers = new Set<string>();

  constructor(side: RevisionSide) {
    this.#side = side;
  }

  element(node: XmlElement): XmlElement {
    if (node.name in CHANGES) return this.#properties(node);
    const keeps = MAY_BE_EMPTY.has(node.name) ? 'nothing' : node.name === 'w:body' ? 'end' : 'paragraph';
    return withChildren(node, this.#children(node.children, keeps));
  }

  /** Properties before or after their change, without marks of insertion and deletion. */
  #properties(node: XmlElement): XmlElement {
    const changeName = CHANGES[node.name]!;
    const change = childOf(node, changeName);
    let children: readonly XmlNode[] = node.children;
    if (change !== undefined) {
      children = children.filter((child) => child !== change);
      if (this.#side === 'original') {
        const kept = KEPT[node.name];
        const former = childOf(change, node.name)?.children ?? [];
        const stays = children.filter((child) => isElement(child) && (kept?.has(child.name) ?? false));
        children = node.name === 'w:sectPr' ? [...stays, ...former] : [...former, ...stays];
      }
    }
    return withChildren(node, this.#propertyList(children));
  }

  #propertyList(children: readonly XmlNode[]): readonly XmlNode[] {
    return rebuilt(children, (child) => {
      if (typeof child === 'string') return child;
      switch (child.name) {
        case 'w:ins':
        case 'w:del':
        case 'w:moveFrom':
        case 'w:moveTo':
        case 'w:cellIns':
        case 'w:cellDel':
        case 'w:numberingChange':
          return null;
        case 'w:cellMerge':
          return this.#cellMerge(child);
        case 'w:numPr':
          // A numbering that was inserted is not there before.
          return this.#side === 'original' && childOf(child, 'w:ins') !== undefined
            ? null
            : withChildren(child, this.#propertyList(child.children));
        default:
          return this.element(child);
      }
    });
  }

  /** A tracked vertical merge as the property that it changes. */
  #cellMerge(node: XmlElement): XmlElement | null {
    const merge = node.attributes.get(this.#side === 'revised' ? 'w:vMerge' : 'w:vMergeOrig');
    if (merge === undefined) return null;
    return { name: 'w:vMerge', attributes: new Map(merge === 'rest' ? [['w:val', 'restart']] : []), children: [] };
  }

  /**
   * `keeps`: what has to be at the end: a `paragraph` in cells and the like; a paragraph after a table, but none by
   * itself, at the `end` of the body; or `nothing`.
   */
  #children(children: readonly XmlNode[], keeps: 'paragraph' | 'end' | 'nothing'): readonly XmlNode[] {
    const blocks: XmlNode[] = [];
    /** Paragraphs whose mark goes, waiting for the one that they join. */
    let open: OpenParagraph | null = null;
    let changed = false;
    const leave = (isNeeded: boolean): void => {
      if (open === null) return;
      const paragraph = open.ended();
      if (isNeeded || hasContent(paragraph)) blocks.push(paragraph);
      else append(blocks, positionsOf(paragraph));
      open = null;
    };
    const end = (): void => {
      const last = blocks.findLast((node) => isElement(node) && !NO_CONTENT.has(node.name));
      const needed = keeps === 'paragraph' || (keeps === 'end' && last !== undefined);
      leave(needed && !endsWithParagraph(last));
    };
    const put = (node: XmlNode): void => {
      if (open !== null && isElement(node)) {
        if (node.name === 'w:p') {
          open.join(node);
          blocks.push(open.ended());
          open = null;
          return;
        }
        // The section of the body stands after its last block.
        if (node.name === 'w:sectPr') end();
        else if (!NO_CONTENT.has(node.name)) leave(false);
      }
      blocks.push(node);
    };
    for (const child of children) {
      if (typeof child === 'string') {
        blocks.push(child);
        continue;
      }
      const resolved = this.#node(child);
      if (resolved.length !== 1 || resolved[0] !== child) changed = true;
      for (const node of resolved) {
        if (isElement(node, 'w:p') && isElement(child, 'w:p') && this.#markGoes(child)) {
          changed = true;
          open ??= new OpenParagraph();
          open.join(node);
        } else put(node);
      }
    }
    end();
    return changed ? blocks : children;
  }

  #node(child: XmlElement): readonly XmlNode[] {
    const { name } = child;
    const gone = this.#side === 'revised' ? DELETED : INSERTED;
    if (INSERTED.has(name) || DELETED.has(name)) {
      if (gone.has(name)) {
        this.#passMarkers(child);
        return strandedPositions(child);
      }
      const content = this.#children(child.children, 'nothing');
      return DELETED.has(name) ? content.map(undeleted) : content;
    }
    if (MARKERS.has(name)) this.#marker(child);
    if (WRAPPERS.has(name) && this.#goneWrappers.size > 0) {
      const content = name === 'w:sdt' ? (childOf(child, 'w:sdtContent')?.children ?? []) : child.children;
      return this.#children(
        content.filter((node) => !isElement(node, 'w:customXmlPr')),
        'nothing',
      );
    }
    if (MARKERS.has(name) || name.endsWith('PrChange') || name === 'w:tblGridChange') return NO_CHILDREN;
    // A run of an equation may be marked like a paragraph, beside its text (ECMA-376 part 1, 22.1.2.87).
    if (name === 'm:r' && childOf(child, this.#side === 'revised' ? 'w:del' : 'w:ins') !== undefined)
      return NO_CHILDREN;
    if (name === 'w:tr' && this.#stands(child, 'w:trPr', this.#side === 'revised' ? ['w:del'] : ['w:ins']))
      return strandedPositions(child);
    if (name === 'w:tc' && this.#stands(child, 'w:tcPr', this.#side === 'revised' ? ['w:cellDel'] : ['w:cellIns']))
      return strandedPositions(child);
    const resolved = this.element(child);
    if (resolved === child) return [child];
    if (EMPTIED.has(name) && hasContent(child, true) && !hasContent(resolved)) return positionsOf(resolved);
    // A table without rows, and a row without cells, is none.
    if (name === 'w:tbl' && !resolved.children.some((node) => holdsRow(node))) return positionsOf(resolved);
    if (name === 'w:tr' && !resolved.children.some((node) => holdsCell(node))) return positionsOf(resolved);
    return [resolved];
  }

  /** Opens or closes a range in which content controls and custom markup are inserted, deleted or moved. */
  #marker({ name, attributes }: XmlElement): void {
    const found = /^w:customXml(Ins|Del|MoveFrom|MoveTo)Range(Start|End)$/.exec(name);
    if (found === null) return;
    const gone = this.#side === 'revised' ? ['Del', 'MoveFrom'] : ['Ins', 'MoveTo'];
    const id = `${found[1]} ${attributes.get('w:id') ?? ''}`;
    if (found[2] === 'End') this.#goneWrappers.delete(id);
    else if (gone.includes(found[1]!)) this.#goneWrappers.add(id);
  }

  /** Ranges may end in content that is not there. */
  #passMarkers(node: XmlElement): void {
    for (const child of node.children) {
      if (!isElement(child)) continue;
      if (MARKERS.has(child.name)) this.#marker(child);
      else this.#passMarkers(child);
    }
  }

  #stands(node: XmlElement, properties: string, marks: readonly string[]): boolean {
    const own = childOf(node, properties);
    return own !== undefined && marks.some((mark) => childOf(own, mark) !== undefined);
  }

  #markGoes(paragraph: XmlElement): boolean {
    const mark = childOf(childOf(paragraph, 'w:pPr'), 'w:rPr');
    if (mark === undefined) return false;
    const gone = this.#side === 'revised' ? DELETED : INSERTED;
    return mark.children.some((child) => isElement(child) && gone.has(child.name));
  }
}

/** The list with each node replaced; null drops it. The same array when nothing changed. */
function rebuilt(nodes: readonly XmlNode[], replace: (node: XmlNode) => XmlNode | null): readonly XmlNode[] {
  let result: XmlNode[] | undefined;
  nodes.forEach((node, index) => {
    const next = replace(node);
    if (next !== node) result ??= nodes.slice(0, index);
    if (next !== null) result?.push(next);
  });
  return result ?? nodes;
}

/** Paragraphs that become one, with the properties of the last. */
class OpenParagraph {
  #last: XmlElement | undefined;
  readonly #before: XmlNode[] = [];

  join(paragraph: XmlElement): void {
    if (this.#last !== undefined)
      append(
        this.#before,
        this.#last.children.filter((child) => !isElement(child, 'w:pPr')),
      );
    this.#last = paragraph;
  }

  /** The one paragraph. At least one has been joined. */
  ended(): XmlElement {
    const last = this.#last!;
    if (this.#before.length === 0) return last;
    const properties = childOf(last, 'w:pPr');
    return {
      name: 'w:p',
      attributes: last.attributes,
      children: [
        ...(properties === undefined ? [] : [properties]),
        ...this.#before,
        ...last.children.filter((child) => child !== properties),
      ],
    };
  }
}

/** Whether an element holds more than properties and positions. `deep`: revisions count by what they hold. */
function hasContent(node: XmlElement, deep = false): boolean {
  return node.children.some((child) => {
    if (typeof child === 'string') return child !== '';
    if (
      /^w:(?:[pr]|sdt|sdtEnd|smartTag|customXml|fld)Pr$/.test(child.name) ||
      NO_CONTENT.has(child.name) ||
      MARKERS.has(child.name)
    )
      return false;
    if (child.name === 'w:sdtContent' || (deep && (INSERTED.has(child.name) || DELETED.has(child.name))))
      return hasContent(child, deep);
    return true;
  });
}

/** Whether a block is a paragraph, or a content control that ends with one. */
function endsWithParagraph(node: XmlNode | undefined): boolean {
  if (!isElement(node)) return false;
  if (!WRAPPERS.has(node.name) && node.name !== 'w:sdtContent') return node.name === 'w:p';
  return endsWithParagraph(node.children.findLast((child) => isElement(child) && !NO_CONTENT.has(child.name)));
}

/** The positions in what is dropped, which stay where it was. */
function positionsOf(node: XmlElement): XmlNode[] {
  const found: XmlNode[] = [];
  for (const child of node.children) {
    if (!isElement(child)) continue;
    if (POSITIONS.has(child.name)) found.push(child);
    else if (child.name === 'w:sdtContent') append(found, positionsOf(child));
  }
  return found;
}

/**
 * The begins and ends in what is dropped of ranges that reach beyond it: the rest of such a range stays one. Those of ranges that are
 * dropped as a whole go with them.
 */
function strandedPositions(node: XmlElement): readonly XmlNode[] {
  const found: XmlElement[] = [];
  collectPositions(node, found);
  if (found.length === 0) return NO_CHILDREN;
  const keyOf = ({ name, attributes }: XmlElement): string =>
    `${name.replace(/(?:Start|End)$/, '')} ${attributes.get('w:id') ?? ''}`;
  const ends = new Map<string, number>();
  for (const position of found) ends.set(keyOf(position), (ends.get(keyOf(position)) ?? 0) + 1);
  return found.filter((position) => ends.get(keyOf(position)) === 1);
}

function collectPositions(node: XmlElement, found: XmlElement[]): void {
  for (const child of node.children) {
    if (!isElement(child)) continue;
    if (POSITIONS.has(child.name)) found.push(child);
    else collectPositions(child, found);
  }
}

/** Whether a child of a table is a row, or a content control around one. */
function holdsRow(node: XmlNode): boolean {
  return isElement(node) && node.name !== 'w:tblPr' && node.name !== 'w:tblGrid' && !NO_CONTENT.has(node.name);
}

/** Whether a child of a row is a cell, or a content control around one. */
function holdsCell(node: XmlNode): boolean {
  return isElement(node) && node.name !== 'w:trPr' && node.name !== 'w:tblPrEx' && !NO_CONTENT.has(node.name);
}

/** Content that was deleted, as it was before: `w:delText` is text again. Nested revisions are resolved already. */
function undeleted(node: XmlNode): XmlNode {
  if (typeof node === 'string') return node;
  const children = rebuilt(node.children, undeleted);
  if (node.name === 'w:delText') return { ...node, name: 'w:t', children };
  if (node.name === 'w:delInstrText') return { ...node, name: 'w:instrText', children };
  return withChildren(node, children);
}
