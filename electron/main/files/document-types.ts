import { basename, isAbsolute } from 'node:path';
import { CONVERTED, extensionOf, FORMATS, type AnyFormat } from '../../../shared/formats.ts';
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
export const DOCUMENT_TYPES: readonly DocumentType[] = (Object.keys(FORMATS) as AnyFormat[]).map((format) => ({
  name: shellMessages.documents[format],
  endings: FORMATS[format].extensions,
  mimeType: FORMATS[format].mediaType,
}));

/** Extensions of files that the service converts. The application opens them, and is not their usual program. */
export const CONVERTED_ENDINGS: readonly string[] = Object.values(CONVERTED).flatMap(({ extensions }) => extensions);

/** All accepted extensions. */
export const DOCUMENT_ENDINGS: readonly string[] = [
  ...DOCUMENT_TYPES.flatMap(({ endings }) => endings),
  ...CONVERTED_ENDINGS,
];

/** Whether a path is absolute and names a document. The shell remembers no other path, whoever names it. */
export function isDocumentPath(path: string): boolean {
  return isAbsolute(path) && DOCUMENT_ENDINGS.includes(extensionOf(basename(path)));
}
