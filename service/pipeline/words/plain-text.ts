/** A document as plain text, for tools that compare lines: version control and patches. */
import { textOf, type Block, type Cell, type TextBlock } from '../../../shared/document/model.ts';
import { isStory, storyLabel } from '../../../shared/document/story.ts';
import { stepsOf } from '../../../shared/document/path.ts';

/**
 * The text of blocks: one line for each block and table row, and an empty line between unrelated blocks. Headings begin
 * with `#`, items with `-` or `1.`. Every number is 1, so that a new item is one new line. The text ends with a line
 * feed unless it is empty.
 */
export function plainTextOf(blocks: readonly Block[]): string {
  let text = '';
  let before: Block | undefined;
  for (const block of blocks) {
    const lines = linesOf(block);
    if (lines.length === 0) continue;
    if (before !== undefined && !(isItem(before) && isItem(block))) text += '\n';
    text += `${lines.join('\n')}\n`;
    before = block;
  }
  return text;
}

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return [indentOf(block) + textOf(block).replaceAll('\n', `\n${' '.repeat(indentOf(block).length)}`)];
    case 'table':
      return block.rows.map(({ cells }) => `| ${cells.map(cellText).join(' | ')} |`);
    case 'rule':
      return ['---'];
    case 'image':
      return block.image.alt === '' ? [] : [`[image: ${block.image.alt}]`];
  }
}

/** A cell on one line, with slashes between its blocks. */
function cellText({ blocks }: Cell): string {
  return blocks
    .flatMap(linesOf)
    .map((line) => line.replaceAll('\n', ' '))
    .join(' / ');
}

function indentOf({ type, path }: TextBlock): string {
  let indent = '';
  stepsOf(path).forEach((step, depth) => {
    const shows = depth === path.length - 1 && step.starts;
    if (isStory(step.kind)) indent += shows ? `${storyLabel({ ...step, kind: step.kind })}: ` : '';
    else if (step.kind === 'quote') indent += '> ';
    else if (step.kind === 'ul') indent += shows ? '- ' : '  ';
    else if (step.kind === 'ol') indent += shows ? '1. ' : '   ';
    else if (step.kind === 'dd') indent += '  ';
  });
  return /^h[1-6]$/.test(type) ? `${indent}${'#'.repeat(Number(type[1]))} ` : indent;
}

function isItem(block: Block): boolean {
  return block.kind === 'text' && stepsOf(block.path).some(({ kind }) => kind === 'ul' || kind === 'ol');
}
