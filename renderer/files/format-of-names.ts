import type { ComparedFormat } from '../../shared/api/text-spellings.ts';
import { formatOfName, isDocumentFormat } from '../../shared/formats.ts';

/**
 * The text format that both file names indicate. Null if a side has no file, or if the extensions are unknown or
 * differ. Then the service detects the format from the texts.
 */
export function formatOfNames(original: string | null, revised: string | null): ComparedFormat | null {
  if (original === null || revised === null) return null;
  const format = formatOfName(original);
  return format === null || isDocumentFormat(format) || format !== formatOfName(revised) ? null : format;
}
