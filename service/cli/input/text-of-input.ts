/** The text of one input, as a comparison sees it. */
import { documentFormatOf } from '../../../shared/recognize-format.ts';
import { sha256 } from '../../sha256.ts';
import type { Terminal } from '../terminal.ts';
import { decodeText } from './decode-text.ts';
import { textFormatOfName } from './formats-of-inputs.ts';
import { openInput } from './open-pair.ts';

/** What is wanted of a text. */
export interface TextWishes {
  /** Whether it lists what the text leaves out, and ends with `fileLine`. */
  readonly all: boolean;
  /** Encoding of a text file. Undefined: the file says. */
  readonly encoding: string | undefined;
}

/**
 * The text of a file. Its bytes say what it is, because git hands over copies under names of its own. Throws a
 * CommandError or a ServiceError for a file that cannot be read.
 */
export async function textOfInput(
  { file, bytes: given }: { readonly file: string; readonly bytes: Buffer },
  { all, encoding }: TextWishes,
  env: Terminal['env'],
): Promise<string> {
  const { bytes } = await openInput(given, undefined, env);
  const { leftOutLines, textOfFile, textOfText } = await import('../../pipeline/file-text.ts');
  const { readConfined } = await import('../../confined-files.ts');
  const format = documentFormatOf(bytes);
  const name = file === '-' ? 'standard input' : file;
  const { text, leftOut } =
    format === null
      ? textOfText(textFormatOfName(file), decodeText(bytes, name, encoding))
      : await textOfFile(format, bytes, readConfined);
  return all ? text + leftOutLines(leftOut) + fileLine(given) : text;
}

/** The size and the digest of a file. Two files that differ have two lines that differ. */
export function fileLine(bytes: Uint8Array): string {
  return `\nFile: ${bytes.byteLength.toLocaleString('en')} bytes, SHA-256 ${sha256(bytes)}\n`;
}
