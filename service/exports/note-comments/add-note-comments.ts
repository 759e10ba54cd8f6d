/** Writes the notes of a review into its Word file, as comments at the words that they are about. */
import { BOTH_SIDES, type Block, type Side } from '../../../shared/document/model.ts';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import type { NoteMessage } from '../../../shared/review-file/notes.ts';
import { openWordPackage } from '../../ooxml/package.ts';
import { ResultPackage } from '../../redline/package/result-package.ts';
import { TargetIdentity } from '../../redline/package/target-identity.ts';
import { placesIn } from '../../redline/text/guide.ts';
import { includedIn } from '../../pipeline/ranges/included-in.ts';
import type { Artifact, ExportOptions } from '../artifact.ts';
import { withCommentRanges, type Anchor, type CommentRange } from './anchored-comments.ts';
import { CommentWriter } from './comment-parts.ts';
import { notePlaces } from './note-places.ts';
import { MergedText, withSigns, type MergedRange } from './signed-blocks.ts';
import { readBody, type BodyText, type HostedPiece } from './text-pieces.ts';

type Written = Pick<Artifact, 'bytes' | 'report'>;

/**
 * The file with the notes of the options as comments. A note whose words the file does not have stands at the end of the
 * document, and a warning counts these. `author` is who wrote the messages without a name.
 */
export async function addNoteComments(
  written: Written,
  blocks: readonly Block[],
  options: ExportOptions,
  author: string,
): Promise<Written> {
  const text = new MergedText(blocks);
  const threads = threadsOf(options, text);
  if (threads.length === 0) return written;
  const signed = withSigns(
    blocks,
    threads.map(({ range }) => range),
  );
  const decided = options.accept.length + options.reject.length === 0 ? signed : resolveBlocks(signed, options);
  const { texts, places } = notePlaces(decided, threads.length);
  const opened = await openWordPackage(written.bytes);
  const body = readBody(opened.document, includedIn(blocks).includes('pictures'));
  const finder = new AnchorFinder(body, texts);
  const result = new ResultPackage(opened.package, new TargetIdentity());
  const comments = new CommentWriter(opened, result, author);
  let lost = 0;
  const ranges = threads.flatMap(({ messages }, note): CommentRange[] => {
    const found = finder.rangeOf(places[note]!);
    if (found === null) lost += 1;
    const range = found ?? finder.end();
    return range === null ? [] : [{ ids: comments.add(messages), ...range }];
  });
  comments.write();
  result.setTree(opened.mainPart, withCommentRanges(opened.document, ranges));
  const { report } = written;
  const warnings = lost === 0 ? report.warnings : [...report.warnings, lostWarning(lost)];
  return { bytes: result.write(), report: { ...report, warnings } };
}

/** Messages about words. */
interface NoteThread {
  readonly messages: readonly NoteMessage[];
  /** Null: the compared text does not have the words. */
  readonly range: MergedRange | null;
}

function threadsOf({ notes = [], passages = [] }: ExportOptions, text: MergedText): NoteThread[] {
  return [
    ...notes.map(({ changeId, messages }) => ({ messages, range: text.ofChange(changeId) })),
    ...passages.map(({ quote, before = '', after = '', messages }) => ({
      messages,
      range: text.ofPassage({ quote, before, after }),
    })),
  ].filter(({ messages }) => messages.length > 0);
}

function lostWarning(lost: number): string {
  return lost === 1
    ? 'The words of a note are not in the body of the file. Its comment is at the end.'
    : `The words of ${lost} notes are not in the body of the file. Their comments are at the end.`;
}

type Range = Pick<CommentRange, 'start' | 'end'>;

/** Finds places of the decided texts in a body. */
class AnchorFinder {
  readonly #pieces: readonly HostedPiece[];
  readonly #order: ReadonlyMap<HostedPiece, number>;
  /** For each unit of a decided text its place in the body; -1: the body does not have it. */
  readonly #places: Readonly<Record<Side, Int32Array>>;

  constructor({ texts, pieces }: BodyText, decided: Readonly<Record<Side, string>>) {
    this.#pieces = pieces;
    this.#order = new Map(pieces.map((piece, at) => [piece, at]));
    this.#places = {
      original: placesIn(texts.original, decided.original),
      revised: placesIn(texts.revised, decided.revised),
    };
  }

  /** The range around the words of a note on both sides; null: the body has none of them. */
  rangeOf(places: Partial<Record<Side, MergedRange>>): Range | null {
    const ends = BOTH_SIDES.flatMap((side) => {
      const place = places[side];
      return place === undefined ? [] : this.#endsOn(side, place);
    });
    if (ends.length === 0) return this.#pointOf(places);
    const byPlace = ends.sort((a, b) => this.#order.get(a.piece)! - this.#order.get(b.piece)! || a.units - b.units);
    return { start: anchorOf(byPlace[0]!, 'before'), end: anchorOf(byPlace.at(-1)!, 'behind') };
  }

  /** The last place of the body; null: it has no text. */
  end(): Range | null {
    const piece = this.#pieces.at(-1);
    if (piece === undefined) return null;
    const anchor = anchorOf({ piece, units: piece.length }, 'behind');
    return { start: anchor, end: anchor };
  }

  /** Both ends of a range that has text in the body. */
  #endsOn(side: Side, { start, end }: MergedRange): readonly End[] {
    const places = this.#places[side];
    let [first, last] = [start, end - 1];
    while (first <= last && places[first] === -1) first += 1;
    while (last >= first && places[last] === -1) last -= 1;
    if (first > last) return [];
    const [from, to] = [this.#pieceAt(side, places[first]!), this.#pieceAt(side, places[last]!)];
    if (from === undefined || to === undefined) return [];
    return [
      { piece: from, units: places[first]! - from[side] },
      { piece: to, units: places[last]! - to[side] + 1 },
    ];
  }

  /** Where words were taken out: behind the text before them. */
  #pointOf(places: Partial<Record<Side, MergedRange>>): Range | null {
    for (const side of ['revised', 'original'] as const) {
      const place = places[side];
      const before = place === undefined || place.start === 0 ? -1 : this.#places[side][place.start - 1]!;
      const piece = before === -1 ? undefined : this.#pieceAt(side, before);
      if (piece === undefined) continue;
      const anchor = anchorOf({ piece, units: before - piece[side] + 1 }, 'behind');
      return { start: anchor, end: anchor };
    }
    return null;
  }

  #pieceAt(side: Side, unit: number): HostedPiece | undefined {
    return this.#pieces.find(
      (piece) => (piece.inside ?? side) === side && piece[side] <= unit && unit < piece[side] + piece.length,
    );
  }
}

/** A place in a piece of text. */
interface End {
  readonly piece: HostedPiece;
  readonly units: number;
}

function anchorOf({ piece, units }: End, at: Anchor['at']): Anchor {
  return { host: piece.host, units, at };
}
