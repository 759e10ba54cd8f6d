import { ServiceError } from './errors.ts';
import {
  FORMAT_NAMES,
  formatOfBytes,
  formatOfNoText,
  isDocumentFormat,
  isWebPage,
  toldFormat,
  type SideFormat,
} from './formats.ts';

/**
 * The refusal of a file whose content is recognizably of another format, whatever its name is; null if it may be of the
 * wanted format. `details.found` is the format that was found.
 */
export function wrongFormat(bytes: Uint8Array, wanted: SideFormat): ServiceError | null {
  const found = isDocumentFormat(wanted)
    ? (formatOfBytes(bytes) ?? (isWebPage(bytes) ? 'html' : null))
    : formatOfNoText(bytes);
  if (found === null || found === wanted) return null;
  const { name, nextStep } = toldFormat(found);
  const kind = isDocumentFormat(wanted) ? `a ${FORMAT_NAMES[wanted]}` : `a text (${FORMAT_NAMES[wanted]})`;
  const message = `The file is ${name}, not ${kind}. ${nextStep}`;
  return new ServiceError('document_invalid', message, { found });
}
