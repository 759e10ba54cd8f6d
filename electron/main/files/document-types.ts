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
    name: 'Word document',
    endings: ['docx'],
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  { name: 'PDF document', endings: ['pdf'], mimeType: 'application/pdf' },
  { name: 'Web page', endings: ['html', 'htm'], mimeType: 'text/html' },
  { name: 'Markdown', endings: ['md', 'markdown'], mimeType: 'text/markdown' },
  { name: 'Text', endings: ['txt'], mimeType: 'text/plain' },
  { name: 'JSON', endings: ['json'], mimeType: 'application/json' },
];

/** All endings that are taken. */
export const DOCUMENT_ENDINGS: readonly string[] = DOCUMENT_TYPES.flatMap(({ endings }) => endings);

/** The ending of a file name in lower case, without the dot; empty when it has none. */
export function endingOf(name: string): string {
  return /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
