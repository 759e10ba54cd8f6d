import { convertedFormatOf } from '../../../shared/recognize-format.ts';
import type { OpenedFile } from '../../pipeline/inputs/converted-file.ts';
import type { Terminal } from '../terminal.ts';
import type { ChosenFormats } from './formats-of-inputs.ts';

/**
 * Two inputs as they are read. A DOC, RTF or ODT becomes a DOCX, unless an option chose another format for it. Throws
 * `ServiceError` as the conversion does.
 */
export async function openPair(
  [original, revised]: readonly [original: Uint8Array, revised: Uint8Array],
  chosen: ChosenFormats,
  environment: Terminal['env'],
): Promise<readonly [original: OpenedFile, revised: OpenedFile]> {
  // One after the other, because each conversion takes a processor and some hundred megabytes.
  const first = await openInput(original, chosen.original, environment);
  return [first, await openInput(revised, chosen.revised, environment)];
}

/** One input as it is read. */
export async function openInput(
  bytes: Uint8Array,
  chosen: ChosenFormats['original'],
  environment: Terminal['env'],
): Promise<OpenedFile> {
  const isWord = chosen === undefined || chosen === 'auto' || chosen === 'docx';
  if (!isWord || convertedFormatOf(bytes) === null) return { bytes };
  const { openedFile } = await import('../../convert-file.ts');
  return await openedFile(bytes, environment);
}
