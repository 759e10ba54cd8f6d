import { ServiceError } from './errors.ts';
import { FORMAT_NAMES, isDocumentFormat, toldFormat, type AnyFormat, type SideFormat } from './formats.ts';
import { formatOfBytes, formatOfNoText, isEncryptedPackage, isWebPage } from './recognize-format.ts';

/** Characters of a text that can contain a signature. */
const LOOKED_AT = 64;

/**
 * The refusal of a file whose content shows another format. The name of the file does not count. Null if the file may have
 * the wanted format. `details.found` is the format that was found.
 */
export function wrongFormat(bytes: Uint8Array, wanted: SideFormat): ServiceError | null {
  return refusalOf('file', bytes, wanted);
}

/** The same for a text that was sent as such. Only its beginning is looked at. */
export function wrongText(text: string, wanted: AnyFormat): ServiceError | null {
  const start = text.replace(/^\uFEFF/, '').slice(0, LOOKED_AT);
  // Each signature of a format that decodes as text is ASCII.
  return refusalOf(
    'text',
    Uint8Array.from(start, (character) => Math.min(character.charCodeAt(0), 0xff)),
    wanted,
  );
}

/** Whether a format is a package of Office. */
function isPackage(format: AnyFormat): boolean {
  return isDocumentFormat(format) && format !== 'pdf';
}

function refusalOf(what: 'file' | 'text', bytes: Uint8Array, wanted: AnyFormat): ServiceError | null {
  const found = isDocumentFormat(wanted)
    ? (formatOfBytes(bytes) ?? (isWebPage(bytes) ? 'html' : null))
    : formatOfNoText(bytes);
  // A file with a password does not show which program of Office made it. Its reader refuses it.
  if (found === null || found === wanted || (isPackage(wanted) && isEncryptedPackage(bytes))) return null;
  const { name, nextStep } = toldFormat(found);
  const kind = isDocumentFormat(wanted)
    ? `${wanted === 'xlsx' ? 'an' : 'a'} ${FORMAT_NAMES[wanted]}`
    : `a text (${FORMAT_NAMES[wanted]})`;
  const message = `The ${what} is ${name}, not ${kind}. ${nextStep}`;
  return new ServiceError('document_invalid', message, { found });
}
