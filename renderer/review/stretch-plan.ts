import type { Block } from '../../shared/document/model.ts';
import type { Segment } from './segments.ts';
import { stretchesOf } from './stretches.ts';

/** A part of the plan and the segments that are in it now. */
export interface PlannedStretch {
  /** The same array as before while the same segments are in it. */
  readonly segments: readonly Segment[];
  readonly folded: boolean;
}

/**
 * Which segments are shown together. The parts are laid down once, from the document before any decision, and stay:
 * so a decision touches the part that it is in, however long the document.
 */
export class StretchPlan {
  /** The part of each block of the document before any decision. */
  readonly #partOf = new Map<Block, number>();
  #current: readonly PlannedStretch[];

  /** `initial`: the segments before any decision. With `collapse`, long runs without a change are folded. */
  constructor(initial: readonly Segment[], collapse: boolean) {
    const parts = stretchesOf(
      initial.map(({ changeIds }) => changeIds.length > 0),
      collapse,
    );
    this.#current = parts.map(({ from, to, folded }, part) => {
      const segments = initial.slice(from, to);
      for (const { blocks } of segments) for (const block of blocks) this.#partOf.set(block, part);
      return { segments, folded };
    });
  }

  /** The parts with these segments, in their order. */
  assign(segments: readonly Segment[]): readonly PlannedStretch[] {
    const filled: Segment[][] = this.#current.map(() => []);
    let part = 0;
    for (const segment of segments) {
      const known = segment.blocks.find((block) => this.#partOf.has(block));
      const own = known === undefined ? part : Math.max(part, this.#partOf.get(known) ?? part);
      // What a decision has made new is never put out of view.
      part = known === undefined && this.#current[own]?.folded === true ? own + 1 : own;
      if (filled[part] === undefined) part = filled.length - 1;
      filled[part]?.push(segment);
    }
    this.#current = this.#current.map((before, index) => {
      const now = filled[index] ?? [];
      const isSame = before.segments.length === now.length && now.every((each, at) => each === before.segments[at]);
      return isSame ? before : { segments: now, folded: before.folded };
    });
    return this.#current;
  }
}
