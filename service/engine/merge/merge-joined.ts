/**
 * Merges a text that one side has whole and the other in pieces. The boundary before each further piece is the change;
 * words that differ as well are changes of their own.
 */
import type { Run, Side, TextBlock } from '../../../shared/document/model.ts';
import { joinRuns } from '../../../shared/document/runs.ts';
import { editScript, type TextEdit } from '../text/edit-script.ts';
import { RunCursor } from '../text/run-cursor.ts';
import { carriedNote } from './carried-layer.ts';
import type { MergeContext } from './merge-context.ts';
import { mergeRuns } from './merge-runs.ts';

/** What the pieces are joined by while they are compared as one. */
const JOINT: Run = { text: '\n', marks: 0, href: null };

/** The part of both texts that belongs to one piece, and the white space of the whole between it and the next piece. */
interface Part {
  readonly script: readonly TextEdit[];
  /** End in the whole; what follows up to the next part's start is white space. */
  readonly end: number;
  /** Start of the next part in the whole. */
  readonly next: number;
}

/**
 * One merged block for each piece; all but the first have a boundary.
 *
 * @param side the side that has the pieces; two at least
 */
export function mergeJoined(
  whole: TextBlock,
  pieces: readonly TextBlock[],
  side: Side,
  context: MergeContext,
): TextBlock[] {
  const { vocabulary, ids, swapped } = context;
  const joined: TextBlock = {
    ...pieces[0]!,
    runs: pieces.flatMap((piece, index) => (index === 0 ? piece.runs : [JOINT, ...piece.runs])),
  };
  const [a, b] = side === 'revised' ? [whole, joined] : [joined, whole];
  const script = editScript(vocabulary.tokens(a), vocabulary.tokens(b), vocabulary, { whole: false, swapped });
  const parts = partsOf(script, pieces, side, vocabulary.tokens(whole).text);

  const other = side === 'revised' ? 'original' : 'revised';
  const cursor = new RunCursor(whole.runs);
  const merged: TextBlock[] = [];
  let joint: Run[] = [];
  for (const [index, piece] of pieces.entries()) {
    const { script: own, end, next } = parts[index]!;
    const changeId = index === 0 ? null : ids.next();
    const opening = joint.flatMap((run): Run[] =>
      // Images of the original come back with the carried layer; those of the revised stay.
      run.image === undefined ? [{ ...run, edit: { side: other, changeId } }] : other === 'revised' ? [run] : [],
    );
    const last = index === pieces.length - 1;
    const ofWhole = [...cursor.take(end), ...(last ? cursor.rest() : [])];
    const [aRuns, bRuns] = side === 'revised' ? [ofWhole, piece.runs] : [piece.runs, ofWhole];
    const runs = joinRuns([...opening, ...mergeRuns(aRuns, bRuns, own, ids)]);
    joint = last ? [] : cursor.take(next);
    // What is left when the boundary goes is the whole: its first block has the whole's attributes.
    const attributes = side === 'original' && index === 0 ? whole.attributes : piece.attributes;
    const { carried: _, ...plain } = piece;
    merged.push({ ...plain, attributes, runs, ...(changeId !== null && { boundary: { side, changeId } }) });
  }
  return side === 'revised'
    ? withLayerOfWhole(merged, whole)
    : merged.map((block, index) => withLayer(block, pieces[index]!));
}

function withLayer(block: TextBlock, original: TextBlock): TextBlock {
  const carried = carriedNote(original, block.attributes, block.runs);
  return carried === undefined ? block : { ...block, carried };
}

/** When a split is rejected, all its runs are the first block's, and so is the layer. */
function withLayerOfWhole(merged: readonly TextBlock[], whole: TextBlock): TextBlock[] {
  const [first, ...rest] = merged;
  const carried = carriedNote(
    whole,
    first!.attributes,
    merged.flatMap((block) => block.runs),
  );
  return carried === undefined ? [...merged] : [{ ...first!, carried }, ...rest];
}

/** Cuts the script at the joints. In every part the offsets of both texts begin at 0. */
function partsOf(script: readonly TextEdit[], pieces: readonly TextBlock[], side: Side, whole: string): Part[] {
  const cutter = new ScriptCutter(script, side, whole);
  let at = 0;
  const parts: Part[] = [];
  for (const [index, piece] of pieces.entries()) {
    const length = piece.runs.reduce((sum, run) => sum + run.text.length, 0);
    at += length;
    parts.push(index === pieces.length - 1 ? cutter.rest() : cutter.upTo(at));
    at += JOINT.text.length;
  }
  return parts;
}

/** An edit seen from the side with the pieces. */
interface Stretch {
  readonly equal: boolean;
  wholeStart: number;
  readonly wholeEnd: number;
  pieceStart: number;
  readonly pieceEnd: number;
}

class ScriptCutter {
  readonly #stretches: Stretch[];
  readonly #side: Side;
  readonly #whole: string;
  #wholeAt = 0;
  #pieceAt = 0;

  constructor(script: readonly TextEdit[], side: Side, whole: string) {
    this.#side = side;
    this.#whole = whole;
    this.#stretches = script
      .map(({ equal, aStart, aEnd, bStart, bEnd }): Stretch =>
        side === 'revised'
          ? { equal, wholeStart: aStart, wholeEnd: aEnd, pieceStart: bStart, pieceEnd: bEnd }
          : { equal, wholeStart: bStart, wholeEnd: bEnd, pieceStart: aStart, pieceEnd: aEnd },
      )
      .reverse();
  }

  /** The part up to a joint at `joint` of the joined pieces; the joint itself is dropped. */
  upTo(joint: number): Part {
    const own: Stretch[] = [];
    for (;;) {
      const stretch = this.#stretches.at(-1)!;
      if (stretch.pieceEnd <= joint) {
        own.push(stretch);
        this.#stretches.pop();
        continue;
      }
      // This stretch holds the joint.
      const [end, next] = stretch.equal ? this.#cutEqual(stretch, joint) : this.#cutEdit(stretch, joint);
      if (end > stretch.wholeStart || joint > stretch.pieceStart)
        own.push({ ...stretch, wholeEnd: end, pieceEnd: joint });
      stretch.wholeStart = next;
      stretch.pieceStart = joint + JOINT.text.length;
      if (stretch.wholeStart === stretch.wholeEnd && stretch.pieceStart === stretch.pieceEnd) this.#stretches.pop();
      return this.#part(own, end, next, joint + JOINT.text.length);
    }
  }

  rest(): Part {
    const own = this.#stretches.splice(0).reverse();
    return this.#part(own, this.#whole.length, this.#whole.length, 0);
  }

  /** The whole has a line break where the joint is. */
  #cutEqual(stretch: Stretch, joint: number): [number, number] {
    const end = stretch.wholeStart + (joint - stretch.pieceStart);
    return [end, end + JOINT.text.length];
  }

  /** Text of the whole at the joint goes with the piece that has text there too; white space at the cut is the joint's. */
  #cutEdit(stretch: Stretch, joint: number): [number, number] {
    const { wholeStart, wholeEnd } = stretch;
    if (joint > stretch.pieceStart) {
      let end = wholeEnd;
      while (end > wholeStart && isSpace(this.#whole.charCodeAt(end - 1))) end -= 1;
      return [end, wholeEnd];
    }
    let next = wholeStart;
    while (next < wholeEnd && isSpace(this.#whole.charCodeAt(next))) next += 1;
    return [wholeStart, next];
  }

  #part(own: readonly Stretch[], end: number, next: number, pieceNext: number): Part {
    const [whole, piece] = [this.#wholeAt, this.#pieceAt];
    const script = own.map(({ equal, wholeStart, wholeEnd, pieceStart, pieceEnd }): TextEdit => {
      const ofWhole = [wholeStart - whole, wholeEnd - whole] as const;
      const ofPiece = [pieceStart - piece, pieceEnd - piece] as const;
      const [[aStart, aEnd], [bStart, bEnd]] = this.#side === 'revised' ? [ofWhole, ofPiece] : [ofPiece, ofWhole];
      return { equal, aStart, aEnd, bStart, bEnd };
    });
    this.#wholeAt = next;
    this.#pieceAt = pieceNext;
    return { script, end, next };
  }
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0xa0;
}
