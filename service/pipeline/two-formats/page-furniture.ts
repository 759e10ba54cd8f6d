/**
 * Headers and footers between a file that keeps them apart and a file that prints them. They are left out of the first,
 * and out of the second where a page begins or ends with the same words. Neither is then compared.
 */
import { textOf, type Block } from '../../../shared/document/model.ts';
import { storyOf } from '../../../shared/document/story.ts';
import type { PlacedBlock } from './placed-block.ts';
import { textsIn } from './words-of-blocks.ts';

/** Part of a header line that counts as found; in letters and figures. Shorter words occur in any text. */
const PART_MIN = 5;

/** The blocks of the body, and the blocks of headers, footers and comments. */
export function withoutStories(blocks: readonly PlacedBlock[]): { body: PlacedBlock[]; stories: PlacedBlock[] } {
  const isStory = ({ block }: PlacedBlock): boolean => storyOf(block.path) !== null;
  return { body: blocks.filter((placed) => !isStory(placed)), stories: blocks.filter(isStory) };
}

/** The blocks without those at the start and end of each page that repeat a story of the other side. */
export function withoutPrintedStories(blocks: readonly PlacedBlock[], stories: readonly PlacedBlock[]): PlacedBlock[] {
  const lines = new Set(stories.flatMap(({ block }) => textsIn(block).map((text) => spelled(textOf(text)))));
  lines.delete('');
  if (lines.size === 0) return [...blocks];
  const whole = [...lines].join('\n');
  const repeats = (block: Block): boolean => {
    const texts = textsIn(block).map((text) => spelled(textOf(text)));
    return (
      texts.length > 0 && texts.every((text) => lines.has(text) || (text.length >= PART_MIN && whole.includes(text)))
    );
  };
  const kept: PlacedBlock[] = [];
  for (let start = 0; start < blocks.length;) {
    let end = start + 1;
    while (end < blocks.length && blocks[end]!.page === blocks[start]!.page) end += 1;
    let [first, last] = [start, end];
    while (first < last && repeats(blocks[first]!.block)) first += 1;
    while (last > first && repeats(blocks[last - 1]!.block)) last -= 1;
    kept.push(...blocks.slice(first, last));
    start = end;
  }
  return kept;
}

/** Letters and signs without spaces; every number, and the sign of a page number field, is one sign. */
function spelled(text: string): string {
  return text.replaceAll(/\s+/gu, '').replaceAll(/\d+/gu, '#');
}
