/** The logical structure of one page (ISO 32000-2, 14.7 and 14.8), as far as reading needs it. */

/** The kind of a block of tagged content. */
export type TagRole = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'caption';

/** The table cell that contains a block. Indices from 0. */
export interface TagCell {
  readonly table: number;
  readonly row: number;
  readonly column: number;
  readonly colspan: number;
  readonly rowspan: number;
  readonly header: boolean;
}

/** A paragraph-like block of content, in logical order. */
export interface TagBlock {
  readonly role: TagRole;
  /** Marked-content ids of the page, in order. */
  readonly mcids: readonly number[];
  /** Indices of the enclosing list items on the page, outermost first. */
  readonly items: readonly number[];
  readonly cell: TagCell | null;
  /** Present if the block is (part of) an entry of a table of contents. */
  readonly entry?: true;
}

/** A node of the tree as pdf.js returns it. */
interface TreeNode {
  readonly role?: unknown;
  readonly type?: unknown;
  readonly id?: unknown;
  readonly children?: unknown;
  readonly colSpan?: unknown;
  readonly rowSpan?: unknown;
}

/** Elements that contain running text directly. */
const BLOCK_ROLES: ReadonlyMap<string, TagRole> = new Map(
  Object.entries({
    P: 'p',
    H: 'h1',
    Title: 'h1',
    H1: 'h1',
    H2: 'h2',
    H3: 'h3',
    H4: 'h4',
    H5: 'h5',
    H6: 'h6',
    Caption: 'caption',
    BibEntry: 'p',
    Note: 'p',
    FENote: 'p',
    Code: 'p',
    Formula: 'p',
    TOCI: 'p',
    Figure: 'p',
  } satisfies Record<string, TagRole>),
);

/** Elements that only group others. Content directly in them forms a paragraph. */
const GROUPS = new Set([
  'Root',
  'Document',
  'DocumentFragment',
  'Part',
  'Art',
  'Sect',
  'Div',
  'Aside',
  'BlockQuote',
  'TOC',
  'Index',
  'LBody',
]);

/** Deeper trees are not followed. Real producers stay below 30 levels. */
const MAX_DEPTH = 200;

/** Reads the structure tree of a page into blocks in logical order. Null without a tree. */
export function readTags(tree: unknown): TagBlock[] | null {
  if (typeof tree !== 'object' || tree === null) return null;
  const walk = new Walk();
  walk.enter(tree, { items: [], cell: null, block: null, entry: false }, 0);
  return walk.blocks
    .filter((block) => block.mcids.length > 0)
    .map(({ role, mcids, items, cell, entry }) => ({ role, mcids, items, cell, ...(entry && { entry }) }));
}

interface OpenBlock {
  /** Whether a paragraph of the item follows the label in this block. */
  hasParagraph: boolean;
  readonly role: TagRole;
  readonly mcids: number[];
  readonly items: readonly number[];
  readonly cell: TagCell | null;
  readonly entry: boolean;
}

interface Context {
  readonly items: readonly number[];
  readonly cell: TagCell | null;
  /** The block that takes direct content. Null: content opens a new block. */
  readonly block: OpenBlock | null;
  /** Whether the content is in an entry of a table of contents. */
  readonly entry: boolean;
}

class Walk {
  readonly blocks: OpenBlock[] = [];
  #items = 0;
  #tables = 0;

  /** Recursion is bounded by `MAX_DEPTH`. */
  enter(node: TreeNode, context: Context, depth: number): void {
    if (depth > MAX_DEPTH) return;
    const role = typeof node.role === 'string' ? node.role : '';
    // A table inside a cell is read as text of the cell.
    if (role === 'Table' && !context.cell) {
      this.#table(node, context, depth);
      return;
    }
    if (role === 'Artifact') return;
    const own = BLOCK_ROLES.get(role);
    let inner = role === 'TOCI' && !context.entry ? { ...context, entry: true } : context;
    if (role === 'LI') {
      const items = [...inner.items, this.#items++];
      inner = { ...inner, items, block: this.#open('p', { ...inner, items }) };
    } else if (own) inner = { ...inner, block: this.#open(own, inner) };
    else if (GROUPS.has(role) && role !== 'LBody') inner = { ...inner, block: null };
    let open = inner.block;
    for (const child of childrenOf(node)) {
      if (typeof child.type === 'string') {
        const mcid = contentId(child);
        if (mcid === null) continue;
        open ??= this.#open('p', inner);
        open.mcids.push(mcid);
        continue;
      }
      // A paragraph directly in an item continues the block of the item's label.
      const isParagraph = child.role === 'P' && open !== null && inner.items.length > 0;
      if (isParagraph && open && isLabelOnly(open, role)) {
        open.hasParagraph = true;
        this.enter({ ...child, role: 'Span' }, { ...inner, block: open }, depth + 1);
      } else {
        this.enter(child, { ...inner, block: open }, depth + 1);
        if (
          typeof child.role === 'string' &&
          (BLOCK_ROLES.has(child.role) || child.role === 'Table' || child.role === 'L')
        )
          open = own || role === 'LI' ? this.#open(own ?? 'p', inner) : null;
      }
    }
  }

  #table(node: TreeNode, context: Context, depth: number): void {
    const table = this.#tables++;
    let row = 0;
    // For each column, the number of further rows that a cell above spans.
    const taken: number[] = [];
    const rows = (parent: TreeNode, level: number): void => {
      if (level > MAX_DEPTH) return;
      for (const child of childrenOf(parent)) {
        if (child.role === 'TR') this.#row(child, { table, row: row++ }, taken, level + 1);
        else if (child.role === 'THead' || child.role === 'TBody' || child.role === 'TFoot') rows(child, level + 1);
        else if (child.role === 'Caption') this.enter(child, { ...context, block: null }, level + 1);
      }
    };
    rows(node, depth + 1);
  }

  #row(node: TreeNode, place: { table: number; row: number }, taken: number[], depth: number): void {
    let column = 0;
    for (const child of childrenOf(node)) {
      if (child.role !== 'TD' && child.role !== 'TH') continue;
      while ((taken[column] ?? 0) > 0) column++;
      const cell: TagCell = {
        ...place,
        column,
        colspan: span(child.colSpan),
        rowspan: span(child.rowSpan),
        header: child.role === 'TH',
      };
      for (let end = column + cell.colspan; column < end; column++) taken[column] = cell.rowspan;
      // An empty cell still exists.
      this.#open('p', { items: [], cell, entry: false }).mcids.push(EMPTY_CELL);
      this.enter({ ...child, role: 'Div' }, { items: [], cell, block: null, entry: false }, depth + 1);
    }
    taken.forEach((rows, at) => (taken[at] = Math.max(0, rows - 1)));
  }

  #open(role: TagRole, { items, cell, entry }: Pick<Context, 'items' | 'cell' | 'entry'>): OpenBlock {
    const block: OpenBlock = { hasParagraph: false, role, mcids: [], items, cell, entry };
    this.blocks.push(block);
    return block;
  }
}

/** The children that are nodes. */
function childrenOf({ children }: TreeNode): TreeNode[] {
  if (!Array.isArray(children)) return [];
  return (children as unknown[]).filter((child) => typeof child === 'object' && child !== null);
}

/** Placeholder id in front of the content of a cell. */
export const EMPTY_CELL = -2;

function isLabelOnly(block: OpenBlock, role: string): boolean {
  return (role === 'LI' || role === 'LBody') && !block.hasParagraph && block.mcids.length <= MAX_LABEL_PARTS;
}

/** A label has one or two pieces of content. */
const MAX_LABEL_PARTS = 2;

/** Larger values are not plausible as spans. */
const MAX_SPAN = 1000;

function span(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_SPAN ? value : 1;
}

/** Content ids have the form "p12R_mc3": content 3 of page 12. */
function contentId(node: TreeNode): number | null {
  if (node.type !== 'content' || typeof node.id !== 'string') return null;
  const match = /_mc(\d+)$/.exec(node.id);
  return match ? Number(match[1]) : null;
}
