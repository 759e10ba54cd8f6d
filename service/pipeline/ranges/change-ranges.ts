/** The places of a fragment's changes in the texts of both sides. */
import {
  BOTH_SIDES,
  type Block,
  type OneSided,
  type Run,
  type Side,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { withoutSpace, type ChangeRange, type Guide, type RangeKind } from '../../redline/text/guide.ts';
import { includedIn } from './included-in.ts';

/** The ranges of all changes in merged blocks. */
export function changeRanges(blocks: readonly Block[]): Guide {
  const reader = new RangeReader();
  reader.blocks(blocks, undefined);
  return {
    texts: { original: reader.text('original'), revised: reader.text('revised') },
    partners: Int32Array.from(reader.partners),
    rewritten: reader.rewritten,
    spaces: reader.spaces,
    spaceChanges: reader.spaceChanges,
    ranges: reader.ranges,
    include: includedIn(blocks),
  };
}

class RangeReader {
  readonly ranges: ChangeRange[] = [];
  readonly partners: number[] = [];
  readonly rewritten = new Map<number, number>();
  readonly spaces = new Map<number, number>();
  readonly spaceChanges: Record<Side, Map<number, string>> = { original: new Map(), revised: new Map() };
  readonly #parts: Record<Side, string[]> = { original: [], revised: [] };
  readonly #lengths: Record<Side, number> = { original: 0, revised: 0 };

  text(side: Side): string {
    return this.#parts[side].join('');
  }

  /** The fragment scanner limits how deeply tables nest. */
  blocks(blocks: readonly Block[], outer: Side | undefined): void {
    for (const block of blocks) {
      const side = block.onlyIn?.side ?? outer;
      const starts = { ...this.#lengths };
      if (block.kind === 'text') this.#runs(block, side);
      else if (block.kind === 'table') this.#table(block.rows, side);
      this.#oneSided(block.onlyIn, starts);
      this.#note(block.original?.changeId, 'format', 'revised', starts);
    }
  }

  #table(rows: Extract<Block, { kind: 'table' }>['rows'], outer: Side | undefined): void {
    for (const row of rows) {
      const ofRow = row.onlyIn?.side ?? outer;
      const starts = { ...this.#lengths };
      for (const cell of row.cells) {
        const before = { ...this.#lengths };
        this.blocks(cell.blocks, cell.onlyIn?.side ?? ofRow);
        this.#oneSided(cell.onlyIn, before);
      }
      this.#oneSided(row.onlyIn, starts);
    }
  }

  #runs({ runs, boundary }: TextBlock, side: Side | undefined): void {
    if (boundary !== undefined) this.#note(boundary.changeId, 'boundary', boundary.side, { ...this.#lengths });
    const { original, revised } = this.#lengths;
    for (const run of runs) {
      // The other end of a move has the text of the other side.
      if (side !== undefined && run.edit !== undefined && run.edit.side !== side) continue;
      this.#run(run, run.edit?.side ?? side, side);
    }
    const isRewritten = this.#lengths.revised > revised && this.partners.slice(original).every((at) => at === -1);
    if (isRewritten && this.#lengths.original > original) this.rewritten.set(original, revised);
  }

  /** `around`: the side of the content around it. */
  #run(run: Run, side: Side | undefined, around: Side | undefined): void {
    const starts = { ...this.#lengths };
    const text = withoutSpace(run.text);
    if (/^\s/u.test(run.text)) this.#space(run, side);
    if (side !== 'revised') {
      for (let at = 0; at < text.length; at += 1) this.partners.push(side === undefined ? starts.revised + at : -1);
    }
    for (const each of BOTH_SIDES) {
      if (side !== undefined && side !== each) continue;
      this.#parts[each].push(text);
      this.#lengths[each] += text.length;
    }
    if (/\s$/u.test(run.text)) this.#space(run, side);
    this.#note(run.edit?.changeId, 'text', run.edit?.side, starts);
    if (around !== 'original') this.#note(run.format?.changeId, 'format', 'revised', starts);
    // A redline deletes and inserts a link with another destination.
    for (const each of BOTH_SIDES)
      if (around === undefined || around === each) this.#note(run.link?.changeId, 'text', each, starts);
  }

  /** Notes white space at the start or end of a run, where the texts are. */
  #space({ edit }: Run, side: Side | undefined): void {
    const { original, revised } = this.#lengths;
    if (side === undefined) this.spaces.set(original, revised);
    else if (edit?.changeId != null && !this.spaceChanges[side].has(this.#lengths[side]))
      this.spaceChanges[side].set(this.#lengths[side], edit.changeId);
  }

  #oneSided(onlyIn: OneSided | undefined, starts: Readonly<Record<Side, number>>): void {
    this.#note(onlyIn?.changeId, 'block', onlyIn?.side, starts, onlyIn?.moveId);
  }

  #note(
    changeId: string | null | undefined,
    kind: RangeKind,
    side: Side | undefined,
    starts: Readonly<Record<Side, number>>,
    moveId?: string,
  ): void {
    if (changeId == null || side === undefined) return;
    const range = { changeId, kind, side, start: starts[side], end: this.#lengths[side] };
    this.ranges.push(moveId === undefined ? range : { ...range, moveId });
  }
}
