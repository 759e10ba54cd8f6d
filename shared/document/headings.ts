import { MARKS, type Block, type Run, type TextBlock } from './model.ts';
import { STORY_KINDS } from './path.ts';
import { shownLabels, type ShownLabels } from './shown-labels.ts';

/** A block that a reader takes for a heading. */
export interface Heading {
  /** Index of its block. */
  readonly block: number;
  /** From 1: the outermost. */
  readonly level: number;
  /** Its number, such as "2.1"; empty without one. */
  readonly label: string;
  /** The text of the revised side, on one line. Of a deleted heading, the text of the original. */
  readonly text: string;
}

const STORIES: ReadonlySet<string> = new Set(STORY_KINDS);
const STATED = /^h([1-6])$/u;
/** With fewer headings of its own than this, a document is searched for paragraphs that look like headings. */
const STATED_MIN = 2;
/** Fewer paragraphs that look like headings are a coincidence. */
const LOOKALIKE_MIN = 3;
/** Longest text of a paragraph that looks like a heading, in UTF-16 units. */
const LOOKALIKE_LENGTH = 90;
/** Where more of the paragraphs look like headings, the look means nothing. */
const LOOKALIKE_SHARE = 0.5;

const STRONG = 1 << MARKS.indexOf('strong');
const UNDERLINED = 1 << MARKS.indexOf('u');
/** A number at the start of a clause: "1.", "2.1", "Article 3", "IV.", "§ 5". */
const NUMBER =
  /^(?:(?:article|section|clause|part|schedule|annex|appendix|exhibit|artikel|abschnitt|teil|anlage|anhang|titre|chapitre|annexe|artículo|sección|cláusula|capítulo|anexo|§)\s*)?(\d{1,3}(?:\.\d{1,3})*|[IVX]{1,6}(?=[.)\s]|$))[.):]?(?=\s|$)/iu;

/**
 * The headings of a merged document, in order. Many contracts have no heading styles: there, a short paragraph that is
 * bold, underlined or in capitals counts as a heading. Text in tables, headers, footers and comments never does.
 */
export function headingsOf(blocks: readonly Block[], labels = shownLabels(blocks)): readonly Heading[] {
  const stated = blocks.flatMap((block, at) => headingAt(block, at, labels[at]) ?? []);
  if (stated.length >= STATED_MIN) return stated;
  const lookalikes = lookalikesOf(blocks, labels);
  return lookalikes.length > 0 ? lookalikes : stated;
}

function headingAt(block: Block, at: number, labels: ShownLabels | undefined): Heading | null {
  if (block.kind !== 'text' || inStory(block)) return null;
  const level = STATED.exec(block.type)?.[1];
  const text = lineOf(block);
  return level === undefined || text === '' ? null : { block: at, level: Number(level), label: labelIn(labels), text };
}

function lookalikesOf(blocks: readonly Block[], labels: readonly ShownLabels[]): readonly Heading[] {
  const found: Heading[] = [];
  let paragraphs = 0;
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'text' || !(block.type === 'p' || STATED.test(block.type)) || inStory(block)) continue;
    const text = lineOf(block);
    if (text === '') continue;
    paragraphs += 1;
    const label = labelIn(labels[at]);
    const level = levelOfLook(block, text, label);
    if (level !== null) found.push({ block: at, level, label, text });
  }
  const kept = found.filter((heading, index) => leadsText(blocks, heading, found[index + 1]));
  return kept.length < LOOKALIKE_MIN || kept.length > paragraphs * LOOKALIKE_SHARE ? [] : kept;
}

/** The level of a paragraph that looks like a heading: of its number, or the outermost without one. */
function levelOfLook(block: TextBlock, text: string, label: string): number | null {
  if (text.length > LOOKALIKE_LENGTH || !/\p{L}{2}/u.test(text) || /[;,]$/u.test(text)) return null;
  const runs = shownRuns(block).filter((run) => /[\p{L}\p{N}]/u.test(run.text));
  const stands = runs.every(({ marks }) => (marks & (STRONG | UNDERLINED)) !== 0) || isCapitals(text);
  if (!stands && !STATED.test(block.type)) return null;
  const number = NUMBER.exec(label === '' ? text : label)?.[1];
  return number === undefined ? 1 : 1 + number.split('.').length;
}

function isCapitals(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase() && (text.match(/\p{L}/gu)?.length ?? 0) >= 4;
}

/** Whether text of its own follows, or a heading inside it. A list of bold names has no headings. */
function leadsText(blocks: readonly Block[], { block, level }: Heading, next: Heading | undefined): boolean {
  if (next === undefined) return blocks.slice(block + 1).some(hasContent);
  return next.level > level || blocks.slice(block + 1, next.block).some(hasContent);
}

function hasContent(block: Block): boolean {
  return !inStory(block) && (block.kind !== 'text' || lineOf(block) !== '');
}

function inStory(block: Block): boolean {
  return STORIES.has(block.path.first?.kind ?? '');
}

function labelIn(labels: ShownLabels | undefined): string {
  return labels?.revised ?? labels?.original ?? '';
}

function shownRuns({ runs, onlyIn }: TextBlock): readonly Run[] {
  return onlyIn?.side === 'original' ? runs : runs.filter(({ edit }) => edit?.side !== 'original');
}

function lineOf(block: TextBlock): string {
  return shownRuns(block)
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
}
