/**
 * Accepts or rejects every tracked revision of a tree (ECMA-376 part 1, 17.13.5). The result has no revisions.
 *
 * A paragraph whose mark is removed joins the next paragraph, which keeps its own properties. Before a table or at
 * the end of a cell there may be no next paragraph. There an empty paragraph is removed, and one with content stays.
 */
import { POSITIONS } from './positions.ts';
import { append } from '../../shared/iterables.ts';
import { childOf, isElement, withChildren, NO_CHILDREN, type XmlElement, type XmlNode } from './xml-tree.ts';

/** The wanted state of the document: `revised` accepts every revision, `original` rejects every revision. */
export type RevisionSide = 'original' | 'revised';

/** Containers of content, and marks of paragraphs, rows and cells, that one side does not have. */
const INSERTED: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo']);
const DELETED: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);

/** Markers that only state where a revision starts or ends. */
const MARKERS: ReadonlySet<string> = new Set(
  ['moveFrom', 'moveTo', 'customXmlIns', 'customXmlDel', 'customXmlMoveFrom', 'customXmlMoveTo'].flatMap((kind) => [
    `w:${kind}RangeStart`,
    `w:${kind}RangeEnd`,
  ]),
);

/** Containers that can be inserted or deleted without their content (17.13.5.4 to 17.13.5.11). */
const WRAPPERS: ReadonlySet<string> = new Set(['w:sdt', 'w:customXml']);

/** Property elements → their child element with the properties before a change. */
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

/** Properties that the former list omits and the current list keeps (CT_PPrBase, CT_SectPrBase and similar types). */
const KEPT: Readonly<Record<string, ReadonlySet<string>>> = {
  'w:pPr': new Set(['w:rPr', 'w:sectPr']),
  'w:sectPr': new Set(['w:headerReference', 'w:footerReference']),
};

/** Property lists that also hold marks of insertion and deletion. A mark is no property. */
const MARKED: ReadonlySet<string> = new Set(['w:rPr', 'w:trPr']);

/** Containers without meaning if they are empty. A revision that empties one removes it. */
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

/** Containers of blocks that need no paragraph. A cell, a note or a text box needs one. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['w:sdtContent', 'w:customXml', 'w:smartTag']);

/** Elements that may be anywhere and are not content. */
const NO_CONTENT: ReadonlySet<string> = new Set([...POSITIONS, 'w:proofErr']);

/** The tree of one side; the same object if it has no revisions. */
export function resolveRevisions(root: XmlElement, side: RevisionSide): XmlElement {
  return new Resolver(side).element(root);
}

class Resolver {
  readonly #side: RevisionSide;
  /** Ids of open ranges in which a starting content control or custom markup does not exist on this side. */
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
        const isKept = ({ name, attributes }: XmlElement): boolean =>
          kept?.has(name) === true || (MARKED.has(node.name) && attributes.has('w:author'));
        const former = childOf(change, node.name)?.children ?? [];
        const stays = children.filter((child) => isElement(child) && isKept(child));
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
          // An inserted numbering did not exist before.
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
   * `keeps` is the required last child. Cells and similar containers need a `paragraph`. The `end` of the body needs
   * a paragraph only after a table. Other containers need `nothing`.
   */
  #children(children: readonly XmlNode[], keeps: 'paragraph' | 'end' | 'nothing'): readonly XmlNode[] {
    const blocks: XmlNode[] = [];
    /** Paragraphs whose marks are removed, until the paragraph that they join. */
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
        // The section properties of the body follow its last block.
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
    // A table without rows, or a row without cells, is removed.
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

  /** Ranges may end inside content that does not exist on this side. */
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

/** The list with each node replaced; null removes it. The same array if nothing changed. */
function rebuilt(nodes: readonly XmlNode[], replace: (node: XmlNode) => XmlNode | null): readonly XmlNode[] {
  let result: XmlNode[] | undefined;
  nodes.forEach((node, index) => {
    const next = replace(node);
    if (next !== node) result ??= nodes.slice(0, index);
    if (next !== null) result?.push(next);
  });
  return result ?? nodes;
}

/** Paragraphs that become one, with the properties of the last one. */
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

  /** The joined paragraph. It has at least one source paragraph. */
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

/** Whether an element contains more than properties and positions. With `deep`, revisions count by their contents. */
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

/** The positions in removed content. They stay at its place. */
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
 * Starts and ends in removed content, of ranges that extend beyond it. So the rest of each range stays a range.
 * Ranges that are entirely inside are removed.
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

/** Deleted content as it was before: `w:delText` is text again. Nested revisions are already resolved. */
function undeleted(node: XmlNode): XmlNode {
  if (typeof node === 'string') return node;
  const children = rebuilt(node.children, undeleted);
  if (node.name === 'w:delText') return { ...node, name: 'w:t', children };
  if (node.name === 'w:delInstrText') return { ...node, name: 'w:instrText', children };
  return withChildren(node, children);
}
