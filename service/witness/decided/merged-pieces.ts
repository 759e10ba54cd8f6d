/** The text of a merged document in pieces: what the decisions keep and what they remove, each with its change. */
import {
  comparedPicture,
  PICTURE,
  type Block,
  type OneSided,
  type Run,
  type Side,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { storyOf } from '../../../shared/document/story.ts';
import { fateAt, type Verdicts } from '../../../shared/fragment/decisions.ts';
import { asidesOf } from './asides.ts';

/** A stretch of text of one fate. */
export interface Piece {
  /** As compared; of a picture, its sign and digest. Empty for the end of a paragraph. */
  readonly text: string;
  /** The innermost change that adds or removes it; null: it is on both sides, or nobody decides about it. */
  readonly changeId: string | null;
  /** The side that has it; null: both. */
  readonly side: Side | null;
  readonly isKept: boolean;
  readonly isMoved: boolean;
  /** Index of the outermost block. */
  readonly block: number;
  /** Which text block it is in, counted through the document. */
  readonly paragraph: number;
  /** Number of its comment; null outside of comments. */
  readonly comment: number | null;
  /** Whether it is in a note, header, footer or comment. */
  readonly isAside: boolean;
  /** Its destination as a link, and the one that the decisions leave out, if they differ. */
  readonly href: string | null;
  readonly droppedHref: { readonly href: string; readonly changeId: string } | null;
}

/** What the containers of a piece say of it. */
interface Context {
  readonly only: OneSided | undefined;
  readonly isKept: boolean;
  readonly block: number;
  readonly comment: number | null;
  readonly isAside: boolean;
}

/** The pieces of a merged document in order. `verdicts` decide every change. */
export function mergedPieces(blocks: readonly Block[], verdicts: Verdicts): Piece[] {
  return new PieceWalk(verdicts).walk(blocks);
}

class PieceWalk {
  readonly #verdicts: Verdicts;
  readonly #pieces: Piece[] = [];
  #paragraph = -1;

  constructor(verdicts: Verdicts) {
    this.#verdicts = verdicts;
  }

  walk(blocks: readonly Block[]): Piece[] {
    const parts = asidesOf(blocks);
    let comment: number | null = null;
    blocks.forEach((block, at) => {
      const story = storyOf(block.path);
      comment = story?.kind === 'comment' ? (story.value ?? comment ?? 0) : null;
      this.#block(block, { only: undefined, isKept: true, block: at, comment, isAside: parts[at] !== 'body' });
    });
    return this.#pieces;
  }

  /** The fragment scanner limits how deeply tables nest. */
  #block(block: Block, outer: Context): void {
    const context = this.#within(outer, block.onlyIn);
    if (block.kind === 'text') this.#text(block, context);
    if (block.kind !== 'table') return;
    for (const row of block.rows) {
      const ofRow = this.#within(context, row.onlyIn);
      for (const cell of row.cells) {
        const ofCell = this.#within(ofRow, cell.onlyIn);
        for (const inner of cell.blocks) this.#block(inner, ofCell);
      }
    }
  }

  #text({ runs, boundary }: TextBlock, context: Context): void {
    if (boundary !== undefined && boundary.changeId !== null) {
      const only: OneSided = { side: boundary.side, changeId: boundary.changeId };
      this.#add('', this.#within(context, only), null);
    }
    this.#paragraph += 1;
    for (const run of runs) this.#run(run, this.#within(context, run.edit));
  }

  #run(run: Run, context: Context): void {
    const picture = comparedPicture(run);
    this.#add(picture === undefined ? run.text : ` ${PICTURE}${picture.sha256 ?? ''} `, context, run);
  }

  #within(outer: Context, only: OneSided | undefined): Context {
    if (only === undefined) return outer;
    const decided = only.changeId === null ? 'revised' : (this.#verdicts.sideOf(only.changeId) ?? 'revised');
    return { ...outer, only, isKept: outer.isKept && fateAt(decided, only.side) === 'keep' };
  }

  #add(text: string, { only, isKept, ...place }: Context, run: Run | null): void {
    const [side, changeId] = [only?.side ?? null, only?.changeId ?? null];
    const isMoved = only?.moveId !== undefined;
    const links = this.#links(run);
    this.#pieces.push({ text, changeId, side, isKept, isMoved, ...place, paragraph: this.#paragraph, ...links });
  }

  #links(run: Run | null): Pick<Piece, 'href' | 'droppedHref'> {
    if (run?.link === undefined) return { href: run?.href ?? null, droppedHref: null };
    const { changeId, originalHref } = run.link;
    const isOriginal = this.#verdicts.sideOf(changeId) === 'original';
    const [href, dropped] = isOriginal ? [originalHref, run.href] : [run.href, originalHref];
    return { href, droppedHref: dropped === null ? null : { href: dropped, changeId } };
  }
}
