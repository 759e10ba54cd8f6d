import { ServiceError } from './errors.ts';
import { formatOfBytes, isWebPage, toldFormat, type DocumentFormat } from './formats.ts';

/**
 * The refusal of a file whose content is recognizably of another format, whatever its name is; null if it may be of the
 * wanted format. `details.found` is the format that was found.
 */
export function wrongFormat(bytes: Uint8Array, wanted: DocumentFormat): ServiceError | null {
  const found = formatOfBytes(bytes) ?? (isWebPage(bytes) ? 'html' : null);
  if (found === null || found === wanted) return null;
  const { name, nextStep } = toldFormat(found);
  const message = `The file is ${name}, not a ${wanted.toUpperCase()}. ${nextStep}`;
  return new ServiceError('document_invalid', message, { found });
}
