import { shellMessages } from '../messages.ts';

/** The kinds of files that the application takes, for dialogs and for what is associated with it. */
export interface DocumentType {
  /** As a dialog names it. */
  readonly name: string;
  /** Endings, lower case, without a dot. */
  readonly endings: readonly string[];
  readonly mimeType: string;
}

/** Every kind, in the order of a dialog. */
export const DOCUMENT_TYPES: readonly DocumentType[] = [
  {
    name: shellMessages.documents.docx,
    endings: ['docx'],
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  { name: shellMessages.documents.pdf, endings: ['pdf'], mimeType: 'application/pdf' },
  { name: shellMessages.documents.html, endings: ['html', 'htm'], mimeType: 'text/html' },
  { name: shellMessages.documents.markdown, endings: ['md', 'markdown'], mimeType: 'text/markdown' },
  { name: shellMessages.documents.txt, endings: ['txt'], mimeType: 'text/plain' },
  { name: shellMessages.documents.json, endings: ['json'], mimeType: 'application/json' },
];

/** All endings that are taken. */
export const DOCUMENT_ENDINGS: readonly string[] = DOCUMENT_TYPES.flatMap(({ endings }) => endings);

/** The ending of a file name in lower case, without the dot; empty when it has none. */
export function endingOf(name: string): string {
  return /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
