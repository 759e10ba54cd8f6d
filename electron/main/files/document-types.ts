import { shellMessages } from '../strings.ts';

/** A kind of file that the application opens, for dialogs and file associations. */
export interface DocumentType {
  /** Its name in a dialog. */
  readonly name: string;
  /** File extensions in lower case, without a dot. */
  readonly endings: readonly string[];
  readonly mimeType: string;
}

/** All kinds, in the order of a dialog. */
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

/** All accepted extensions. */
export const DOCUMENT_ENDINGS: readonly string[] = DOCUMENT_TYPES.flatMap(({ endings }) => endings);

/** The extension of a file name in lower case, without the dot. Empty if it has none. */
export function endingOf(name: string): string {
  return /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
