import { hasLines, isAlignedText } from '../../shared/document/aligned-text.ts';
import { withCommentSigns } from '../../shared/document/comment-signs.ts';
import { editedMoves, editsShown } from '../../shared/document/edits-of-moves.ts';
import type { Block } from '../../shared/document/model.ts';
import { DecidedLabels } from '../../shared/document/numbers/decided-labels.ts';
import { resolveBlocks } from '../../shared/fragment/resolve.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import { CommentThreads } from '../document-view/comment-threads.ts';
import { recountNotes, withNoteSigns } from '../document-view/note-signs.ts';
import { Segmenter, type Segment } from '../document-view/segments.ts';
import { settleHidden } from '../document-view/settle-hidden.ts';
import { idsAmong, rejectedAmong } from './ignoring.ts';
import type { Review } from './review.ts';

/** Dependencies of the shown document. */
export interface ShownDocumentDeps {
  /** The merged document. */
  readonly blocks: readonly Block[];
  /** Whether decided changes keep a quiet mark at first. */
  readonly showsDecided: boolean;
  /** Whether a word processor counts the labels, so that decisions renumber what follows. */
  readonly countsLabels: boolean;
  readonly review: () => Review;
  /** The ids of the hidden changes. */
  readonly hidden: () => ReadonlySet<string>;
}

/** The document as a reader sees it, with the choices of how it looks. */
export class ShownDocument {
  /** The segments before any decision. */
  readonly initial: readonly Segment[];
  /** Whether decided changes keep a quiet mark in the document. */
  showsDecided = $state(true);
  /** Size of the document's text; 1 is the normal size. */
  zoom = $state(1);
  /** Whether long lines wrap. */
  wraps = $state(true);
  /** Whether plain text has a monospaced font. The initial value is true if spaces align its lines. */
  fixedWidth = $state(false);
  /** Whether the document contains plain text. */
  readonly hasLines: boolean;
  /** The comments of the document. */
  readonly threads: CommentThreads;

  readonly #deps: ShownDocumentDeps;
  /** Counts labels after decisions; null where the document states its numbers. */
  readonly #labels: DecidedLabels | null;
  /** The merged document with the signs of its comments, and with links between its notes and their signs. */
  readonly #signed: readonly Block[];
  readonly #segmenter = new Segmenter();
  readonly #editedMoves: readonly string[];
  readonly #redlineSegmenter = new Segmenter();

  /** The document with all decisions applied, with the signs of its comments and notes. */
  readonly #resolved: readonly Block[] = $derived.by(() => {
    const { made, resolved, changeIds } = this.#deps.review();
    // Most documents have neither comments, nor notes, nor numbers.
    if (this.#signed === this.#deps.blocks) return resolved;
    const idsAs = (wanted: ChangeAction): string[] =>
      [...made].flatMap(([id, verdict]) => (verdict === wanted ? [id] : []));
    const decisions = { accept: idsAs('accepted'), reject: idsAs('rejected') };
    const decided = resolveBlocks(this.#signed, decisions, () => changeIds);
    if (made.size === 0) return decided;
    return recountNotes(this.#labels?.of(decided) ?? decided);
  });
  /** The document with all decisions applied. Undecided changes keep their marks. */
  readonly resolvedSegments: readonly Segment[] = $derived.by(() =>
    this.#segmenter.segmentsOf(editsShown(this.#resolved)),
  );
  /** The rejected ones among the moves that were edited. A text, so that no other decision lays out the redline anew. */
  readonly #rejectedMoves: string = $derived.by(() => rejectedAmong(this.#editedMoves, this.#deps.review().decisions));
  /** The undecided document with each edit of a move at the place where the move stays. */
  readonly #placed: readonly Block[] = $derived.by(() => {
    const rejected = idsAmong(this.#rejectedMoves);
    return editsShown(this.#signed, (id) => rejected.has(id));
  });
  /** The document as the redline shows it. */
  readonly segments: readonly Segment[] = $derived.by(() => {
    if (!this.showsDecided) return this.resolvedSegments;
    return this.#rejectedMoves === '' ? this.initial : this.#redlineSegmenter.segmentsOf(this.#placed);
  });
  /** The rejected ones among the hidden changes. A text, so that no other decision lays out the redline anew. */
  readonly #hiddenRejected: string = $derived.by(() =>
    rejectedAmong(this.#deps.hidden(), this.#deps.review().decisions),
  );
  /** The document as the unified redline shows it: hidden changes are in the reading that holds (`settleHidden`). */
  readonly redline: readonly Segment[] = $derived.by(() => {
    const hidden = this.#deps.hidden();
    if (hidden.size === 0) return this.segments;
    const rejected = idsAmong(this.#hiddenRejected);
    const blocks = this.showsDecided ? this.#placed : editsShown(this.#resolved);
    return this.#redlineSegmenter.segmentsOf(settleHidden(blocks, hidden, (id) => rejected.has(id)));
  });

  constructor(deps: ShownDocumentDeps) {
    this.#deps = deps;
    const signed = withNoteSigns(withCommentSigns(deps.blocks, true));
    this.#labels = deps.countsLabels ? new DecidedLabels(signed) : null;
    this.#signed = this.#labels?.blocks ?? signed;
    this.threads = new CommentThreads(this.#signed);
    this.#editedMoves = editedMoves(this.#signed);
    this.initial = this.#segmenter.segmentsOf(editsShown(this.#signed));
    this.showsDecided = deps.showsDecided;
    this.hasLines = hasLines(deps.blocks);
    this.fixedWidth = isAlignedText(deps.blocks);
  }
}
