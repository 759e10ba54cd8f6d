import { textOf, type Block } from '../../../shared/document/model.ts';

/** Maximum length of the words that name a block, in UTF-16 units. */
const LENGTH = 40;
/** How much of a text is read for them. It may contain much white space. */
const READ_LENGTH = 400;

/** The words with which a block begins, for a person; empty without text. */
export function startOf(block: Block): string {
  return block.kind === 'text' ? startOfText(textOf(block)) : '';
}

/** The words with which a text begins. */
export function startOfText(text: string): string {
  const words = text.slice(0, READ_LENGTH).replaceAll(/\s+/gu, ' ').trim();
  return words.length <= LENGTH ? words : `${words.slice(0, LENGTH).replace(/\s\S*$/u, '')} …`;
}
