/** The measures that `pdf_score.py` does not take: hyphens, headers and footers, lost words, changes. */
import type { Block } from '../../../shared/document/model.ts';
import { PageSource } from '../../../service/engine/changes/page-source.ts';
import { compareDocuments } from '../../../service/engine/compare.ts';
import type { PdfReading } from '../../../service/formats/pdf/read-pdf.ts';
import type { TrueBlock, TrueChange, TruePair } from './truth.ts';
import { bagF1, missingFrom, textOfBlocks, wordsOf } from './words.ts';

const HEAD = { format: 'html', engine: 'dom', fallback: false, attributeMode: 'semantic' } as const;

/** Hits of so many. */
export interface Tally {
  hit: number;
  of: number;
}

/** A tally of nothing. */
export function tally(): Tally {
  return { hit: 0, of: 0 };
}

const LINE_END = /([\p{L}\p{N}]+)-\n([\p{L}\p{N}]+)/gu;

/**
 * Counts line ends with hyphens whose word came out as in the truth; returns a remark for each that did not.
 *
 * @param rawText lines of the page as another program reads them, hyphens kept
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
    // A word that is cut off at the edge of its page is missing for another reason.
    const other = kind === soft ? countBroken(got, form) : count(got, form.replace('-', ''));
    const missing = Math.min(other, Math.max(0, count(expected, form) - count(got, form)));
    kind.of += breaks;
    kind.hit += Math.max(0, breaks - missing);
    if (missing > 0) wrong.push(`${kind === soft ? 'soft' : 'hard'} hyphen: ${form}`);
  }
  return wrong;
}

/** How often a word stands with a hyphen or space somewhere inside. */
function countBroken(text: string, word: string): number {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}-])${[...word].join('[-‐‑ ]?')}(?![\\p{L}\\p{N}-])`, 'gu');
  return [...text.matchAll(pattern)].filter(([match]) => match !== word).length;
}

function count(text: string, part: string): number {
  const edge = '(?<![\\p{L}\\p{N}])';
  const pattern = new RegExp(`${edge}${part.replace(/[-]/g, '[-‐‑]')}(?![\\p{L}\\p{N}])`, 'gu');
  return [...text.matchAll(pattern)].length;
}

/** What running headers and footers of the corpus look like, by the names `truth.json` gives them. */
const HEADERS_AND_FOOTERS: Readonly<Record<string, RegExp>> = {
  'Confidential draft': /confidential draft/gi,
  'Page N': /\bpage \d+\b/gi,
  'date title': /\d+\/\d+\/\d+, \d+:\d+ [AP]M/g,
  'url N/M': /file:\/\/\S+/g,
};

/** Counts headers and footers that are gone from the reading, one for each page that has them. */
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

/** Words and headings of the truth that were taken for headersAndFooters. */
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

/** A content change that the engine finds between two readings. */
export interface FoundChange {
  readonly type: string;
  readonly before: string;
  readonly after: string;
}

/** Compares two readings and returns every change but those of format and links. */
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
      before: 'before' in change ? (change.before?.text ?? '') : '',
      after: 'after' in change ? (change.after?.text ?? '') : '',
    }));
}

/** Part of a true change's words that have to be marked for it to count as found. */
const FOUND_SHARE = 0.8;
/** Part of a found change's words that are part of true ones: a number of many parts is one word to the engine. */
const TRUE_SHARE = 0.15;

/** Counts true changes that were found, and found ones that are not true. What is moved or split off may be shown either way. */
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
  // The truth lists a paragraph that is split off, or moved, as deleted here and inserted there.
  const shownOtherwise = (change: FoundChange): boolean => moves(change) || isBoundary(change);
  for (const change of content) {
    const [before, after] = [wordsOf(change.before ?? ''), wordsOf(change.after ?? '')];
    // What both sides of a replacement share is not changed.
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

/** A paragraph split in two, or two made one. */
function isBoundary({ before, after }: FoundChange): boolean {
  return before + after === '\n';
}

/** Words without punctuation, unless there is nothing else. */
function spoken(words: readonly string[]): readonly string[] {
  const letters = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return letters.length > 0 ? letters : words;
}

function bagOf(changes: readonly TrueChange[], side: 'before' | 'after'): string[] {
  return changes.flatMap((change) => wordsOf(change[side] ?? ''));
}

/** Texts this much alike are one text moved. */
const MOVED_F1 = 0.8;
/** Shorter texts (words) are not moved but repeated. */
const MOVED_WORDS = 8;

/** Whether the text of a change is deleted by one and inserted by another: half of a move. */
function isMoved(changes: readonly TrueChange[]): (change: TrueChange) => boolean {
  const bags = (side: 'before' | 'after'): string[][] =>
    changes.map((change) => wordsOf(change[side] ?? '')).filter((words) => words.length >= MOVED_WORDS);
  const [before, after] = [bags('before'), bags('after')];
  const alike = (words: readonly string[], others: readonly string[][]): boolean =>
    words.length >= MOVED_WORDS && others.some((other) => bagF1(words, other) >= MOVED_F1);
  return (change) => alike(wordsOf(change.before ?? ''), after) || alike(wordsOf(change.after ?? ''), before);
}
