/**
 * Judges one comparison from outside: the invariants of the fragment, the structured pages, and readability.
 * `judged-blocks.ts` and `redline-measure.ts` read the fragment; the project's own scanner does not. Only the invariant
 * `exact` calls `resolve`, and compares its results as strings.
 */
import type { StructuredPage } from '../../shared/change/page.ts';
import { sizeOf, type InputPair, type PairFormat } from './input-pairs.ts';
import { findUnmirrored } from './judge-mirror.ts';
import { judgePages } from './judge-pages.ts';
import { comparedSide, ON_ORIGINAL, ON_REVISED, readJudgedBlocks, type ComparedBlock } from './judged-blocks.ts';
import { findFaults } from './readability.ts';
import { collapseSpace, inkOf, measureRedline } from './redline-measure.ts';
import { browserText, inkOfResult, inkOfSource } from './source-ink.ts';

/** A comparison to judge: the members of `TextComparison` that the judge reads. */
export interface JudgedComparison {
  readonly fallback: boolean;
  readonly html: string;
  /** Number of blocks that were replaced whole because an invariant failed on them; absent where the engine does not count. */
  readonly degraded?: number;
  page(offset: number, limit: number): StructuredPage;
}

/** The functions under judgement. */
export interface Subject {
  readonly compareText: (input: {
    original: string;
    revised: string;
    format: PairFormat;
    mode: 'auto';
  }) => JudgedComparison;
  readonly resolve: (fragment: string, decisions: { accept?: 'all'; reject?: 'all' }) => string;
}

/**
 * The invariants. A result keeps or breaks each; a broken one fails the run. `test/lab/results/quality.md` defines them.
 */
export const INVARIANTS = [
  'runs',
  'text',
  'blocks',
  'exact',
  'ink',
  'missed',
  'phantom',
  'placement',
  'markup',
  'pages',
  'mirrors',
] as const;
export type Invariant = (typeof INVARIANTS)[number];

/** One invariant that the result of one pair breaks. */
export interface Breach {
  readonly invariant: Invariant;
  readonly detail: string;
}

/** Counts of one result; times in CPU milliseconds. */
export interface Figures {
  readonly changes: number;
  readonly changedChars: number;
  readonly segments: number;
  readonly islands: number;
  readonly cuts: number;
  readonly blanks: number;
  readonly loneWords: number;
  readonly degraded: number;
  readonly cpuMs: number;
}

/** The judgement on one pair. */
export interface Verdict {
  readonly name: string;
  readonly set: string;
  /** UTF-16 length of both inputs. */
  readonly size: number;
  readonly fallback: boolean;
  readonly breaches: readonly Breach[];
  readonly figures: Figures;
  /** Excerpts of readability faults, a few of each kind. */
  readonly remarks: readonly string[];
}

const NO_FIGURES: Figures = {
  changes: 0,
  changedChars: 0,
  segments: 0,
  islands: 0,
  cuts: 0,
  blanks: 0,
  loneWords: 0,
  degraded: 0,
  cpuMs: 0,
};
const REMARKS_EACH = 3;

/** Compares the pair and judges the result. Never throws: an error of the subject breaks the invariant `runs`. */
export function judgePair(pair: InputPair, subject: Subject): Verdict {
  const base = { name: pair.name, set: pair.set, size: sizeOf(pair) };
  try {
    return { ...base, ...judge(pair, subject) };
  } catch (error) {
    const detail = error instanceof Error ? `${error.name}: ${error.message}${frameOf(error)}` : String(error);
    return { ...base, fallback: false, breaches: [{ invariant: 'runs', detail }], figures: NO_FIGURES, remarks: [] };
  }
}

function judge(pair: InputPair, subject: Subject): Omit<Verdict, 'name' | 'set' | 'size'> {
  const breaches: Breach[] = [];
  const breach = (invariant: Invariant, detail: string): void => {
    breaches.push({ invariant, detail });
  };
  const compare = (original: string, revised: string): JudgedComparison =>
    subject.compareText({ original, revised, format: pair.format, mode: 'auto' });

  const started = process.cpuUsage();
  const result = compare(pair.original, pair.revised);
  const html = result.html;
  result.page(0, 100);
  const used = process.cpuUsage(started);

  const blocks = readJudgedBlocks(html);
  const measure = measureRedline(html, { preserve: true });
  const pages = judgePages(result, idsIn(html));
  const canonical: ComparedBlock[][] = [];
  for (const side of ['original', 'revised'] as const) {
    const bit = side === 'original' ? ON_ORIGINAL : ON_REVISED;
    const self = compare(pair[side], pair[side]);
    if (self.page(0, 1).totalChanges !== 0) breach('phantom', `${side} compared with itself has changes`);
    if (measureRedline(self.html).marked) breach('phantom', `${side} compared with itself is marked`);
    const expected = comparedSide(readJudgedBlocks(self.html), bit);
    const shown = comparedSide(blocks, bit);
    canonical.push(expected);

    const sameText = firstDifference(collapseSpace(textOf(expected)), collapseSpace(textOf(shown)));
    if (sameText !== null) breach('text', `${side}: ${sameText}`);
    // The linear form of an equation has signs that its markup lacks: √(b^2).
    const bare = (text: string): string => (/<math\b/i.test(pair[side]) ? text.replaceAll(/[√^_()/]/gu, '') : text);
    const [written, read] = [inkOfSource(pair[side], pair.format), inkOfResult(textOf(shown), pair.format)];
    const ink = firstDifference(bare(written), bare(read));
    if (ink !== null) breach('ink', `${side}: ${ink}`);

    // A fallback shows paragraphs only. Its canonical form exists only where the self-comparison is a fallback too.
    if (self.fallback !== result.fallback) continue;
    const exact = subject.resolve(html, side === 'original' ? { reject: 'all' } : { accept: 'all' });
    const same = firstDifference(self.html, exact);
    if (same !== null) breach('exact', `${side}: ${same}`);
    const sameBlocks = firstDifference(textOf(expected), textOf(shown));
    if (sameBlocks !== null && sameText === null) breach('blocks', `${side}: ${sameBlocks}`);
    const sameForm = firstDifference(formOf(expected, 'kinds'), formOf(shown, 'kinds'));
    if (sameForm !== null && sameBlocks === null) breach('missed', `${side}: ${sameForm}`);
  }
  const formsDiffer = formOf(canonical[0]!, 'items') !== formOf(canonical[1]!, 'items');
  // Links inside a page are compared by what they point to, and not by their addresses.
  const [was, is] = canonical.map((side) => formOf(side.map(withoutPlaces), 'items'));
  if (was !== is && pages.changes.length === 0 && !result.fallback)
    breach('missed', 'the sides differ, and no change is reported');
  if (!formsDiffer && pages.changes.length > 0)
    breach('phantom', `the sides do not differ, and ${pages.changes.length} changes are reported`);

  if (measure.illegal > 0) breach('placement', `${measure.illegal} ins or del in an illegal place`);
  if (measure.empty > 0) breach('placement', `${measure.empty} empty ins or del`);
  if (measure.malformed > 0) breach('markup', `${measure.malformed} tags without their partner`);
  const shownByBrowser = firstDifference(inkOf(allText(html)), inkOf(browserText(html)));
  if (shownByBrowser !== null) breach('markup', `a browser reads another text: ${shownByBrowser}`);
  if (pages.faults.length > 0) breach('pages', pages.faults.slice(0, 5).join('; '));

  const back = compare(pair.revised, pair.original);
  const unmirrored = findUnmirrored(pages.changes, judgePages(back, idsIn(back.html)).changes);
  if (unmirrored !== null) breach('mirrors', unmirrored);

  const faults = findFaults(blocks);
  return {
    fallback: result.fallback,
    breaches,
    figures: {
      changes: pages.changes.length,
      changedChars: measure.changedChars,
      segments: measure.segments,
      islands: faults.islands.length,
      cuts: faults.cuts.length,
      blanks: faults.blanks.length,
      loneWords: faults.loneWords.length,
      degraded: result.degraded ?? 0,
      cpuMs: (used.user + used.system) / 1000,
    },
    remarks: (['islands', 'cuts', 'blanks', 'loneWords'] as const).flatMap((kind) =>
      faults[kind].slice(0, REMARKS_EACH).map((text) => `${kind}: ${JSON.stringify(text)}`),
    ),
  };
}

function textOf(blocks: readonly ComparedBlock[]): string {
  return blocks.map((block) => block.text).join('\n');
}

// Everything that a comparison compares, as one string, without carried content (docs/fragment.md).
function formOf(blocks: readonly ComparedBlock[], containers: 'kinds' | 'items'): string {
  return blocks.map((block) => `${block.type} (${block[containers]}) ${JSON.stringify(block.spans)}`).join('\n');
}

// The block without the addresses of links inside the page.
function withoutPlaces(block: ComparedBlock): ComparedBlock {
  const spans: ComparedBlock['spans'] = [];
  for (const [text, marks, href] of block.spans) {
    const shown = href?.startsWith('#') === true ? '#' : href;
    const last = spans.at(-1);
    if (last !== undefined && last[1] === marks && last[2] === shown) last[0] += text;
    else spans.push([text, marks, shown]);
  }
  return { ...block, spans };
}

function idsIn(html: string): Set<string> {
  return new Set([...html.matchAll(/ data-(?:change|boundary)-id="([^"]*)"/gu)].map((match) => match[1]!));
}

// The text between the tags; the writer escapes three characters only.
function allText(html: string): string {
  return html
    .replace(/<[^>]*>/gu, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Null when equal, else the place where two texts begin to differ, with an excerpt of both. */
export function firstDifference(expected: string, found: string): string | null {
  if (expected === found) return null;
  let at = 0;
  while (at < expected.length && expected[at] === found[at]) at += 1;
  const from = Math.max(0, at - 20);
  const cut = (text: string): string => JSON.stringify(text.slice(from, at + 40));
  return `at ${at} expected ${cut(expected)}, found ${cut(found)}`;
}

function frameOf(error: Error): string {
  const frame = error.stack?.split('\n').find((line) => line.includes('at '));
  return frame === undefined ? '' : ` (${frame.trim()})`;
}
