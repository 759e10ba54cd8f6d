/** Merges two paragraph texts into one content with revisions. */
import type { Side } from '../../../shared/document/model.ts';
import type { XmlElement, XmlNode } from '../../ooxml/xml-tree.ts';
import { ContentWriter, mergedForm, plainForm, type OneSided } from './content-writer.ts';
import type { ParagraphText, Piece } from './paragraph-text.ts';
import type { MoveSide, RevisionKind, RevisionWriter } from './revision-writer.ts';
import { dropKnownPositions } from '../adopt/settle-positions.ts';
import { gapSteps, wrappersOf, type OpenWrapper } from './wrappers.ts';

/** The dependencies of merging. */
export interface MergeContext {
  readonly revisions: RevisionWriter;
  /** Whether to decide as if the documents were exchanged. */
  readonly swapped: boolean;
  /** For each unit of a text the number of its change, -1 for none; null if no changes are known. */
  readonly changesOf: (text: ParagraphText, side: Side) => Int32Array | null;
  /**
   * Whether to adopt a position (a bookmark) of the revised document. Positions of both documents stay the
   * original's.
   */
  readonly isNew: (position: XmlElement) => boolean;
  /** Merges two things that differ only in their text boxes. */
  readonly mergeBoxes: (a: XmlElement, b: XmlElement) => XmlElement;
  /** Receives a paragraph that ends inside the text: its content, and the paragraphs of both sides with that mark. */
  readonly endParagraph: (content: readonly XmlNode[], a: XmlElement | null, b: XmlElement | null) => void;
  /** Chooses between two page numbers that are computed anew. */
  readonly pageNumber: (a: XmlElement, b: XmlElement) => XmlElement;
  /** Reports a one-sided element that no revision can show. */
  readonly onUntrackable: (elementName: string) => void;
}

/** Elements beside runs that may not be inside a mark (CT_RunTrackChange). */
const UNMARKABLE: ReadonlySet<string> = new Set(['w:subDoc']);

/** The content of a one-sided text. */
export function oneSidedContent(text: ParagraphText, kind: RevisionKind, context: MergeContext): XmlNode[] {
  const writer = new ContentWriter(context.revisions);
  putOneSided(text, kind, writer, context);
  return writer.take();
}

/** Inserted content of one paragraph, then deleted content of another, or in the opposite order. */
export function mixedContent(
  deleted: ParagraphText,
  inserted: ParagraphText,
  deletedFirst: boolean,
  context: MergeContext,
): XmlNode[] {
  const writer = new ContentWriter(context.revisions);
  if (deletedFirst) putOneSided(deleted, 'del', writer, context);
  putOneSided(inserted, 'ins', writer, context);
  if (!deletedFirst) putOneSided(deleted, 'del', writer, context);
  return writer.take();
}

/**
 * Content of a paragraph at one end of a move. `stretches[i]`: the number of the stretch of moved text that the unit is in;
 * -1 if only this end has it. Each stretch has a mark of its own, so that the marks of both ends correspond.
 */
export function movedContent(
  text: ParagraphText,
  stretches: Int32Array,
  side: MoveSide,
  revisions: RevisionWriter,
): XmlNode[] {
  const writer = new ContentWriter(revisions);
  const walk = new Walk(text, () => true, stretches);
  const context = contextOfMove(revisions);
  const moveKind: OneSided = side === 'from' ? 'moveFrom' : 'moveTo';
  const restKind: OneSided = side === 'from' ? 'del' : 'ins';
  for (let at = 0; at < stretches.length;) {
    let end = at + 1;
    while (end < stretches.length && stretches[end] === stretches[at]) end += 1;
    walk.advance(end, stretches[at] === -1 ? restKind : moveKind, writer, context);
    at = end;
  }
  walk.finish(writer);
  return writer.take();
}

/** A moved paragraph is written without a partner, and no comparison knows its changes. */
function contextOfMove(revisions: RevisionWriter): MergeContext {
  return {
    revisions,
    swapped: false,
    changesOf: () => null,
    isNew: () => true,
    mergeBoxes: (a) => a,
    endParagraph: () => {
      throw new Error('a paragraph that ends within a paragraph');
    },
    pageNumber: (a) => a,
    // Such an element already prevents a paragraph from being a move.
    onUntrackable: () => undefined,
  };
}

function putOneSided(text: ParagraphText, kind: RevisionKind, writer: ContentWriter, context: MergeContext): void {
  const changes = context.changesOf(text, kind === 'ins' ? 'revised' : 'original');
  const walk = new Walk(text, kind === 'ins' ? context.isNew : () => true, changes);
  walk.advance(text.text.length, kind, writer, context);
  walk.finish(writer);
}

/** Merges by partners: `partner[i]` is the unit of `b` that matches unit `i` of `a`, ascending; -1 for none. */
export function mergedContent(
  a: ParagraphText,
  b: ParagraphText,
  partner: Int32Array,
  context: MergeContext,
): XmlNode[] {
  const writer = new ContentWriter(context.revisions);
  const wrappers = wrappersOf(a, b, partner);
  const original = new Walk(a, () => true, context.changesOf(a, 'original'), wrappers.a);
  const revised = new Walk(b, context.isNew, context.changesOf(b, 'revised'), wrappers.b);
  const open: OpenWrapper[] = [];
  let i = 0;
  let j = 0;
  while (i < a.text.length || j < b.text.length) {
    let end = i;
    while (end < a.text.length && partner[end]! < 0) end += 1;
    const next = end < a.text.length ? partner[end]! : b.text.length;
    const gap = { a, b, wrappers, i, iEnd: end, j, jEnd: next, swapped: context.swapped };
    for (const step of gapSteps(gap, open).steps) {
      if (step.side === 'a') original.advance(step.to, 'del', writer, context);
      else revised.advance(step.to, 'ins', writer, context);
    }
    i = end;
    j = next;
    while (i < a.text.length && partner[i] === j) {
      const own = original.piece;
      const other = revised.piece;
      let length = 1;
      const lengthMax = Math.min(own.end - i, other.end - j);
      while (length < lengthMax && partner[i + length] === j + length) length += 1;
      original.positions(i, writer);
      revised.positions(j, writer);
      putSame(own, other, a.text.slice(i, i + length), writer, context);
      original.skip(length);
      revised.skip(length);
      i += length;
      j += length;
    }
  }
  original.finish(writer);
  revised.finish(writer);
  return writer.take();
}

function putSame(a: Piece, b: Piece, text: string, writer: ContentWriter, context: MergeContext): void {
  switch (a.kind) {
    case 'text':
      writer.put(text, mergedForm(a, b), 'same');
      return;
    case 'object':
      writer.put(sameObject(a.node!, b.node!, context), mergedForm(a, b), 'same');
      return;
    case 'element':
      writer.putElement(context.mergeBoxes(a.node!, b.node!), 'same');
      return;
    case 'open':
      writer.open(a.node!, 'same');
      return;
    case 'close':
      writer.close(a.node!, 'same');
      return;
    case 'mark':
      context.endParagraph(writer.take(), a.node!, b.node!);
  }
}

/** An object of both sides. Text among objects is a page number. */
function sameObject(a: XmlElement, b: XmlElement, context: MergeContext): XmlElement {
  return a.name === 'w:t' ? context.pageNumber(a, b) : context.mergeBoxes(a, b);
}

/** Walks over the pieces of one side. */
class Walk {
  readonly #text: ParagraphText;
  readonly #takesPosition: (position: XmlElement) => boolean;
  readonly #changes: Int32Array | null;
  readonly #wrappers: ReadonlySet<number>;
  #at = 0;
  #index = 0;
  #position = 0;

  constructor(
    text: ParagraphText,
    takesPosition: (position: XmlElement) => boolean,
    changes: Int32Array | null,
    wrappers: ReadonlySet<number> = new Set(),
  ) {
    this.#changes = changes;
    this.#wrappers = wrappers;
    this.#text = text;
    this.#takesPosition = takesPosition;
  }

  /** The current piece. */
  get piece(): Piece {
    return this.#text.pieces[this.#index]!;
  }

  /** Writes everything up to `end` as one-sided. */
  advance(end: number, marking: OneSided, writer: ContentWriter, context: MergeContext): void {
    while (this.#at < end) {
      this.positions(this.#at, writer);
      const piece = this.piece;
      // A position inside a text cuts the text.
      const cut = this.#text.positions[this.#position]?.at ?? end;
      const to = this.#endOfChange(Math.min(piece.end, end, cut > this.#at ? cut : end));
      const change = this.#changes?.[this.#at] ?? -1;
      if (piece.kind === 'open') writer.open(piece.node!, marking, this.#isApart(piece), change);
      else put(piece, this.#text.text.slice(this.#at, to), marking, change, writer, context);
      this.skip(to - this.#at);
    }
  }

  /** The end of the units of one change from here on, at most `end`. */
  #endOfChange(end: number): number {
    const changes = this.#changes;
    if (changes === null) return end;
    let at = this.#at + 1;
    while (at < end && changes[at] === changes[this.#at]) at += 1;
    return at;
  }

  /** Whether the content of a container has marks of its own: some of it stays, or several changes have it. */
  #isApart({ opens }: Piece): boolean {
    if (this.#wrappers.has(opens)) return true;
    if (this.#changes === null) return false;
    const { open, close } = this.#text.containers[opens]!;
    return new Set(this.#changes.subarray(open + 1, close).filter((change) => change !== -1)).size > 1;
  }

  /** Writes the positions up to a unit. */
  positions(at: number, writer: ContentWriter): void {
    const { positions } = this.#text;
    for (; this.#position < positions.length && positions[this.#position]!.at <= at; this.#position += 1) {
      const { node } = positions[this.#position]!;
      if (this.#takesPosition(node)) writer.putPosition(node);
    }
  }

  /** Moves on without writing. */
  skip(length: number): void {
    this.#at += length;
    while (this.#index < this.#text.pieces.length && this.#text.pieces[this.#index]!.end <= this.#at) this.#index += 1;
  }

  /** Writes the positions at the end. */
  finish(writer: ContentWriter): void {
    this.positions(this.#text.text.length, writer);
  }
}

function put(
  piece: Piece,
  text: string,
  marking: OneSided,
  change: number,
  writer: ContentWriter,
  context: MergeContext,
): void {
  const node = piece.node!;
  const own = marking === 'ins' && piece.kind !== 'text' ? dropKnownPositions(node, context.isNew) : node;
  switch (piece.kind) {
    case 'text':
      writer.put(text, plainForm(piece), marking, change);
      return;
    case 'object':
      writer.put(own, plainForm(piece), marking, change);
      return;
    case 'element':
      if (!UNMARKABLE.has(own.name)) writer.putElement(own, marking, change);
      else {
        // The original's element stays, and the revised one is left out.
        context.onUntrackable(own.name);
        if (marking === 'del' || marking === 'moveFrom') writer.putElement(own, 'same');
      }
      return;
    case 'open':
      throw new Error('a container is opened by the walk');
    case 'close':
      writer.close(piece.node!, marking, change);
      return;
    case 'mark':
      context.endParagraph(
        writer.take(),
        marking === 'del' ? piece.node! : null,
        marking === 'ins' ? piece.node! : null,
      );
  }
}
