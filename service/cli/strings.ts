/** The texts of the command line: help, notes and answers. Errors are where they are thrown. */
import { dayFormat, sizeInWords } from '../../shared/in-words.ts';

const DAY = dayFormat('UTC');

/** The program itself. */
export const DIFFSVC = {
  description: 'Compare two documents on your own machine.',
  /** What the manual page says after the commands. */
  exits: [
    ['0', 'Nothing differs, or the command did its work.'],
    ['1', 'Something differs.'],
    ['2', 'There was trouble. One line on standard error says which.'],
  ],
  environment: [
    ['NO_COLOR', 'No colours, unless --color always asks for them (no-color.org).'],
    ['FORCE_COLOR', 'Colours even if standard output is no terminal.'],
    ['DIFFSVC_DATA_DIR, DIFFSVC_HOST, DIFFSVC_PORT', 'As the options of serve with the same meaning.'],
  ],
} as const;

/** `diffsvc compare`. */
export const COMPARE = {
  description: 'compare two files or two folders; no server is needed',
  original: 'the file or folder before; - for standard input',
  revised: 'the file or folder after; - for standard input',
  format:
    'format of both files: one of auto, html, markdown, md, txt, plain, json, docx, pdf. Without it, content and names decide',
  originalFormat: 'format of the first file: one of docx, pdf, html, markdown, txt',
  revisedFormat: 'format of the second file; two formats are compared by what both state',
  mode: 'one of auto, word, block',
  output:
    'write a file, and nothing to the terminal. Its ending chooses: .html, .json, .patch, .pdf, .docx, .report.pdf, .report.html, .pages.pdf. A .docx has tracked revisions: two DOCX files merged, or a new document for text, HTML and Markdown. A .pages.pdf, or pages.pdf, has the pages of DOCX or PDF files with each change marked; any other .pdf has the redline. Folders write .html and .json (repeatable)',
  author: 'author of tracked revisions in a .docx (diffsvc)',
  date: 'date of tracked revisions (now)',
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
  watch: 'compare again whenever a file changes; Ctrl+C ends it',
  json: 'print the whole answer as JSON',
  after: `
Exit code 0: nothing differs, in what was compared and in what was left out.
Exit code 1: something differs, hidden changes included.
Exit code 2: a file could not be compared. One line on standard error says why.

Two folders: files are paired by path, then by content. A .git folder is passed over. A link to a folder is named, and
not followed. Files of other types are compared byte for byte.`,
} as const;

/** What a comparison says of changes that a filter hides. */
export function hiddenNote(count: number, ignores: Iterable<string>): string {
  const what = count === 1 ? '1 change is hidden' : `${count} changes are hidden`;
  return `${what} by --ignore ${[...ignores].join(',')}; ${count === 1 ? 'it still counts' : 'they still count'}.`;
}

/** How many changes are page numbers. */
export function contentsNote(count: number): string {
  return `${count} of them ${count === 1 ? 'is' : 'are'} page numbers of a table of contents.`;
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

/** `diffsvc evidence`. */
export const EVIDENCE = {
  description: 'write a pack that proves a comparison anywhere',
  output: 'the pack to write, a ZIP archive',
  changesOnly: 'only the changes: neither the files nor any unchanged text',
  witness: 'read both files with a second reader, too, and say whether it agrees',
  date: 'date of the pack (now); the same files, options and date give the same bytes',
  after: `
The pack has a manifest with digests of the files, of their texts and of the redline, with the settings and the version.
It also has the redline, the changes and both files. diffsvc verify PACK proves it again on any machine.`,
} as const;

/** What the verification of a pack checks. */
export const EVIDENCE_CHECKS = {
  entry: (name: string): string => `${name} is as the manifest says`,
  nothingElse: 'the pack has nothing else',
  fragment: 'the redline is the one of the manifest',
  rejectAll: 'rejecting all gives the original',
  acceptAll: 'accepting all gives the revised',
  file: (side: string): string => `the ${side} file is the one that was compared`,
  text: (side: string): string => `the ${side} text is read as it was`,
  reading: (side: string): string => `the ${side} document is read as it was`,
  changes: 'comparing again gives the same redline and the same changes',
  compared: 'comparing again, which needs both files: name them before the pack',
  members: 'the manifest has nothing else',
  entries: 'the pack has the entries that it must have',
  entryName: (side: string): string => `the entry of the ${side} file has its name`,
  size: (side: string): string => `the ${side} file has its size`,
  format: 'the format is the one that was compared',
  sameness: 'the sameness is what the comparison gives',
  summary: 'the counts are those of the changes',
  witness: (side: string): string => `the second reader of the ${side} file finds the same`,
  values: (pack: string, calculated: string): string => `; the pack says ${pack}, calculated is ${calculated}`,
  proved: 'everything holds',
  broken: 'something does not hold',
  unchecked: 'something could not be checked; the rest holds',
} as const;

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

/** How many of something, in words. */
function many(count: number, one: string, other: string): string {
  return `${count} ${count === 1 ? one : other}`;
}

/** "2 changes and 1 part of a change". */
function manyWithParts(changes: number, parts: number): string {
  const whole = many(changes, 'change', 'changes');
  return parts === 0 ? whole : `${whole} and ${many(parts, 'part', 'parts')} of changes`;
}

/** Two folders. */
export const FOLDERS = {
  head: ['status', 'changes', 'words', 'file'],
  indexHead: ['Status', 'Changes', 'Words added', 'Words removed', 'File'],
  status: {
    same: 'the same',
    different: 'different',
    only_original: 'removed',
    only_revised: 'added',
    failed: 'not compared',
  },
  briefly: (status: 'same' | 'different' | 'only_original' | 'only_revised' | 'failed', path: string) =>
    `${FOLDERS.status[status]}: ${path}`,
  changes: (count: number, hidden: number) => (hidden === 0 ? String(count) : `${count} (${hidden} hidden)`),
  words: (added: number, removed: number) => `+${added} −${removed}`,
  totals: (totals: { same: number; different: number; only_original: number; only_revised: number; failed: number }) =>
    [
      `${totals.different} different`,
      `${totals.only_revised} added`,
      `${totals.only_original} removed`,
      ...(totals.failed === 0 ? [] : [`${totals.failed} not compared`]),
      `${many(totals.same, 'file', 'files')} the same`,
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

/** `diffsvc completion`. */
export const COMPLETION = {
  description: 'print a script that completes commands, options and their values in a shell',
  shell: 'one of bash, zsh, fish',
  after: `
bash: source <(diffsvc completion bash)
zsh:  diffsvc completion zsh > "\${fpath[1]}/_diffsvc"
fish: diffsvc completion fish > ~/.config/fish/completions/diffsvc.fish`,
} as const;

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
  fields: {
    original: 'Path of the file before.',
    revised: 'Path of the file after.',
    redline: 'Path of the tracked DOCX, fragment or review page.',
    format: 'Format of this side; without it its content and name say.',
    include: 'Content beside the text to compare. Without it, all of it.',
    comparisonId: 'As compare_documents answered.',
    answer: 'Whether they differ, in one sentence.',
    fallbackReason: 'Why the documents were compared as text without structure.',
    notComparedCounts: 'What was not compared, in counts by kind.',
    notComparedDifferences: 'What was not compared and differs, one sentence each.',
    more: 'Number of further sentences.',
    totalChanges: 'Number of changes with an id of their own. A person counts some of them as one, such as a move.',
    decidedWith: 'The other changes of the same decision, such as the other end of a move.',
    offset: 'Number of changes before this page.',
    cut: 'Text of this side. The middle of a long text is left out.',
    where: 'Headings around the change, outermost first.',
    nextOffset: 'Offset of the next page; absent on the last one.',
    groupId: 'Its group of equal replacements.',
    signals: 'What a careful reader looks at first: amounts, dates, negations and others.',
    repeated: 'Equal replacements in several places, and how many places they left out, one sentence each.',
    references: 'References that still name the old number of a clause, one sentence each.',
    output: 'Path of the file to write.',
    overwrite: 'Whether a file of that name may be replaced. An input never is.',
    author: 'Author of tracked revisions.',
    decided: 'Change ids, or "all", which means every change that the other list does not name.',
    holds: 'Whether every law holds.',
  },
} as const;

/** What the tools answer in words, beside their data. */
export const TOOL_ANSWERS = {
  noChanges: (offset: number, total: number) => `No changes from offset ${offset} on; there are ${total}.`,
  /** `units`: how many changes there are for a person. */
  changes: (first: number, last: number, total: number, units: number) =>
    total === units
      ? `Changes ${first} to ${last} of ${total}.`
      : `Changes ${first} to ${last} of ${total}. They make ${many(units, 'decision', 'decisions')}.`,
  laws: (hold: boolean) => (hold ? 'Every law holds.' : 'A law is broken.'),
  wrote: (path: string, bytes: number) => `Wrote ${path} (${sizeInWords(bytes)}).`,
} as const;

/** What the last check of a file with decisions says. */
export const LAST_CHECK = {
  exact: 'The file is exactly what was decided: words, paragraphs, pictures and links.',
  differs: 'The file is not exactly what was decided.',
  more: (count: number) => `There ${count === 1 ? 'is 1 more place' : `are ${count} more places`}.`,
} as const;

/** `diffsvc git`. */
export const GIT = {
  description: 'show and merge documents in git',
  install: 'let git show DOCX and PDF as text, and merge DOCX, Markdown and text with diffsvc',
  uninstall: 'take the settings of install back',
  global: 'for all repositories of this user, instead of this one',
  installed: (file: string) => `Git shows and merges documents with diffsvc. The attributes are in ${file}`,
  difftool: 'compare two files or folders; exits with 0 whether they differ or not',
  local: 'what git calls LOCAL',
  remote: 'what git calls REMOTE',
  diff: 'compare as the program of GIT_EXTERNAL_DIFF',
  diffArguments: 'the 7 arguments of git, 9 for a renamed file',
  merge: 'merge two revisions into the file ours; exits with 1 if conflicts are left in it',
  base: 'the common ancestor, what git calls %O',
  ours: 'our revision, what git calls %A; the result replaces it',
  theirsFile: 'their revision, what git calls %B',
  markerSize: 'length of a conflict marker, what git calls %L',
  path: 'path of the file in the repository, what git calls %P',
  summary: 'say in a few lines what changed, for the message of a commit',
  summaryOriginal: 'the file before; without files the staged documents are compared with the last commit',
  summaryRevised: 'the file after',
  theirs: 'theirs',
  unmerged: (path: string) => `${path} is not merged.`,
  header: (path: string, newPath: string) => (path === newPath ? `diffsvc ${path}` : `diffsvc ${path} → ${newPath}`),
  notCompared: (reason: string) => `Not compared: ${reason}`,
  textConflicts: (path: string, count: number) =>
    `${path}: ${many(count, 'conflict is', 'conflicts are')} between markers`,
  wordConflicts: (path: string, count: number) =>
    count === 0
      ? `${path}: changes that cannot be merged are tracked revisions of theirs; accept or reject them`
      : `${path}: ${many(count, 'conflict is a tracked revision', 'conflicts are tracked revisions')} of theirs; accept or reject them`,
} as const;

/** `diffsvc summary`. */
export const SUMMARY = {
  added: 'added',
  deleted: 'deleted',
  notCompared: (reason: string) => `not compared, ${reason}`,
  more: (count: number) => `- and ${count} more`,
  change: (type: string, before: string | null, after: string | null) => {
    if (type === 'format') return `${after ?? ''} has another format`;
    if (type === 'link') return `${after ?? ''} leads elsewhere`;
    if (before !== null && after !== null) return `${before} became ${after}`;
    return after === null ? `removed ${before ?? ''}` : `added ${after}`;
  },
  /** Several changes that are one. The texts are those of the first one. */
  unit: (kind: string, before: string | null, after: string | null) => {
    const text = after ?? before ?? '';
    if (kind === 'move') return `moved ${text}`;
    if (kind === 'list') return `${text} and the items after it became another kind of list`;
    if (kind === 'picture') return 'replaced a picture';
    return `${after === null ? 'removed' : 'added'} the ${kind} ${text}`;
  },
} as const;
