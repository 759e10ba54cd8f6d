/**
 * Uses one string object for each address that both documents have. Comparing equal strings that are different
 * objects reads them unit by unit. An address of a hundred thousand units around a thousand changes would be read a
 * thousand times.
 */
import type { Block, Cell, Row, Run } from '../../shared/document/model.ts';

/** The blocks, with the address strings of `others` where the addresses are equal. */
export function shareAddresses(others: readonly Block[], blocks: readonly Block[]): readonly Block[] {
  const addresses = new Addresses();
  addresses.learn(others);
  return addresses.isEmpty ? blocks : mapped(blocks, (block) => addresses.inBlock(block));
}

class Addresses {
  readonly #known = new Map<string, string>();
  /** The last address looked up, and the result. All runs of a link share one string, so most lookups are repeats. */
  #asked: string | null = null;
  #answer: string | null = null;

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  /** Recurses over nested tables. */
  learn(blocks: readonly Block[]): void {
    for (const block of blocks) {
      if (block.kind === 'table') for (const row of block.rows) for (const cell of row.cells) this.learn(cell.blocks);
      if (block.kind !== 'text') continue;
      for (const { href } of block.runs) {
        if (href === null || href === this.#asked) continue;
        this.#asked = href;
        if (!this.#known.has(href)) this.#known.set(href, href);
      }
    }
    this.#answer = this.#asked;
  }

  /** Recurses over nested tables. Returns the block itself if it has no such address. */
  inBlock(block: Block): Block {
    if (block.kind === 'text') {
      if (block.runs.every(({ href }) => href === null)) return block;
      return { ...block, runs: block.runs.map((run) => this.#inRun(run)) };
    }
    if (block.kind !== 'table') return block;
    const rows = mapped(block.rows, (row) => this.#inRow(row));
    return rows === block.rows ? block : { ...block, rows };
  }

  #inRow(row: Row): Row {
    const cells = mapped(row.cells, (cell) => this.#inCell(cell));
    return cells === row.cells ? row : { ...row, cells };
  }

  #inCell(cell: Cell): Cell {
    const blocks = mapped(cell.blocks, (block) => this.inBlock(block));
    return blocks === cell.blocks ? cell : { ...cell, blocks };
  }

  #inRun(run: Run): Run {
    if (run.href === null) return run;
    if (run.href !== this.#asked) {
      this.#asked = run.href;
      this.#answer = this.#known.get(run.href) ?? run.href;
    }
    return { ...run, href: this.#answer };
  }
}

/** The same list object if every item stays the same. */
function mapped<T>(items: readonly T[], of: (item: T) => T): readonly T[] {
  let changed: T[] | undefined;
  for (let at = 0; at < items.length; at += 1) {
    const item = of(items[at]!);
    if (item !== items[at]) changed ??= items.slice();
    if (changed !== undefined) changed[at] = item;
  }
  return changed ?? items;
}
