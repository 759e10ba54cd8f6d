/** The measures that `pdf_score.py` does not take: hyphens, headers and footers, lost words, changes. */
import type { Block } from '../../../shared/document/model.ts';
import { PageSource } from '../../../service/engine/changes/page-source.ts';
import { compareDocuments } from '../../../service/engine/compare.ts';
import type { PdfReading } from '../../../service/formats/pdf/read-pdf.ts';
import type { TrueBlock, TrueChange, TruePair } from './truth.ts';
import { bagF1, missingFrom, textOfBlocks, wordsOf } from './words.ts';

const HEAD = { format: 'html', engine: 'dom', fallback: false, attributeMode: 'semantic' } as const;

/** Hits out of a total. */
export interface Tally {
  hit: number;
  of: number;
}

/** An empty tally. */
export function tally(): Tally {
  return { hit: 0, of: 0 };
}

const LINE_END = /([\p{L}\p{N}]+)-\n([\p{L}\p{N}]+)/gu;

/**
 * Counts hyphenated line ends whose word matches the truth. Returns a remark for each miss.
 *
 * @param rawText lines of the page as another program reads them, with hyphens
 */
export function countHyphens(
  rawText: string,
  truth: readonly TrueBlock[],
  reading: PdfReading,
  soft: Tally,
  hard: Tally,
): string[] {
  const expected = truth
    .map((block) => block.text)
    .join('\n')
    .toLowerCase();
  const got = textOfBlocks(reading.document.blocks).toLowerCase();
  const wrong: string[] = [];
  const forms = new Map<string, { kind: Tally; breaks: number }>();
  for (const [, first, second] of rawText.toLowerCase().matchAll(LINE_END)) {
    const hyphenated = `${first!}-${second!}`;
    const joined = `${first!}${second!}`;
    const kind = count(expected, hyphenated) > 0 ? hard : count(expected, joined) > 0 ? soft : null;
    if (!kind) continue;
    const form = kind === hard ? hyphenated : joined;
    const known = forms.get(form);
    if (known) known.breaks++;
    else forms.set(form, { kind, breaks: 1 });
  }
  for (const [form, { kind, breaks }] of forms) {
    // A word that is cut off at the page edge is missing for another reason.
    const other = kind === soft ? countBroken(got, form) : count(got, form.replace('-', ''));
    const missing = Math.min(other, Math.max(0, count(expected, form) - count(got, form)));
    kind.of += breaks;
    kind.hit += Math.max(0, breaks - missing);
    if (missing > 0) wrong.push(`${kind === soft ? 'soft' : 'hard'} hyphen: ${form}`);
  }
  return wrong;
}

/** Counts a word that has a hyphen or space somewhere inside. */
function countBroken(text: string, word: string): number {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])${[...word].join('[-‐‑ ]?')}(?![\\p{L}\\p{N}-])`, 'gu');
  return [...text.matchAll(pattern)].filter(([match]) => match !== word).length;
}

function count(text: string, part: string): number {
  const edge = '(?<![\\p{L}\\p{N}])';
  const pattern = new RegExp(`${edge}${part.replace(/[-]/g, '[-‐‑]')}(?![\\p{L}\\p{N}])`, 'gu');
  return [...text.matchAll(pattern)].length;
}

/** Patterns of the corpus's running headers and footers, by their names in `truth.json`. */
const HEADERS_AND_FOOTERS: Readonly<Record<string, RegExp>> = {
  'Confidential draft': /confidential draft/gi,
  'Page N': /\bpage \d+\b/gi,
  'date title': /\d+\/\d+\/\d+, \d+:\d+ [AP]M/g,
  'url N/M': /file:\/\/\S+/g,
};

/** Counts headers and footers that are absent from the reading, one for each page that has them. */
export function countHeadersAndFooters(pair: TruePair, readings: readonly PdfReading[], removed: Tally): void {
  if (!pair.decorative) return;
  for (const reading of readings) {
    const text = textOfBlocks(reading.document.blocks);
    for (const name of [...pair.decorative.header, ...pair.decorative.footer]) {
      const left = [...text.matchAll(HEADERS_AND_FOOTERS[name]!)].length;
      removed.of += reading.pageCount;
      removed.hit += Math.max(0, reading.pageCount - left);
    }
  }
}

/** Counts words and headings of the truth that were removed as headers or footers. */
export function countLost(
  truth: readonly TrueBlock[],
  reading: PdfReading,
): { words: number; lost: number; headings: string[] } {
  const expected = truth.flatMap((block) => wordsOf(block.text));
  const got = wordsOf(textOfBlocks(reading.document.blocks));
  const removed = reading.headersAndFooters.flatMap((line) => wordsOf(line.text));
  const missing = missingFrom(expected, got);
  const lost = missing.length - missingFrom(missing, removed).length;
  const lines = new Set(reading.headersAndFooters.map((line) => wordsOf(line.text).join(' ').toLowerCase()));
  const text = textOfBlocks(reading.document.blocks).toLowerCase().replace(/\s+/g, ' ');
  const headings = truth
    .filter((block) => /^h[1-6]$/.test(block.type))
    .map((block) => block.text)
    .filter((heading) => lines.has(wordsOf(heading).join(' ').toLowerCase()))
    .filter((heading) => !text.includes(heading.toLowerCase().replace(/\s+/g, ' ')));
  return { words: expected.length, lost, headings };
}

/** A content change that the engine found between two readings. */
export interface FoundChange {
  readonly type: string;
  readonly before: string;
  readonly after: string;
}

/** Compares two readings. Returns all changes except those of format and links. */
export function contentChanges(original: readonly Block[], revised: readonly Block[]): FoundChange[] {
  const merged = compareDocuments(
    { blocks: original, warnings: [] },
    { blocks: revised, warnings: [] },
    { mode: 'word' },
  );
  const source = new PageSource(merged.blocks, { source: {}, revised: {} }, HEAD);
  return source
    .page(0, source.totalChanges + 1)
    .changes.filter((change) => change.type !== 'format' && change.type !== 'link')
    .map((change) => ({
      type: change.type,
      before: 'before' in change ? change.before.text : '',
      after: 'after' in change ? change.after.text : '',
    }));
}

/** A true change counts as found if at least this part of its words is marked. */
const FOUND_SHARE = 0.8;
/**
 * A found change counts as true if at least this part of its words is in true changes. The engine treats a number of
 * many parts as one word.
 */
const TRUE_SHARE = 0.15;

/**
 * Counts true changes that were found, and found changes that are not true. Moves and splits may be shown either way.
 */
export function countChanges(
  truth: readonly TrueChange[],
  found: readonly FoundChange[],
  hits: Tally,
): { missed: TrueChange[]; wrong: FoundChange[] } {
  const content = truth.filter((change) => change.type !== 'format' && change.type !== 'link');
  const marked = { before: bagOf(found, 'before'), after: bagOf(found, 'after') };
  const missed: TrueChange[] = [];
  const moves = isMoved(found);
  const trueMoves = isMoved(content);
  // The truth lists a split or moved paragraph as deleted and inserted.
  const shownOtherwise = (change: FoundChange): boolean => moves(change) || isBoundary(change);
  for (const change of content) {
    const [before, after] = [wordsOf(change.before ?? ''), wordsOf(change.after ?? '')];
    // Words on both sides of a replacement are not changed.
    const needed = { before: spoken(missingFrom(before, after)), after: spoken(missingFrom(after, before)) };
    const total = needed.before.length + needed.after.length;
    const absent = missingFrom(needed.before, marked.before).length + missingFrom(needed.after, marked.after).length;
    hits.of++;
    if (total - absent >= FOUND_SHARE * total || (trueMoves(change) && found.some(shownOtherwise))) hits.hit++;
    else missed.push(change);
  }
  const expected = { before: bagOf(content, 'before'), after: bagOf(content, 'after') };
  const wrong = found.filter((change) => {
    const [before, after] = [wordsOf(change.before), wordsOf(change.after)];
    const right =
      before.length -
      missingFrom(before, expected.before).length +
      after.length -
      missingFrom(after, expected.after).length;
    const total = before.length + after.length;
    return right < TRUE_SHARE * total || total === 0 ? !(shownOtherwise(change) && content.some(trueMoves)) : false;
  });
  return { missed, wrong };
}

/** Whether a paragraph was split in two, or two were merged. */
function isBoundary({ before, after }: FoundChange): boolean {
  return before + after === '\n';
}

/** Words without punctuation, unless there is only punctuation. */
function spoken(words: readonly string[]): readonly string[] {
  const letters = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return letters.length > 0 ? letters : words;
}

function bagOf(changes: readonly TrueChange[], side: 'before' | 'after'): string[] {
  return changes.flatMap((change) => wordsOf(change[side] ?? ''));
}

/** Texts with at least this F1 are one moved text. */
const MOVED_F1 = 0.8;
/** Shorter texts (words) count as repeated, not moved. */
const MOVED_WORDS = 8;

/** Whether the text of a change is deleted in one place and inserted in another: half of a move. */
function isMoved(changes: readonly TrueChange[]): (change: TrueChange) => boolean {
  const bags = (side: 'before' | 'after'): string[][] =>
    changes.map((change) => wordsOf(change[side] ?? '')).filter((words) => words.length >= MOVED_WORDS);
  const [before, after] = [bags('before'), bags('after')];
  const alike = (words: readonly string[], others: readonly string[][]): boolean =>
    words.length >= MOVED_WORDS && others.some((other) => bagF1(words, other) >= MOVED_F1);
  return (change) => alike(wordsOf(change.before ?? ''), after) || alike(wordsOf(change.after ?? ''), before);
}
