import type { Block, OneSided, Side } from '../../shared/document/model.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';

/** The enclosure of a change. It is content of one side, or a boundary of one side that joins its block to another. */
interface Enclosure {
  readonly side: Side;
  /** The change that removes the content; null if it is no change. */
  readonly changeId: string | null;
}

/**
 * Which changes lie inside content that only one side has. A decision that removes the content also removes them, so
 * it implies a decision on them. An enclosure depends on the document alone, never on the order of decisions.
 */
export class Enclosures {
  /** The enclosures of the pieces of each change. Null: the piece lies in none. */
  readonly #of: ReadonlyMap<string, readonly (Enclosure | null)[]>;

  constructor(of: ReadonlyMap<string, readonly (Enclosure | null)[]>) {
    this.#of = of;
  }

  /** The change that a change lies in with all its pieces; null if there is no such change. */
  around(changeId: string): string | null {
    const pieces = this.#of.get(changeId) ?? [];
    const [first] = pieces;
    const id = first?.changeId ?? null;
    return id !== null && pieces.every((piece) => piece?.changeId === id) ? id : null;
  }

  /** The verdict that removes what a change lies in. */
  verdictOn(changeId: string): ChangeAction {
    const enclosure = this.#of.get(changeId)?.find((piece) => piece !== null);
    return enclosure?.side === 'original' ? 'accepted' : 'rejected';
  }

  /** Decisions without those that follow from the others. Earlier versions stored both alike. */
  withoutImplied(decided: ReadonlyMap<string, ChangeAction>): ReadonlyMap<string, ChangeAction> {
    const own = [...decided].filter(([id, verdict]) => {
      const around = this.around(id);
      return around === null || verdict !== this.verdictOn(id) || decided.get(around) !== verdict;
    });
    return own.length === decided.size ? decided : new Map(own);
  }
}

/** The enclosures of the changes of a merged document. */
export function enclosuresOf(blocks: readonly Block[]): Enclosures {
  const found: Found = new Map();
  addBlocks(blocks, null, found);
  return new Enclosures(found);
}

type Note = { readonly changeId: string | null } | undefined;

type Found = Map<string, (Enclosure | null)[]>;

function add(note: Note, around: Enclosure | null, found: Found): void {
  if (note === undefined || note.changeId === null) return;
  const enclosure = around?.changeId === note.changeId ? null : around;
  const pieces = found.get(note.changeId);
  if (pieces) pieces.push(enclosure);
  else found.set(note.changeId, [enclosure]);
}

function within(onlyIn: OneSided | undefined, around: Enclosure | null): Enclosure | null {
  if (onlyIn === undefined) return around;
  return { side: onlyIn.side, changeId: onlyIn.changeId ?? around?.changeId ?? null };
}

/** Only nested tables recurse. The fragment scanner bounds their depth. */
function addBlocks(blocks: readonly Block[], around: Enclosure | null, found: Found): void {
  for (const block of blocks) {
    add(block.onlyIn, around, found);
    const inside = within(block.onlyIn, around);
    if (block.kind === 'text') {
      const { boundary, original, runs } = block;
      add(boundary, inside, found);
      // A block that is joined to the one before it loses its own form.
      add(original, boundary ?? inside, found);
      for (const { edit, format, link } of runs) {
        add(edit, inside, found);
        const part = within(edit, inside);
        add(format, part, found);
        add(link, part, found);
      }
    } else if (block.kind === 'table') {
      // A table goes with its last row.
      const [first] = block.rows;
      const { rows, original } = block;
      add(original, inside ?? first?.onlyIn ?? first?.cells[0]?.onlyIn ?? null, found);
      for (const row of rows) {
        add(row.onlyIn, inside, found);
        const inRow = within(row.onlyIn, inside);
        for (const cell of row.cells) {
          add(cell.onlyIn, inRow, found);
          addBlocks(cell.blocks, within(cell.onlyIn, inRow), found);
        }
      }
    } else add(block.original, inside, found);
  }
}
