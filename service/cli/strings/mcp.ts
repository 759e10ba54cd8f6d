/** The texts of `diffsvc mcp` and its tools. Errors are where they are thrown. */
import { sizeInWords } from '../../../shared/in-words.ts';
import { many } from './many.ts';

/** `diffsvc mcp`. */
export const MCP = {
  description: 'serve agents by the Model Context Protocol on standard input and output',
  root: 'files only below this folder, whatever the client grants; needed for a client without roots (repeatable)',
  after: `
The tools read and write files below the folders that the client grants. docs/agents.md has configurations.`,
} as const;

/** The tools of `diffsvc mcp`, for the agent that chooses among them. */
export const TOOLS = {
  instructions:
    'Compare two documents first, then list the changes page by page, and write a redline or decided documents. Paths are absolute, or relative to the first granted folder.',
  compare: {
    title: 'Compare documents',
    description:
      'Compares two files: DOCX, PDF, HTML, Markdown, text or JSON. Answers with counts, with what was not compared, and with a comparisonId for the other tools.',
  },
  list: {
    title: 'List changes',
    description: 'The changes of a comparison in document order, page by page.',
  },
  write: {
    title: 'Write a redline',
    description:
      'Writes a comparison as a file. The ending of its name chooses: .docx (tracked revisions), .html (a page to review), .json (all changes), .pdf, .patch. A .report.pdf or .report.html has a cover, a list of changes and the redline. A .pages.pdf has the pages of DOCX or PDF files with each change marked.',
  },
  decide: {
    title: 'Apply decisions',
    description:
      'Accepts and rejects changes of a comparison, and writes the result as .docx or as a fragment in .html. Changes that are not named keep their marks. What `decidedWith` names is one decision with the change; name all of them.',
  },
  verify: {
    title: 'Verify a redline',
    description:
      'Checks that rejecting every change of a redline gives the original, and accepting every change gives the revised document. It takes a tracked DOCX, a fragment or a review page.',
  },
  undisclosed: {
    title: 'List undisclosed changes',
    description:
      'What a returned DOCX changed without marking it as a tracked revision, also what no reader sees. Each item is a sentence.',
  },
  follow: {
    title: 'Follow three drafts',
    description:
      'What became of the changes of a second draft in a third one: accepted, changed back, changed further; and what is new. The drafts are DOCX, DOC, RTF or ODT, or all HTML, Markdown or text.',
  },
  folders: {
    title: 'Compare folders',
    description:
      'Compares two folders, file by file, and names the files that differ, were renamed, or are in one folder alone. compare_documents then shows the changes of one pair.',
  },
  fields: {
    original: 'Path of the file before.',
    revised: 'Path of the file after.',
    redline: 'Path of the tracked DOCX, fragment or review page.',
    format: 'Format of this side; without it its content and name say.',
    include: 'Content beside the text to compare. Without it, all of it.',
    comparisonId: 'As compare_documents answered.',
    answer: 'Whether they differ, in one sentence.',
    untrackedAnswer:
      'What the revised DOCX changed without tracking it, in one sentence; or that it tracks everything.',
    untrackedTotal: 'Number of edits that it does not track. list_undisclosed names each.',
    fallbackReason: 'Why the documents were compared as text without structure.',
    notComparedCounts: 'What was not compared, in counts by kind.',
    notComparedDifferences: 'What was not compared and differs, one sentence each.',
    more: 'Number of further sentences.',
    totalChanges: 'Number of changes with an id of their own. A person counts some of them as one, such as a move.',
    decidedWith: 'The other changes of the same decision, such as the other end of a move.',
    offset: 'Number of changes before this page.',
    cut: 'Text of this side. The middle of a long text is left out.',
    place: 'The place in the files: a cell, a shape on a slide, a page or a row of a table.',
    where: 'Headings around the change, outermost first.',
    nextOffset: 'Offset of the next page; absent on the last one.',
    groupId: 'Its group of equal replacements.',
    signals: 'What a careful reader looks at first: amounts, dates, negations and others.',
    onlySignals: 'Only changes with one of these signals, by rule; an empty list: with any.',
    matchingChanges: 'Number of changes with the signals that were asked for.',
    sent: 'Path of the DOCX that was sent.',
    returned: 'Path of the DOCX that came back, with its tracked revisions.',
    first: 'Path of the first draft.',
    second: 'Path of the second draft, with the changes of the other party.',
    third: 'Path of the third draft, the answer to them.',
    repeated: 'Equal replacements in several places, and how many places they left out, one sentence each.',
    references: 'References that still name the old number of a clause, one sentence each.',
    output: 'Path of the file to write.',
    overwrite: 'Whether a file of that name may be replaced. An input never is.',
    author: 'Author of tracked revisions.',
    decided: 'Change ids, or "all", which means every change that the other list does not name.',
    originalFolder: 'Path of the folder before.',
    revisedFolder: 'Path of the folder after.',
    exclude: 'Files to leave out, by patterns as in a .gitignore file.',
    only: 'Patterns of the files to compare. Without them, all files.',
    gitignore: 'Whether to leave out what a .gitignore in either folder names.',
    folderAnswer: 'How many files there are of each kind, in one sentence.',
    pathInFolder: 'Path in this folder; absent where the file is not there.',
    changesOfFile: 'Number of changes, as a person counts.',
    moreFiles: 'Number of further files that are not the same.',
    leftOut: 'Number of files and folders that were left out.',
    holds: 'Whether every law holds.',
  },
} as const;

/** What a tool that takes long says of its progress. */
export const TOOL_STEPS = {
  reading: (name: string) => `Reading ${name}`,
  comparing: 'Comparing',
  checking: 'Looking for changes without a mark',
  following: 'Comparing two of the drafts',
  listing: 'Looking for files that belong together',
  writing: (name: string) => `Writing ${name}`,
} as const;

/** What the tools answer in words, beside their data. */
export const TOOL_ANSWERS = {
  noChanges: (offset: number, total: number) => `No changes from offset ${offset} on; there are ${total}.`,
  /** `units`: how many changes there are for a person. */
  changes: (first: number, last: number, total: number, units: number) =>
    total === units
      ? `Changes ${first} to ${last} of ${total}.`
      : `Changes ${first} to ${last} of ${total}. They make ${many(units, 'decision', 'decisions')}.`,
  undisclosed: (count: number) =>
    count === 0
      ? 'Every change is declared by a tracked revision.'
      : `${many(count, 'change is', 'changes are')} not declared by any tracked revision.`,
  followed: (accepted: number, changedBack: number, changedFurther: number, added: number) =>
    `${accepted} accepted, ${changedBack} changed back, ${changedFurther} changed further, ${added} new.`,
  laws: (hold: boolean) => (hold ? 'Every law holds.' : 'A law is broken.'),
  wrote: (path: string, bytes: number) => `Wrote ${path} (${sizeInWords(bytes)}).`,
} as const;
