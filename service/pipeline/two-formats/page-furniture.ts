/**
 * Headers and footers between a file that keeps them apart and a file that prints them. They are left out of the first.
 * They are left out of the second where a page begins or ends with the same words. Neither is then compared.
 */
import { textOf } from '../../../shared/document/model.ts';
import { storyOf } from '../../../shared/document/story.ts';
import type { PlacedBlock } from './placed-block.ts';
import { textsIn } from './words-of-blocks.ts';

/** The blocks of the body, and the blocks of headers, footers and comments. */
export function withoutStories(blocks: readonly PlacedBlock[]): { body: PlacedBlock[]; stories: PlacedBlock[] } {
  const isStory = ({ block }: PlacedBlock): boolean => storyOf(block.path) !== null;
  return { body: blocks.filter((placed) => !isStory(placed)), stories: blocks.filter(isStory) };
}

/**
 * The blocks without those at the start and end of each page that repeat a story of the other side. A line may be
 * printed in parts, such as a header of three columns. Parts count only if together they are the whole line.
 *
 * @param own stories that the reader of the pages itself set apart. They may have been other parts of a line.
 */
export function withoutPrintedStories(
  blocks: readonly PlacedBlock[],
  stories: readonly PlacedBlock[],
  own: readonly PlacedBlock[] = [],
): PlacedBlock[] {
  const lines = new Set(linesOf(stories));
  if (lines.size === 0) return [...blocks];
  const known = new Set(linesOf(own));
  const kept: PlacedBlock[] = [];
  for (let start = 0; start < blocks.length;) {
    let end = start + 1;
    while (end < blocks.length && blocks[end]!.page === blocks[start]!.page) end += 1;
    const page = blocks.slice(start, end);
    const first = repeatedLines(page, lines, known);
    const last = repeatedLines(page.slice(first).reverse(), lines, known);
    kept.push(...page.slice(first, page.length - last));
    start = end;
  }
  return kept;
}

/** Number of the first blocks that repeat lines of stories. */
function repeatedLines(blocks: readonly PlacedBlock[], lines: ReadonlySet<string>, known: ReadonlySet<string>): number {
  let found = 0;
  /** Texts of the blocks after `found`, which may be parts of one line. */
  let parts: string[] = [];
  for (const [at, { block }] of blocks.entries()) {
    const texts = linesOf([{ block, page: undefined }]);
    if (texts.length === 0) break;
    for (const text of texts) if (!lines.has(text)) parts.push(text);
    if (parts.length > PARTS_MAX) break;
    if (parts.length > 0 && ![...lines].some((line) => isMadeOf(line, parts, known))) continue;
    found = at + 1;
    parts = [];
  }
  return found;
}

/** Maximum number of parts of one line. */
const PARTS_MAX = 6;

/** Whether parts, and perhaps some that were set apart before, are a whole line. */
function isMadeOf(line: string, parts: readonly string[], known: ReadonlySet<string>): boolean {
  let left = line;
  const take = (part: string): boolean => {
    const at = left.indexOf(part);
    if (at >= 0) left = `${left.slice(0, at)}\n${left.slice(at + part.length)}`;
    return at >= 0;
  };
  if (!parts.every(take)) return false;
  // A line that was set apart whole has no part left in the text.
  if (!known.has(line)) for (const part of known) take(part);
  return left.replaceAll('\n', '') === '';
}

function linesOf(blocks: readonly PlacedBlock[]): string[] {
  return blocks
    .flatMap(({ block }) => textsIn(block).map((text) => spelled(textOf(text))))
    .filter((line) => line !== '');
}

/** Letters and signs without spaces; every number, and the sign of a page number field, is one sign. */
function spelled(text: string): string {
  return text.replaceAll(/\s+/gu, '').replaceAll(/\d+/gu, '#');
}
