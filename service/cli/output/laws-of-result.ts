/** Checks a result against both inputs, by the bytes of all three. */
import { FragmentError } from '../../../shared/fragment/fragment-error.ts';
import type { Selection } from '../../../shared/api/selection.ts';
import type { InvariantFinding } from '../../pipeline/verify-result.ts';
import { CommandError } from '../command-error.ts';
import { reviewed } from '../commands/resolve.ts';
import { chosenFormats, formatsOf } from '../input/formats-of-inputs.ts';
import { decodeText } from '../input/decode-text.ts';

/** How the inputs were read. */
export interface LawOptions {
  /** Format of both inputs; undefined: names and content say. */
  readonly format: string | undefined;
  /** The parts of HTML that were compared. */
  readonly selection: Selection | undefined;
}

/** The laws of a fragment or of a tracked DOCX. Throws CommandError and the readers' `ServiceError`. */
export async function lawsOf(
  [originalName, revisedName, resultName]: readonly [string, string, string],
  [original, revised, result]: readonly [original: Uint8Array, revised: Uint8Array, result: Buffer],
  { format, selection }: LawOptions,
): Promise<InvariantFinding[]> {
  const { readConfined, workConfined } = await import('../../confined-files.ts');
  // A DOCX is a ZIP archive; nothing else that is checked begins like one.
  if (result.subarray(0, 2).toString('latin1') === 'PK')
    return await workConfined({ kind: 'verify', original, revised, redline: result });
  const { verifyFragment } = await import('../../pipeline/verify-result.ts');
  const { fragment } = reviewed(decodeText(result, resultName), resultName);
  const chosen = chosenFormats(format === undefined ? {} : { format });
  const formats = formatsOf([originalName, revisedName], [original, revised], chosen);
  try {
    if (!('text' in formats)) return await verifyFragment({ formats, original, revised }, fragment, readConfined);
    const inputs = {
      format: formats.text,
      original: decodeText(original, originalName),
      revised: decodeText(revised, revisedName),
      selection,
    };
    return await verifyFragment(inputs, fragment);
  } catch (error) {
    if (!(error instanceof FragmentError)) throw error;
    throw new CommandError(`${resultName} is not a fragment of this service: ${error.message}`);
  }
}
