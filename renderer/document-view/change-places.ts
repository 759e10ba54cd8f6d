import { editsShown } from '../../shared/document/edits-of-moves.ts';
import { headingsOf, type Heading } from '../../shared/document/headings.ts';
import { homesOf } from '../../shared/document/homes.ts';
import { textOf, type Block, type Row, type TextBlock } from '../../shared/document/model.ts';
import { STORY_KINDS } from '../../shared/document/path.ts';
import { headingName } from './outline.ts';

/** A part of a document below one heading, before the first heading, or beside the body. */
export interface DocumentSection {
  /** `start`: before the first heading. `story`: headers, footers and comments. */
  readonly kind: 'start' | 'heading' | 'story';
  /** The number and the text of the heading on the revised side; empty without a heading. */
  readonly title: string;
  /** From 1; 0 without a heading. */
  readonly level: number;
  /** Index of its first top-level block. */
  readonly block: number;
}

/** Where a change is. */
export interface ChangePlace {
  /** The unchanged or inserted text right before and right after it in its block: at most five words each. */
  readonly before: string;
  readonly after: string;
  /** Index of its section. */
  readonly section: number;
  /** Numbers of the first and last block or row that it is in. Neighbours have successive numbers. */
  readonly first: number;
  readonly last: number;
}

/** The sections of a document, and the place of each change by id. */
export interface DocumentPlaces {
  readonly sections: readonly DocumentSection[];
  readonly places: ReadonlyMap<string, ChangePlace>;
}

const STORIES: ReadonlySet<string> = new Set(STORY_KINDS);
const CONTEXT_WORDS = 5;
/** Longest context in UTF-16 units: scripts without spaces between words have no five words. */
const CONTEXT_LENGTH = 60;

/** The sections and the places of all changes of a merged document. */
export function placesOf(merged: readonly Block[]): DocumentPlaces {
  const blocks = editsShown(merged);
  const walk = new Walk();
  const headings = new Map(headingsOf(blocks).map((heading) => [heading.block, heading]));
  const homes = homesOf(blocks);
  for (const [index, block] of blocks.entries()) {
    // Foreign HTML can have a note before its sign.
    const home = homes.get(index)?.block ?? index;
    if (home >= index) walk.enter(block, index, headings.get(index));
    else walk.visit(home);
    walk.add(block);
  }
  return { sections: walk.sections, places: walk.places };
}

/** The titles of the headings around a change, outermost first. Empty before the first heading and beside the body. */
export function titlesAround({ sections, places }: DocumentPlaces, changeId: string): readonly string[] {
  const titles: string[] = [];
  let level = Infinity;
  for (let at = places.get(changeId)?.section ?? -1; at >= 0 && sections[at]!.kind === 'heading'; at -= 1) {
    if (sections[at]!.level >= level) continue;
    level = sections[at]!.level;
    titles.unshift(sections[at]!.title);
  }
  return titles;
}

interface Draft {
  before: string;
  after: string;
  section: number;
  first: number;
  last: number;
}

/** The document so far. */
class Walk {
  readonly sections: DocumentSection[] = [];
  readonly places = new Map<string, Draft>();
  /** Index of the section of the blocks that are added. */
  #section = -1;
  #number = -1;
  /** Revised text of the last text block. */
  #textBefore = '';

  enter(block: Block, index: number, heading: Heading | undefined): void {
    const isStory = STORIES.has(block.path.first?.kind ?? '');
    const last = this.sections.at(-1);
    if (isStory) {
      if (last?.kind !== 'story') this.sections.push({ kind: 'story', title: '', level: 0, block: index });
    } else if (heading !== undefined && block.onlyIn?.side !== 'original') {
      this.sections.push({ kind: 'heading', title: headingName(heading), level: heading.level, block: index });
    } else if (last === undefined || last.kind === 'story')
      this.sections.push({ kind: 'start', title: '', level: 0, block: index });
    this.#section = this.sections.length - 1;
  }

  /** Enters a comment or a note, which belongs to the section of a block. */
  visit(home: number): void {
    this.#section = this.sections.findLastIndex(({ block }) => block <= home);
    // Neighbours in the file are none for a reader.
    this.#number += 1;
  }

  /** Only nested tables recurse. The fragment scanner bounds their depth. */
  add(block: Block): void {
    this.#number += 1;
    const from = this.#number;
    this.#see(block.onlyIn?.changeId);
    this.#see(block.original?.changeId);
    if (block.kind === 'text') this.#addText(block);
    if (block.kind === 'table') for (const row of block.rows) this.#addRow(row);
    this.#extend(block.onlyIn?.changeId, from);
  }

  #addRow(row: Row): void {
    this.#number += 1;
    this.#see(row.onlyIn?.changeId);
    for (const { onlyIn, blocks } of row.cells) {
      this.#see(onlyIn?.changeId);
      for (const block of blocks) {
        this.#see(block.onlyIn?.changeId);
        this.#see(block.original?.changeId);
        if (block.kind === 'text') this.#addText(block);
        if (block.kind === 'table') for (const inner of block.rows) this.#addRow(inner);
      }
    }
  }

  #addText(block: TextBlock): void {
    const text = revisedText(block);
    const { boundary } = block;
    if (boundary !== undefined) {
      this.#see(boundary.changeId, { text: this.#textBefore, from: Infinity, to: Infinity });
      const place = boundary.changeId === null ? undefined : this.places.get(boundary.changeId);
      if (place?.last === this.#number) place.after = wordsAfter(text, 0);
    }
    const spans = new Map<string, { from: number; to: number }>();
    let at = 0;
    for (const { text: own, edit, format, link } of block.runs) {
      const end = edit?.side === 'original' ? at : at + own.length;
      for (const note of [edit, format, link]) {
        if (note === undefined || note.changeId === null) continue;
        const span = spans.get(note.changeId);
        if (span) span.to = end;
        else spans.set(note.changeId, { from: at, to: end });
      }
      at = end;
    }
    for (const [id, span] of spans) this.#see(id, { text, ...span });
    this.#textBefore = text;
  }

  /** A piece of a change. The first one decides about context and section. */
  #see(id: string | null | undefined, inText?: { text: string; from: number; to: number }): void {
    if (id === null || id === undefined) return;
    const known = this.places.get(id);
    if (known) {
      known.last = this.#number;
      return;
    }
    this.places.set(id, {
      before: inText === undefined ? '' : wordsBefore(inText.text, inText.from),
      after: inText === undefined ? '' : wordsAfter(inText.text, inText.to),
      section: this.#section,
      first: this.#number,
      last: this.#number,
    });
  }

  /** A block of one side reaches to the last thing inside it. */
  #extend(id: string | null | undefined, from: number): void {
    if (id === null || id === undefined) return;
    const place = this.places.get(id);
    if (place && this.#number > from) place.last = this.#number;
  }
}

/** The text of a block on the revised side. An object such as a picture is a space. */
function revisedText(block: TextBlock): string {
  if (block.onlyIn?.side === 'original') return spaced(textOf(block));
  let text = '';
  for (const run of block.runs) if (run.edit?.side !== 'original') text += run.text;
  return spaced(text);
}

function spaced(text: string): string {
  return text.replaceAll('\uFFFC', ' ');
}

/** The last words of a text before an offset, with the white space between and after them. */
function wordsBefore(text: string, offset: number): string {
  const end = Math.min(offset, text.length);
  const limit = Math.max(0, end - CONTEXT_LENGTH);
  let at = end;
  for (let words = 0; words < CONTEXT_WORDS && at > limit; words += 1) {
    while (at > limit && isSpace(text, at - 1)) at -= 1;
    while (at > limit && !isSpace(text, at - 1)) at -= 1;
  }
  // A word that the limit cuts is left out, unless it is the only one.
  if (at > 0 && !isSpace(text, at - 1)) {
    let next = at;
    while (next < end && !isSpace(text, next)) next += 1;
    if (next < end) at = next;
  }
  return wellFormed(text.slice(at, end)).replace(/^\s+/u, '');
}

/** The first words of a text after an offset, with the white space before and between them. */
function wordsAfter(text: string, offset: number): string {
  const limit = Math.min(text.length, offset + CONTEXT_LENGTH);
  let at = Math.min(offset, text.length);
  for (let words = 0; words < CONTEXT_WORDS && at < limit; words += 1) {
    while (at < limit && isSpace(text, at)) at += 1;
    while (at < limit && !isSpace(text, at)) at += 1;
  }
  if (at < text.length && !isSpace(text, at)) {
    let last = at;
    while (last > offset && !isSpace(text, last - 1)) last -= 1;
    if (last > offset && text.slice(offset, last).trim() !== '') at = last;
  }
  return wellFormed(text.slice(offset, at)).replace(/\s+$/u, '');
}

function isSpace(text: string, at: number): boolean {
  return /\s/u.test(text[at] ?? '');
}

/** A text without halves of a surrogate pair at its ends. */
function wellFormed(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/u, '');
}
