import type { MarkName, Side, TextType } from '../../shared/document/model.ts';
import type { ComparedFormat, RequestedFormat } from '../../shared/api/text-spellings.ts';
import type { DocumentInput } from '../review/read-input-file.ts';
import type { FormatChange, ReviewChange } from '../review/list-changes.ts';
import type { TextFault } from '../review/read-text-file.ts';

/** Every text that the pages share. Those of the application alone are in app/app-messages.ts, of viewer and review in viewer/viewer-messages.ts. */

const number = new Intl.NumberFormat('en');

function count(value: number, one: string, many: string): string {
  return `${number.format(value)} ${value === 1 ? one : many}`;
}

const SIDES: Record<Side, string> = { original: 'Original', revised: 'Revised' };

const FORMATS: Record<ComparedFormat | DocumentInput['format'], string> = {
  docx: 'DOCX',
  pdf: 'PDF',
  html: 'HTML',
  markdown: 'Markdown',
  txt: 'Plain text',
  json: 'JSON',
};

/** A size in bytes, exact, as limits are. */
function bytes(size: number): string {
  return `${number.format(size)} bytes`;
}

/** A text as it is quoted in one line: white space as single spaces, cut after 60 characters. */
function quote(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  if (line === '') return text.includes('\n') ? 'a line break' : 'white space';
  const characters = [...line];
  return `“${characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : line}”`;
}

function textFault(fault: TextFault, name: string): string {
  switch (fault.kind) {
    case 'too-large':
      return `“${name}” has ${bytes(fault.sizeBytes)}; the limit is ${bytes(fault.limitBytes)} for both documents together. Compare a part of it, or use the command line.`;
    case 'document':
      return `“${name}” is a ${fault.type} file, which is not read. If it is a document of Word, save it as DOCX without a password.`;
    case 'binary':
      return `“${name}” is not a text file (it has a zero byte at position ${number.format(fault.offset)}). Choose an HTML, Markdown, plain-text or JSON file.`;
    case 'encoding':
      return `“${name}” is not UTF-8, nor UTF-16 with a byte order mark. Save it as UTF-8 and choose it again.`;
    case 'unreadable':
      return `“${name}” could not be read. It may be a folder, or it was moved. Choose it again.`;
  }
}

const MARK_WORDS: Record<MarkName, string> = {
  strong: 'bold',
  em: 'italic',
  u: 'underline',
  s: 'strikethrough',
  sup: 'superscript',
  sub: 'subscript',
  mark: 'highlight',
  code: 'code',
};

const TYPE_WORDS: Record<TextType, string> = {
  p: 'paragraph',
  h1: 'heading 1',
  h2: 'heading 2',
  h3: 'heading 3',
  h4: 'heading 4',
  h5: 'heading 5',
  h6: 'heading 6',
  pre: 'preformatted text',
  line: 'line of text',
  'code-line': 'line of code',
  caption: 'caption',
};

/** What a format change does: "Bold added, italic removed", "Heading 2 became heading 3". */
function formatText(format: FormatChange | undefined): string {
  if (format === undefined) return 'Formatting changed';
  const { added, removed, types, placed } = format;
  const parts = [
    ...(types ? [`${TYPE_WORDS[types.original]} became ${TYPE_WORDS[types.revised]}`] : []),
    ...(placed ? ['list or quotation level changed'] : []),
    ...added.map((name) => `${MARK_WORDS[name]} added`),
    ...removed.map((name) => `${MARK_WORDS[name]} removed`),
  ].join(', ');
  return parts === '' ? 'Look changed' : parts.charAt(0).toUpperCase() + parts.slice(1);
}

function changeText(change: ReviewChange): string {
  switch (change.kind) {
    case 'insert':
      return `Inserted ${quote(change.after)}`;
    case 'delete':
      return `Deleted ${quote(change.before)}`;
    case 'replace':
      return `Replaced ${quote(change.before)} with ${quote(change.after)}`;
    case 'block_insert':
      return change.moved ? `Moved here: ${quote(change.after)}` : `Inserted block ${quote(change.after)}`;
    case 'block_delete':
      return change.moved ? `Moved from here: ${quote(change.before)}` : `Deleted block ${quote(change.before)}`;
    case 'format':
      return `${formatText(change.format)}: ${quote(change.after)}`;
    case 'link':
      return `Link changed: ${change.before === '' ? 'none' : change.before} → ${change.after === '' ? 'none' : change.after}`;
    case 'split':
      return 'Paragraph split here';
    case 'merge':
      return 'Paragraphs joined here';
  }
}

/** Texts, and functions that make texts. Sizes are in bytes; `at` counts from 0 and is shown from 1. */
export const messages = {
  product: 'diffsvc',
  skip: 'Skip to the documents',
  pageTitle: (state: string | null): string => (state === null ? 'diffsvc' : `${state} – diffsvc`),

  side: (side: Side): string => SIDES[side],
  sideHint: { original: 'The document as it was', revised: 'The document as it is now' } satisfies Record<Side, string>,
  placeholder: 'Paste or type text here, or drop a file: DOCX, PDF, HTML, Markdown, text, JSON',
  chooseFile: 'Choose file…',
  chooseFileFor: (side: Side): string => `Choose file… for ${SIDES[side]}`,
  clear: 'Clear',
  clearSide: (side: Side): string => `Clear ${SIDES[side]}`,
  dropHere: 'Drop the file here',
  fileLoaded: (side: Side, name: string): string => `${SIDES[side]}: ${name} loaded`,
  tooManyFiles: (given: number): string =>
    `${number.format(given)} files were dropped. Drop two at most: the original and the revised one.`,
  swap: 'Swap',
  swapLong: 'Swap original and revised',
  textFault,

  formatLabel: 'Format',
  format: (format: RequestedFormat): string => (format === 'auto' ? 'Detect' : FORMATS[format]),
  compare: 'Compare',
  comparing: 'Comparing…',
  differentKinds:
    'The two sides are of different kinds. Compare DOCX with DOCX, PDF with PDF, or text with text: choose the other file again, or clear it.',
  documentOf: (format: DocumentInput['format']): string => `${FORMATS[format]} document`,
  cancel: 'Cancel',
  cancelled: 'The comparison was cancelled.',
  compareShortcut: 'Ctrl + Enter',
  bothEmpty: 'Both sides are empty. Paste, type or drop at least one document.',
  pairTooLarge: (sizeBytes: number, limitBytes: number): string =>
    `Both documents together have ${bytes(sizeBytes)}; the limit is ${bytes(limitBytes)}. Compare parts of them.`,

  liveTooLarge: (sizeBytes: number, limitBytes: number): string =>
    `Both texts together make a request of ${bytes(sizeBytes)}; while typing the limit is ${bytes(limitBytes)}. Compare them on the first page, as files or pasted.`,

  failed: 'The documents were not compared',
  unreachable: 'The service does not answer. Check that it is still running, then compare again.',
  unreadable: 'The service answered with something that this page cannot show safely. Nothing of it is displayed.',
  unexpected: 'Something went wrong in this page. Your texts are still here; compare again.',
  errorCode: 'Code',
  requestId: 'Request',
  dismiss: 'Dismiss',

  same: 'The two documents are the same',
  sameDetail: 'No word, format or link differs.',
  sameSources: 'Their sources differ only in what is not compared, such as white space between elements or images.',
  changes: (total: number): string => count(total, 'change', 'changes'),
  comparedAs: (format: ComparedFormat | DocumentInput['format']): string => `Compared as ${FORMATS[format]}`,
  fallback: 'Compared as text',
  fallbackDetail:
    'The documents are too large or too complex to compare with their structure. Words, numbers and paragraphs are all compared; headings, formatting and links are not shown.',
  countsLabel: 'Changes by kind',
  counts: {
    insertions: (value: number): string => count(value, 'insertion', 'insertions'),
    deletions: (value: number): string => count(value, 'deletion', 'deletions'),
    replacements: (value: number): string => count(value, 'replacement', 'replacements'),
    formatChanges: (value: number): string => count(value, 'format change', 'format changes'),
    linkChanges: (value: number): string => count(value, 'link change', 'link changes'),
    blockInsertions: (value: number): string => count(value, 'inserted block', 'inserted blocks'),
    blockDeletions: (value: number): string => count(value, 'deleted block', 'deleted blocks'),
  },

  navigation: 'Changes',
  next: 'Next change',
  previous: 'Previous change',
  nextKeys: 'n or F8',
  previousKeys: 'p or F7',
  position: (at: number | null, total: number, openOnly: boolean): string => {
    const all = openOnly ? `${number.format(total)} open` : number.format(total);
    if (at !== null) return `${number.format(at + 1)} of ${all}`;
    return openOnly ? all : count(total, 'change', 'changes');
  },
  change: changeText,
  announceChange: (at: number, total: number, change: ReviewChange): string =>
    `Change ${number.format(at + 1)} of ${number.format(total)}. ${changeText(change)}`,
  document: 'Document with its changes',
} as const;
