/**
 * Merges texts that the two sides divide differently: a split paragraph, two merged ones, or lines with other breaks.
 * A boundary that only one side has is a change; differing words are changes of their own.
 *
 *     [One. Two.]               [One.]{+¶+}[Two.]
 *     [One.] [Two.]
 */
import { isCarried, type Run, type Side, type TextBlock } from '../../../shared/document/model.ts';
import { joinRuns } from '../../../shared/document/runs.ts';
import { splitScript, type ScriptPart } from '../text/split-script.ts';
import { editScript } from '../text/edit-script.ts';
import { RunCursor } from '../text/run-cursor.ts';
import { carriedNote } from './carried-layer.ts';
import type { MergeContext } from './merge-context.ts';
import type { MergedItem } from './merge-paths.ts';
import { mergeRuns } from './merge-runs.ts';

/** Joins the pieces while they are compared as one text. */
const JOINT: Run = { text: '\n', marks: 0, href: null };

/** A merged block, and the number of the original's piece that it belongs to. */
interface Merged {
  readonly item: MergedItem & { readonly block: TextBlock };
  readonly original: number;
}

/**
 * One merged block for each stretch between two boundaries of either side; both sides have the first boundary. At
 * least one side has two texts. If both sides have several pieces, these are lines without marks.
 */
export function mergeJoined(
  originals: readonly TextBlock[],
  reviseds: readonly TextBlock[],
  context: MergeContext,
): MergedItem[] {
  const { vocabulary, ids, swapped } = context;
  const [a, b] = [vocabulary.tokens(joined(originals)), vocabulary.tokens(joined(reviseds))];
  const script = editScript(a, b, vocabulary, { whole: false, swapped, joined: true });
  const aPieces = new Pieces(originals);
  const bPieces = new Pieces(reviseds);
  const merged: Merged[] = [];
  // The boundary before the current part, and the white space in its place on the side without it.
  let boundary: ScriptPart['boundary'] = 'both';
  let joint: readonly Run[] = [];
  for (const part of splitScript(
    script,
    { text: a.text, joints: jointsOf(originals) },
    { text: b.text, joints: jointsOf(reviseds) },
  )) {
    const own: NonNullable<TextBlock['boundary']> | undefined =
      boundary === 'both' || boundary === null ? undefined : { side: boundary, changeId: ids.next() };
    const opening = own === undefined ? [] : joint.flatMap((run) => openingRun(run, own));
    const source = own?.side === 'original' ? undefined : bPieces.piece;
    const { carried: _, ...plain } = source ?? aPieces.piece;
    const onOriginal = own?.side === 'revised' ? undefined : aPieces.piece;
    const original = aPieces.index;
    const aRuns = aPieces.take(part.aEnd, part.boundary !== 'revised');
    const bRuns = bPieces.take(part.bEnd, part.boundary !== 'original');
    const runs = joinRuns([...opening, ...mergeRuns(aRuns, bRuns, part.script, context)]);
    const block: TextBlock = { ...plain, runs, ...(own && { boundary: own }) };
    merged.push({
      item: { ...(onOriginal && { a: onOriginal }), ...(source && { b: source }), block },
      original,
    });
    joint =
      part.boundary === 'original'
        ? bPieces.skip(part.bNext)
        : part.boundary === 'revised'
          ? aPieces.skip(part.aNext)
          : [];
    boundary = part.boundary;
  }
  return withLayers(merged, originals);
}

/**
 * White space in place of the other side's boundary. The carried layer restores images of the original; images of the
 * revised stay.
 */
function openingRun(run: Run, { side, changeId }: NonNullable<TextBlock['boundary']>): Run[] {
  const other: Side = side === 'revised' ? 'original' : 'revised';
  if (!isCarried(run)) return [{ ...run, edit: { side: other, changeId } }];
  return other === 'revised' ? [run] : [];
}

/**
 * Adds the carried layers. Rejecting all boundaries within a piece of the original leaves its runs and its layer to
 * its first block.
 */
function withLayers(merged: readonly Merged[], originals: readonly TextBlock[]): MergedItem[] {
  return merged.map(({ item, original }, at): MergedItem => {
    if (at > 0 && merged[at - 1]!.original === original) return item;
    let end = at + 1;
    while (end < merged.length && merged[end]!.original === original) end += 1;
    const runs = merged.slice(at, end).flatMap((each) => each.item.block.runs);
    const carried = carriedNote(originals[original]!, item.block.attributes, runs);
    return carried === undefined ? item : { ...item, block: { ...item.block, carried } };
  });
}

function joined(pieces: readonly TextBlock[]): TextBlock {
  const runs = pieces.flatMap((piece, index) => (index === 0 ? piece.runs : [JOINT, ...piece.runs]));
  return { ...pieces[0]!, runs };
}

/** Offsets of the joints in the joined text of the pieces, ascending. */
function jointsOf(pieces: readonly TextBlock[]): number[] {
  const joints: number[] = [];
  let at = 0;
  for (const piece of pieces) {
    for (const run of piece.runs) at += run.text.length;
    joints.push(at);
    at += JOINT.text.length;
  }
  return joints.slice(0, -1);
}

/** Returns the runs of one side's pieces by offsets of their joined text. */
class Pieces {
  readonly #pieces: readonly TextBlock[];
  #cursor: RunCursor;
  /** Start of the current piece in the joined text. */
  #base = 0;
  #index = 0;

  constructor(pieces: readonly TextBlock[]) {
    this.#pieces = pieces;
    this.#cursor = new RunCursor(pieces[0]!.runs);
  }

  /** Number of the current piece. */
  get index(): number {
    return this.#index;
  }

  get piece(): TextBlock {
    return this.#pieces[this.#index]!;
  }

  /** The runs up to `end`. `ends`: the piece ends there, and the next one becomes current. */
  take(end: number, ends: boolean): Run[] {
    const runs = this.#cursor.take(end - this.#base);
    if (!ends) return runs;
    runs.push(...this.#cursor.rest());
    const next = this.#pieces[this.#index + 1];
    if (next !== undefined) {
      this.#index += 1;
      this.#base = end + JOINT.text.length;
      this.#cursor = new RunCursor(next.runs);
    }
    return runs;
  }

  /** The white space up to `next`. */
  skip(next: number): Run[] {
    return this.#cursor.take(next - this.#base);
  }
}
