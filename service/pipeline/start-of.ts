import { textOf, type Block } from '../../shared/document/model.ts';

/** Maximum length of the words that name a block, in UTF-16 units. */
const LENGTH = 40;

/** The words with which a block begins, for a person; empty without text. */
export function startOf(block: Block): string {
  const words = block.kind === 'text' ? textOf(block).replaceAll(/\s+/gu, ' ').trim() : '';
  return words.length <= LENGTH ? words : `${words.slice(0, LENGTH).replace(/\s\S*$/u, '')} …`;
}
