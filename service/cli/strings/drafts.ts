/** The texts of `diffsvc negotiate` and `diffsvc undisclosed`. Errors are where they are thrown. */
import { many } from './many.ts';

/** `diffsvc negotiate`. */
export const NEGOTIATE = {
  description: 'say what became of the changes of a second draft in a third one',
  first: 'the first draft',
  second: 'the second draft, with the changes of the other party',
  third: 'the third draft, the answer to them',
  json: 'print the lists as JSON',
  markdown: 'print the lists as Markdown',
  heading: 'What became of the changes',
  lists: {
    accepted: (count: number, parts: number): string => `Accepted: ${manyWithParts(count, parts)} of the second draft.`,
    changedBack: (count: number, parts: number): string =>
      `Changed back: ${manyWithParts(count, parts)} of the second draft.`,
    changedFurther: (count: number, parts: number): string =>
      `Changed further: ${manyWithParts(count, parts)} of the second draft.`,
    added: (count: number): string => `New in the third draft: ${many(count, 'change', 'changes')}.`,
  },
  part: (sentence: string): string => `Part of a change: ${sentence}`,
  after: `
It takes three drafts in the order of their making. With theirs, ours, theirs it says what they accepted of your changes,
what they changed back, and what is new. Where the third draft treated parts of one change differently, each sentence or
changed word is in a list of its own. The drafts are DOCX, DOC, RTF or ODT, or all HTML, Markdown or text.

Exit code 0: the third draft accepts everything and adds nothing.
Exit code 1: something was changed back or further, or is new.`,
} as const;

/** `diffsvc undisclosed`. */
export const UNDISCLOSED = {
  description: 'list what a returned DOCX changed without marking it as a tracked revision',
  sent: 'the DOCX that was sent',
  returned: 'the DOCX that came back, with its tracked revisions',
  json: 'print the list as JSON',
  answer: (count: number): string =>
    count === 0
      ? 'Every change is declared by a tracked revision.'
      : `${many(count, 'change is', 'changes are')} not declared by any tracked revision.`,
  declared: (author: string, revisions: number): string =>
    `${author === '' ? 'An unnamed author' : author} declared ${many(revisions, 'revision', 'revisions')}.`,
  after: `
Exit code 0: every change is declared by a tracked revision.
Exit code 1: something changed without a mark. Each line says what.
Exit code 2: a file could not be read.

Revisions that the sent file already has count as accepted. Headers, comments, pictures, fields, properties of the
document, hidden and white text, invisible characters and look-alike letters count too.`,
} as const;

/** "2 changes and 1 part of a change". */
function manyWithParts(changes: number, parts: number): string {
  const whole = many(changes, 'change', 'changes');
  return parts === 0 ? whole : `${whole} and ${many(parts, 'part', 'parts')} of changes`;
}
