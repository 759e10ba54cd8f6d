import type { Image, Run } from '../../../shared/document/model.ts';
import { joinRuns } from '../../../shared/document/runs.ts';
import { composeText, joiningLength } from '../normalise/compose.ts';
import { collapseWhiteSpace, isBlank, unifyLineEnds } from '../normalise/white-space.ts';

/** The look of a text, as runs have it; formats without looks leave it out. */
type Look = string | undefined;

/** A piece of a block's content, in reading order, before white space is settled. */
type Piece =
  | { readonly kind: 'text'; text: string; readonly marks: number; readonly href: string | null; readonly look: Look }
  | { readonly kind: 'break'; readonly marks: number; readonly href: string | null; readonly look: Look }
  | { readonly kind: 'image'; readonly image: Image; readonly href: string | null }
  | { readonly kind: 'mark'; readonly mark: TextMark };

/** A place that a reader notes, such as the start of a comment. Runs with text settle it. */
export interface TextMark {
  /** `offset`: UTF-16 units into the text of the runs, without pictures. */
  settle(runs: readonly Run[], offset: number): void;
}

/**
 * Collects the text, line breaks and images of one block and turns them into runs in normal form. White space is
 * collapsed and trimmed, text is in NFC, and neighbours of one format are merged.
 */
export class InlineContent {
  #pieces: Piece[] = [];

  get isEmpty(): boolean {
    return this.#pieces.every(({ kind }) => kind === 'mark');
  }

  addText(text: string, marks: number, href: string | null, look?: Look): void {
    const last = this.#pieces.at(-1);
    if (last?.kind === 'text' && last.marks === marks && last.href === href && last.look === look) last.text += text;
    else this.#pieces.push({ kind: 'text', text, marks, href, look });
  }

  addBreak(marks: number, href: string | null, look?: Look): void {
    this.#pieces.push({ kind: 'break', marks, href, look });
  }

  addImage(image: Image, href: string | null): void {
    this.#pieces.push({ kind: 'image', image, href });
  }

  /** Notes the place after what was added so far. It has no part in the text. */
  addMark(mark: TextMark): void {
    this.#pieces.push({ kind: 'mark', mark });
  }

  /** The runs of what was added, which is then forgotten. No run, or image runs only: the block has no text. */
  takeRuns(preserveSpace: boolean): Run[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    const [only] = pieces;
    // So it is with most blocks.
    if (pieces.length === 1 && only!.kind === 'text' && !preserveSpace) return collapsedRun(only!);
    joinCombining(pieces);
    return preserveSpace ? preservedRuns(pieces) : collapsedRuns(pieces);
  }
}

/**
 * Gives combining characters at the start of a text to the text before it. So `e<b>◌́</b>` and `<b>é</b>` have one
 * text. If each text is in NFC, the joined text is too. White space and line breaks take no combining character.
 */
function joinCombining(pieces: readonly Piece[]): void {
  let before: Extract<Piece, { kind: 'text' }> | undefined;
  let endsBlank = false;
  for (const piece of pieces) {
    if (piece.kind === 'break') before = undefined;
    if (piece.kind !== 'text') continue;
    const joining = before ? joiningLength(piece.text) : 0;
    if (before && joining > 0 && !endsBlank) {
      before.text += piece.text.slice(0, joining);
      piece.text = piece.text.slice(joining);
    }
    if (piece.text === '') continue;
    before = piece;
    endsBlank = isBlank(piece.text.slice(-1));
  }
}

/** Run list that merges neighbours of one format. */
class RunList {
  readonly #runs: Run[] = [];
  readonly #marks: MarkInRun[] = [];

  add(text: string, marks: number, href: string | null, look: Look): void {
    const last = this.#runs.at(-1);
    if (last && !last.image && last.marks === marks && last.href === href && last.look === look) {
      this.#runs[this.#runs.length - 1] = { ...last, text: last.text + text };
    } else {
      this.#runs.push(look === undefined ? { text, marks, href } : { text, marks, href, look });
    }
  }

  addImage(image: Image, href: string | null): void {
    this.#runs.push({ text: '', marks: 0, href, image });
  }

  addMark(mark: TextMark): void {
    this.#marks.push({ mark, run: this.#runs.length - 1, length: this.#runs.at(-1)?.text.length ?? 0 });
  }

  /** The runs, with the text of each in NFC. */
  take(): Run[] {
    const runs = this.#runs.map((run) => {
      const text = composeText(run.text);
      return text === run.text ? run : { ...run, text };
    });
    if (this.#marks.length > 0 && runs.some(({ image }) => image === undefined)) this.#settleMarks(runs);
    return runs;
  }

  /** No combining character follows a mark. So the texts around it are in NFC by themselves. */
  #settleMarks(runs: readonly Run[]): void {
    let [before, at, raw, composed] = [0, 0, 0, 0];
    for (const { mark, run, length } of this.#marks) {
      for (; at < run; at += 1) {
        before += runs[at]!.text.length;
        [raw, composed] = [0, 0];
      }
      composed += composeText(this.#runs[at]?.text.slice(raw, length) ?? '').length;
      raw = length;
      mark.settle(runs, before + composed);
    }
  }
}

/** A mark after a number of UTF-16 units of a run, as it was before it was composed. */
interface MarkInRun {
  readonly mark: TextMark;
  readonly run: number;
  readonly length: number;
}

/** A text whose white space is collapsed, without the space at either end. */
function withoutOuterSpaces(text: string): string {
  const [start, end] = [text.startsWith(' ') ? 1 : 0, text.endsWith(' ') ? text.length - 1 : text.length];
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** What `collapsedRuns` makes of a single text. */
function collapsedRun({ text, marks, href, look }: Extract<Piece, { kind: 'text' }>): Run[] {
  const word = composeText(withoutOuterSpaces(collapseWhiteSpace(text)));
  if (word === '') return [];
  return [look === undefined ? { text: word, marks, href } : { text: word, marks, href, look }];
}

/**
 * White space collapsed. Images are invisible here: one space stays of `a <img> b`, as they are never compared and must
 * not change the text. The separator of two texts is a space or line breaks. It has the marks of both texts, and their
 * common link and look. So `<b>a </b>b` and `<b>a</b> b` have equal runs.
 */
function collapsedRuns(pieces: readonly Piece[]): Run[] {
  const list = new RunList();
  let lastMarks = 0;
  let lastHref: string | null = null;
  let lastLook: Look;
  let hasText = false;
  let space = false;
  /** Breaks, images and marks since the last text, in order; those before the first space are already in the list. */
  let gap: Exclude<Piece, { kind: 'text' }>[] = [];
  let breaks = 0;

  for (const piece of pieces) {
    if (piece.kind === 'image' || piece.kind === 'mark') {
      if (space || breaks > 0) gap.push(piece);
      else addUnseen(list, piece);
      continue;
    }
    if (piece.kind === 'break') {
      if (!hasText) continue;
      gap.push(piece);
      breaks += 1;
      continue;
    }
    const text = collapseWhiteSpace(piece.text);
    const leading = text.startsWith(' ');
    if (text === '' || text === ' ') {
      space ||= leading && hasText;
      continue;
    }
    const trailing = text.endsWith(' ');
    const word = withoutOuterSpaces(text);
    if (hasText) {
      const marks = lastMarks & piece.marks;
      const href = lastHref === piece.href ? lastHref : null;
      const look = lastLook === piece.look ? lastLook : undefined;
      if (breaks === 0 && (space || leading)) list.add(' ', marks, href, look);
      for (const item of gap) {
        if (item.kind === 'break') list.add('\n', marks, href, look);
        else addUnseen(list, item);
      }
      if (gap.length > 0) gap = [];
    }
    list.add(word, piece.marks, piece.href, piece.look);
    lastMarks = piece.marks;
    lastHref = piece.href;
    lastLook = piece.look;
    hasText = true;
    breaks = 0;
    space = trailing;
  }
  for (const item of gap) if (item.kind !== 'break') addUnseen(list, item);
  return list.take();
}

/** Adds what has no part in the text. */
function addUnseen(list: RunList, item: Extract<Piece, { kind: 'image' | 'mark' }>): void {
  if (item.kind === 'image') list.addImage(item.image, item.href);
  else list.addMark(item.mark);
}

/** White space kept; line ends unified; trailing line feeds, which nobody sees, dropped. Blank text is no text. */
function preservedRuns(pieces: readonly Piece[]): Run[] {
  const list = new RunList();
  let blank = true;
  for (const piece of pieces) {
    if (piece.kind === 'image') {
      list.addImage(piece.image, piece.href);
      continue;
    }
    if (piece.kind === 'mark') continue;
    const text = piece.kind === 'break' ? '\n' : unifyLineEnds(piece.text);
    blank &&= isBlank(text);
    if (text !== '') list.add(text, piece.marks, piece.href, piece.look);
  }
  if (blank) return list.take().filter((run) => run.image);
  return dropTrailingLineFeeds(list.take());
}

function dropTrailingLineFeeds(runs: readonly Run[]): Run[] {
  // The images at the end and the last text that is left, from behind.
  const behind: Run[] = [];
  let at = runs.length;
  for (let text = false; at > 0 && !text; at -= 1) {
    const run = runs[at - 1]!;
    if (run.image) behind.push(run);
    else {
      let end = run.text.length;
      while (end > 0 && run.text.charCodeAt(end - 1) === 10) end -= 1;
      if (end > 0) behind.push(end === run.text.length ? run : { ...run, text: run.text.slice(0, end) });
      text = end > 0;
    }
  }
  return joinRuns([...runs.slice(0, at), ...behind.reverse()]);
}
