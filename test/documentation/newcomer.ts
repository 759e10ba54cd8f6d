/** What a newcomer types, beside which files, and how each line ends. */
import { docx } from '../builders/docx.ts';
import { plainPdf } from '../builders/plain-pdf.ts';
import type { LineResult } from './fresh-clone.ts';

/** Pages that a newcomer reads, in their order. */
export const PAGES = ['README.md', 'docs/start.md', 'docs/installation.md'];
/** These compare two files that differ, which is exit code 1. */
const DIFFERENT = /^diffsvc (?:compare|undisclosed|negotiate)\b.*|^npx .* diffsvc compare\b/u;
/** Electron comes from a site that a machine may not reach. One sentence says so then. */
const NEEDS_DOWNLOAD = /^npm run (?:dist|desktop)$/u;
const UNREACHABLE = /^diffsvc: Electron .*(?:could not be fetched|did not answer)/mu;
/** The package needs a machine with Node 24. */
const OF_PACKAGE = /\.tgz\b/u;

const draft = (days: number, more = ''): Uint8Array =>
  docx(`<w:p><w:r><w:t>The tenant pays within ${days} days.</w:t></w:r></w:p>${more}<w:sectPr/>`);
const page = (days: number): Uint8Array =>
  plainPdf([{ content: `BT /F1 12 Tf 72 700 Td (The tenant pays within ${days} days.) Tj ET` }]);

/** Every file that the lines name. */
export const FILES = new Map<string, string | Uint8Array>([
  ['old.docx', draft(30)],
  ['new.docx', draft(60)],
  ['sent.docx', draft(30)],
  ['returned.docx', draft(60)],
  ['ours.docx', draft(30)],
  ['theirs.docx', draft(60)],
  ['ours-2.docx', draft(45)],
  ['old.pdf', page(30)],
  ['new.pdf', page(60)],
  ['old.md', 'The tenant pays within 30 days.\n'],
  ['new.md', 'The tenant pays within 60 days.\n'],
  ['old-folder/lease.md', 'The tenant pays within 30 days.\n'],
  ['new-folder/lease.md', 'The tenant pays within 60 days.\n'],
  ['FOLDER/lease.md', 'The tenant pays within 30 days.\n'],
]);

/** Whether a line needs a machine with its own Node 24. */
export function needsNode24(command: string): boolean {
  return OF_PACKAGE.test(command);
}

/** What is wrong with the end of a line; null if a reader got what the page says. */
export function faultOfLine(command: string, { code, output }: LineResult): string | null {
  if (NEEDS_DOWNLOAD.test(command) && UNREACHABLE.test(output)) return null;
  const expected = DIFFERENT.test(command) ? 1 : 0;
  return code === expected ? null : `exit code ${String(code)}, expected ${expected}:\n${output}`;
}
