/**
 * Finds the table of contents of a file that does not mark its entries, such as a PDF: neighbouring texts that end with
 * ascending page numbers. Most of them repeat a text of the document, or have a row of dots before the number.
 *
 *     1 Scope 3
 *     2 Payment ..... 5
 *     3 Notice 9
 */
import { BOTH_SIDES, type Block, type Run, type Side, type TextBlock } from './model.ts';

/** Fewest neighbouring entries. Two or three texts end with a number by chance. */
const ENTRIES_MIN = 4;
/** Maximum length of an entry, in UTF-16 units. */
const LENGTH_MAX = 300;
/** Smallest share of entries that repeat a text or have dots. */
const KNOWN_MIN = 0.5;

const PAGE = /\s(\d{1,4})$/;
const LETTER = /\p{L}/u;
/** What leads from a title to its page number, and how many such signs are no full stop or ellipsis of the title. */
const LEADERS = '.…·_ \u00A0\t';
const LEADERS_MIN = 4;

/** One side of an entry. */
interface EntryText {
  readonly title: string;
  readonly hasDots: boolean;
  readonly page: number;
}

/** An entry with the sides that have it. */
interface Entry {
  readonly block: TextBlock;
  readonly sides: Readonly<Partial<Record<Side, EntryText>>>;
}

/** The entries that no attribute marks. Only blocks outside tables are looked at. */
export function unmarkedEntries(blocks: readonly Block[]): ReadonlySet<TextBlock> {
  const stretches: Entry[][] = [];
  let stretch: Entry[] = [];
  for (const block of blocks) {
    const entry = entryOf(block);
    if (entry === undefined) {
      stretches.push(stretch);
      stretch = [];
    } else stretch.push(entry);
  }
  stretches.push(stretch);
  const likely = stretches.filter(
    (each) => each.length >= ENTRIES_MIN && BOTH_SIDES.every((side) => ascends(each, side)),
  );
  if (likely.length === 0) return new Set();
  const entries = new Set(likely.flat().map(({ block }) => block));
  const texts = textsBeside(blocks, entries);
  const isKnown = ({ sides }: Entry): boolean =>
    Object.values(sides).some(({ title, hasDots }) => hasDots || texts.has(title));
  const known = likely.filter((each) => each.filter(isKnown).length >= KNOWN_MIN * each.length);
  return new Set(known.flat().map(({ block }) => block));
}

function entryOf(block: Block): Entry | undefined {
  // Most texts end with no digit. They are not joined.
  if (block.kind !== 'text' || block.type === 'pre' || block.type === 'code-line' || !endsWithDigit(block.runs))
    return undefined;
  const sides: Partial<Record<Side, EntryText>> = {};
  for (const side of BOTH_SIDES) {
    if (block.onlyIn !== undefined && block.onlyIn.side !== side) continue;
    const own = entryTextOf(textOn(block.runs, side));
    if (own === undefined) return undefined;
    sides[side] = own;
  }
  return { block, sides };
}

function entryTextOf(text: string): EntryText | undefined {
  const page = PAGE.exec(text);
  if (page === null) return undefined;
  let end = page.index;
  while (end > 0 && LEADERS.includes(text[end - 1]!)) end -= 1;
  const title = text.slice(0, end);
  if (!LETTER.test(title)) return undefined;
  return { title, hasDots: page.index - end >= LEADERS_MIN, page: Number(page[1]) };
}

function endsWithDigit(runs: readonly Run[]): boolean {
  const last = runs.findLast(({ text }) => text !== '')?.text ?? '';
  const code = last.charCodeAt(last.length - 1);
  return code >= 0x30 && code <= 0x39;
}

/** The text of one side, if it is short enough for an entry. */
function textOn(runs: readonly Run[], side: Side): string {
  let text = '';
  for (const run of runs) {
    if (run.edit === undefined || run.edit.side === side) text += run.text;
    if (text.length > LENGTH_MAX) return '';
  }
  return text.trim();
}

function ascends(entries: readonly Entry[], side: Side): boolean {
  let page = 0;
  for (const { sides } of entries) {
    const own = sides[side]?.page ?? page;
    if (own < page) return false;
    page = own;
  }
  return true;
}

/** The texts of both sides, without the entries. */
function textsBeside(blocks: readonly Block[], entries: ReadonlySet<TextBlock>): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const block of blocks) {
    if (block.kind !== 'text' || entries.has(block)) continue;
    for (const side of BOTH_SIDES) {
      const text = textOn(block.runs, side);
      if (text !== '') texts.add(text);
    }
  }
  return texts;
}
