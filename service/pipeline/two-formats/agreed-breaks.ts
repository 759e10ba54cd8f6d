/**
 * Paragraphs that both documents have. A page or a text with lines shows no paragraph that is certain. One side only
 * shows paragraphs, and the other side states them. If the same words surround a place on both sides, the first side
 * takes the breaks of the other.
 */
import { MARKS, textOf, type Run, type TextBlock } from '../../../shared/document/model.ts';
import { NOTE_SIGN } from '../../formats/docx/stories/marks.ts';
import type { PlacedBlock } from './placed-block.ts';
import { inNormalForm } from './reduce-blocks.ts';
import { matchWords, wordsOf, type Word } from './words-of-blocks.ts';

/** Numbers of notes as pages print them. */
const NOTE_NUMBER = /^(?:\d{1,3}|[ivxlc]{1,7}|[a-z]{1,2}|[*†‡§])$/u;

/** The blocks of the side that guesses, with the paragraphs and note signs of the other side. */
export function agreeOnBreaks(guessed: readonly PlacedBlock[], stated: readonly PlacedBlock[]): PlacedBlock[] {
  const [own, other] = [flowOf(guessed), flowOf(stated)];
  const [words, others] = [wordsOf(own.texts), wordsOf(other.texts)];
  const hasNotes = others.some(isNoteSign);
  const keyOf = (word: Word): string =>
    hasNotes && (isNoteSign(word) || (word.raised && NOTE_NUMBER.test(word.text))) ? '\0note' : word.text;
  /** For each word the number of its pair, or −1. */
  const pairs = new Int32Array(words.length).fill(-1);
  for (const { aStart, bStart, length } of matchWords(words, others, keyOf))
    for (let at = 0; at < length; at += 1) pairs[aStart + at] = bStart + at;

  const dropped = printedLabels(words, others, pairs, (block) => stated[other.index[block]!]!.labelled === true);
  const flow = new NewFlow(own, guessed);
  words.forEach((word, at) => {
    if (dropped.has(at)) {
      flow.drop(word);
      return;
    }
    const pair = pairs[at]!;
    const isNote = pair >= 0 && isNoteSign(others[pair]!);
    const previous = words[at - 1];
    if (previous !== undefined && !dropped.has(at - 1) && own.group[previous.block] === own.group[word.block]) {
      const before = pairs[at - 1]!;
      const isSettled = before >= 0 && pair === before + 1;
      const [left, right] = [others[before]?.block, others[pair]?.block];
      const breaks = isSettled ? left !== right : previous.block !== word.block;
      if (breaks) flow.add(word, 'break', isNote);
      else if (previous.block === word.block) flow.add(word, 'none', isNote);
      else flow.add(word, isSettled && areTouching(others[before]!, others[pair]!) ? 'glue' : 'space', isNote);
    } else flow.add(word, 'break', isNote);
  });
  return flow.take();
}

/** Whether nothing is between two words of one text. */
function areTouching(word: Word, next: Word): boolean {
  return word.start + word.text.length === next.start;
}

/** Words of a label: "1", ".", "2", "." and brackets around them. */
const LABEL_WORDS_MAX = 8;
const LABEL_LENGTH_MAX = 20;

/**
 * The words that print the label of a block. They have no pair, and the first word of the block follows them. They are
 * the first of their paragraph, or follow the last word of the block before.
 */
function printedLabels(
  words: readonly Word[],
  others: readonly Word[],
  pairs: Int32Array,
  isLabelled: (block: number) => boolean,
): Set<number> {
  const dropped = new Set<number>();
  words.forEach((word, at) => {
    const pair = pairs[at]!;
    if (pair < 0 || others[pair - 1]?.block === others[pair]!.block || !isLabelled(others[pair]!.block)) return;
    let first = at;
    while (first > 0 && pairs[first - 1]! < 0 && words[first - 1]!.block === word.block) first -= 1;
    const follows = first === 0 || words[first - 1]!.block !== word.block || pairs[first - 1] === pair - 1;
    const isShort = at - first <= LABEL_WORDS_MAX && word.start - words[first]!.start <= LABEL_LENGTH_MAX;
    if (!follows || !isShort) return;
    for (let label = first; label < at; label += 1) dropped.add(label);
    if (first === at) for (const label of labelBefore(words, pairs, first)) dropped.add(label);
  });
  return dropped;
}

/** A number far from its text is a paragraph of its own on a page. */
const LABEL_ALONE = /^(?=.*(?:\p{N}|^\W*\p{L}\W*$))[\p{L}\p{N}.()[\]]{1,12}$/u;

/** The words of the paragraph before a word, if it is nothing but a label without a pair. */
function labelBefore(words: readonly Word[], pairs: Int32Array, at: number): number[] {
  const block = words[at - 1]?.block;
  if (block === undefined || block === words[at]!.block) return [];
  const label: number[] = [];
  for (let before = at - 1; before >= 0 && words[before]!.block === block; before -= 1) {
    if (pairs[before]! >= 0 || label.length === LABEL_WORDS_MAX) return [];
    label.unshift(before);
  }
  return LABEL_ALONE.test(label.map((each) => words[each]!.text).join('')) ? label : [];
}

function isNoteSign({ text, raised }: Word): boolean {
  return raised && text === NOTE_SIGN;
}

interface Flow {
  readonly texts: readonly TextBlock[];
  /** For each text its index in the list of blocks. */
  readonly index: readonly number[];
  /** For each text the number of blocks before it that are no text: nothing joins over them. */
  readonly group: readonly number[];
}

function flowOf(blocks: readonly PlacedBlock[]): Flow {
  const [texts, index, group]: [TextBlock[], number[], number[]] = [[], [], []];
  let walls = 0;
  blocks.forEach(({ block }, at) => {
    if (block.kind !== 'text') walls += 1;
    else {
      texts.push(block);
      index.push(at);
      group.push(walls);
    }
  });
  return { texts, index, group };
}

/** Builds the blocks anew, word by word. */
class NewFlow {
  readonly #own: Flow;
  readonly #source: readonly PlacedBlock[];
  readonly #built: PlacedBlock[] = [];
  /** Number of source blocks that have been taken over. */
  #taken = 0;
  #first = -1;
  #parts: Run[][] = [];
  /** Whether the next part follows the one before it without a space. */
  #isGlued = false;
  /** The place from which the text of the current block is not yet taken. */
  #block = -1;
  #from = 0;
  /** Number of the text whose label was left out last. */
  #labelOf = -1;
  readonly #notes: { readonly start: number; readonly end: number }[] = [];

  constructor(own: Flow, source: readonly PlacedBlock[]) {
    this.#own = own;
    this.#source = source;
  }

  add({ block, start, text }: Word, before: 'break' | 'space' | 'glue' | 'none', isNote: boolean): void {
    if (before !== 'none') {
      const sameBlock = block === this.#block;
      const afterLabel = block === this.#labelOf;
      this.#cut(sameBlock ? start : undefined);
      if (before === 'break') this.#end();
      this.#isGlued = before === 'glue';
      this.#block = block;
      this.#from = sameBlock || afterLabel ? start : 0;
    }
    if (this.#first < 0) this.#first = block;
    if (isNote) this.#notes.push({ start, end: start + text.length });
  }

  /** Leaves out a word of a label. The next word begins a block. */
  drop({ block, start }: Word): void {
    this.#cut(block === this.#block ? start : undefined);
    this.#block = -1;
    this.#labelOf = block;
  }

  take(): PlacedBlock[] {
    this.#cut(undefined);
    this.#end();
    this.#others(this.#source.length);
    return this.#built;
  }

  /** Takes the text of the current block up to an offset, or to its end. */
  #cut(end: number | undefined): void {
    if (this.#block < 0) return;
    const block = this.#own.texts[this.#block]!;
    const runs = runsBetween(block, this.#from, end ?? textOf(block).length, this.#notes.splice(0));
    if (this.#isGlued && this.#parts.length > 0) this.#parts.at(-1)!.push(...runs);
    else this.#parts.push(runs);
    this.#isGlued = false;
  }

  #end(): void {
    if (this.#first < 0) return;
    const at = this.#own.index[this.#first]!;
    this.#others(at);
    const { block, page } = this.#source[at]! as PlacedBlock<TextBlock>;
    this.#built.push({ block: { ...block, runs: inNormalForm(this.#parts) }, page });
    this.#parts = [];
    this.#first = -1;
  }

  /** Takes over everything before a block that is no text. */
  #others(end: number): void {
    for (; this.#taken < end; this.#taken += 1) {
      const placed = this.#source[this.#taken]!;
      if (placed.block.kind !== 'text') this.#built.push(placed);
    }
  }
}

const RAISED = 1 << MARKS.indexOf('sup');

function runsBetween(
  block: TextBlock,
  start: number,
  end: number,
  notes: readonly { readonly start: number; readonly end: number }[],
): Run[] {
  const runs: Run[] = [];
  let offset = 0;
  for (const run of block.runs) {
    const [from, to] = [Math.max(start, offset), Math.min(end, offset + run.text.length)];
    let at = from;
    for (const note of notes) {
      if (note.start < from || note.end > to) continue;
      runs.push({ ...run, text: run.text.slice(at - offset, note.start - offset) });
      runs.push({ text: NOTE_SIGN, marks: run.marks | RAISED, href: run.href });
      at = note.end;
    }
    if (at < to) runs.push({ ...run, text: run.text.slice(at - offset, to - offset) });
    offset += run.text.length;
  }
  return runs.filter(({ text }) => text !== '');
}
