/** The texts of `diffsvc compare`: help, notes and answers. Errors are where they are thrown. */
import { MARK_PROFILES } from '../../../shared/api/mark-profiles.ts';
import { dayFormat } from '../../../shared/in-words.ts';
import { many } from './many.ts';

const DAY = dayFormat('UTC');

/** `diffsvc compare`. */
export const COMPARE = {
  description: 'compare two files or two folders; no server is needed',
  original: 'the file or folder before; - for standard input',
  revised: 'the file or folder after; - for standard input',
  format:
    'format of both files: one of auto, html, markdown, md, txt, plain, json, csv, tsv, docx, pdf, xlsx, pptx. Without it, content and names decide',
  originalFormat: 'format of the first file: one of docx, pdf, html, markdown, txt, xlsx, pptx',
  revisedFormat: 'format of the second file; two formats are compared by what both state',
  mode: 'one of auto, word, block',
  output:
    'write a file, and nothing to the terminal; - for standard output, as HTML, or with an ending such as -.docx. The ending chooses: .html, .json, .patch, .pdf, .docx, .report.pdf, .report.html, .pages.pdf. A .docx has tracked revisions: two DOCX files merged, or a new document for text, HTML and Markdown. A .pages.pdf, or pages.pdf, has the pages of DOCX or PDF files with each change marked; any other .pdf has the redline. Folders write .html and .json (repeatable)',
  author: 'author of tracked revisions in a .docx (diffsvc)',
  date: 'date of tracked revisions (now)',
  marks: `how a .pdf marks changes: one of ${MARK_PROFILES.join(', ')}`,
  noSummary: 'leave out the page with names and counts in front of a .pdf',
  paper: 'paper of a .pdf without pages of its own: a4 or letter',
  revisions: 'what becomes of revisions in two DOCX: accept, or keep with author and date in a .docx',
  attributeMode: 'one of semantic, presentation; presentation also compares how a DOCX is set out',
  include:
    'content beside the text to compare, joined by commas: headers, footers, comments, pictures; or none. What is left out is listed',
  complexity: 'one of standard, extended; standard compares as text what the service would by default',
  select: 'compare only these elements of HTML, by a CSS selector; the rest is listed as not compared',
  ignoreSelector: 'leave these elements of HTML out, by a CSS selector; each is listed as not compared (repeatable)',
  signals:
    'also say what matters about each change. List places that a repeated replacement left out, and references that still name an old number',
  rules: 'a JSON file of rules beside the shipped ones; it asks for --signals',
  brief: 'print one line that says whether the files differ',
  stat: 'print counts of changes and words, and no text',
  context: 'unchanged paragraphs or rows to show before and after a change',
  color: 'when to use colours: auto, always, never',
  ignore:
    'hide changes of these kinds, joined by commas: case, space, punctuation, numbers, format, moves, toc. They still count',
  contents: 'also print the changed page numbers of a table of contents, which are otherwise one line',
  encoding:
    'encoding of both texts, such as windows-1252 or utf-16le. Without it: a byte order mark, UTF-8, or what HTML declares',
  encodingOfOne: 'encoding of a text, as for compare',
  exclude: 'leave out files of two folders that this pattern names, as in a .gitignore (repeatable)',
  only: 'compare only files of two folders that this pattern names (repeatable)',
  gitignore: 'leave out files that a .gitignore in either folder names',
  watch: 'compare again whenever a file changes; Ctrl+C ends it',
  json: 'print the whole answer as JSON',
  exitZero: 'end with exit code 0 also if something differs, for scripts that stop at any other',
  after: `
Exit code 0: nothing differs, in what was compared and in what was left out.
Exit code 1: something differs, hidden changes included; 0 with --exit-zero.
Exit code 2: a file could not be compared. One line on standard error says why.

Two folders: files are paired by path, then by content. A renamed file counts as different. A .git folder is passed
over. A link to a folder is named, and not followed. Files of other types are compared byte for byte.`,
} as const;

/** What a comparison says of changes that a filter hides. */
export function hiddenNote(count: number, ignores: Iterable<string>): string {
  const what = count === 1 ? '1 change is hidden' : `${count} changes are hidden`;
  return `${what} by --ignore ${[...ignores].join(',')}; ${count === 1 ? 'it still counts' : 'they still count'}.`;
}

/** How many changes are page numbers. */
export function contentsNote(count: number, printed: boolean): string {
  const what = `${count} of them ${count === 1 ? 'is a page number' : 'are page numbers'} of a table of contents`;
  return printed ? `${what}.` : `${what}; --contents prints ${count === 1 ? 'it' : 'them'}.`;
}

/** Who marked the changes of a line of the redline. */
export const DECLARED = {
  /** `date` is as the file states it. */
  by: (author: string, date: string | undefined): string => {
    const time = date === undefined ? Number.NaN : Date.parse(date.slice(0, 10));
    const day = Number.isNaN(time) ? '' : `, ${DAY.format(time)}`;
    return `${author === '' ? 'an unnamed author' : author}${day}`;
  },
  note: (names: readonly string[], isWhole: boolean): string =>
    `(${isWhole ? '' : 'partly '}marked by ${names.join('; ')})`,
} as const;

/** What `--signals` says after the redline. */
export const DETAILS_TEXT = {
  signals: 'What matters:',
  groups: 'Replaced in several places, and not in all:',
  references: 'References to check:',
  missed: (before: string, after: string, count: number, missed: number): string =>
    `“${before}” became “${after}” in ${count} places; ${missed === 1 ? '1 place still has' : `${missed} places still have`} it:`,
} as const;

/** The heading of what was left out and differs. */
export const NOT_COMPARED_DIFFERENT = 'Not compared, and different:';

/** What was left out and is equal. */
export function notComparedEqual(counts: string): string {
  return `Not compared, and equal: ${counts}.`;
}

/** The line of `--brief`. */
export function briefLine(names: readonly [string, string], answer: string): string {
  return `${names[0]} and ${names[1]}: ${answer}`;
}

/** Rows of `--stat` beside the counts of changes. */
export const STAT = {
  total: 'changes',
  wordsAdded: 'words added',
  wordsRemoved: 'words removed',
  hidden: 'hidden by --ignore',
} as const;

/** What the progress line says. */
export const PROGRESS = {
  reading: (name: string) => `reading ${name}`,
  comparing: 'comparing',
  writing: (name: string) => `writing ${name}`,
} as const;

/** How many files of two folders there are of each status. */
type FolderTotals = Readonly<
  Record<'same' | 'renamed' | 'different' | 'only_original' | 'only_revised' | 'failed', number>
>;

/** Two folders. */
export const FOLDERS = {
  head: ['status', 'changes', 'words', 'file'],
  indexHead: ['Status', 'Changes', 'Words added', 'Words removed', 'File'],
  status: {
    same: 'the same',
    renamed: 'renamed',
    different: 'different',
    only_original: 'removed',
    only_revised: 'added',
    failed: 'not compared',
  },
  briefly: (status: keyof FolderTotals, path: string) => `${FOLDERS.status[status]}: ${path}`,
  changes: (count: number, hidden: number) => (hidden === 0 ? String(count) : `${count} (${hidden} hidden)`),
  words: (added: number, removed: number) => `+${added} −${removed}`,
  totals: (totals: FolderTotals, leftOut: number) =>
    [
      `${totals.different} different`,
      ...(totals.renamed === 0 ? [] : [`${totals.renamed} renamed`]),
      `${totals.only_revised} added`,
      `${totals.only_original} removed`,
      ...(totals.failed === 0 ? [] : [`${totals.failed} not compared`]),
      `${many(totals.same, 'file', 'files')} the same`,
      ...(leftOut === 0 ? [] : [`${leftOut} left out`]),
    ].join(', '),
  byBytes: 'compared byte for byte',
  leftOutDiffers: 'Something that was not compared differs.',
  asText: (reason: string) => `Compared as text. ${reason}`,
  notRead: (reason: string) => `Not read: ${reason}.`,
} as const;

/** What `--watch` says between two comparisons. */
export const WATCH = {
  waiting: 'Waiting for a change. Ctrl+C ends the watch.',
  changed: (paths: readonly string[]) =>
    paths.length === 1 ? `Changed: ${paths[0]!}` : `Changed: ${paths[0]!} and ${paths.length - 1} more`,
} as const;
