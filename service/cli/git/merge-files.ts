/** `diffsvc git merge`: the merge driver (gitattributes(5), "Defining a custom merge driver"). */
import { isUtf8 } from 'node:buffer';
import { formatOfName } from '../../../shared/formats.ts';
import { documentFormatOf } from '../../../shared/recognize-format.ts';
import { CommandError, EXIT, type ExitCode } from '../command-error.ts';
import { readBytes } from '../input/read-input.ts';
import { printableLine } from '../../printable.ts';
import { writeOutput } from '../output/write-output.ts';
import { GIT } from '../strings/git.ts';
import type { Terminal } from '../terminal.ts';

/** The three files of a merge. The result replaces `ours`. */
export interface MergeFiles {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** The path in the repository, for messages. */
  readonly path: string;
}

/** Merges, and resolves to 0, or to 1 if conflicts are left in the file. Throws before `ours` is touched. */
export async function mergeFiles(files: MergeFiles, markerSize: number, terminal: Terminal): Promise<ExitCode> {
  const read = (path: string): Promise<Buffer> => readBytes(path, terminal.stdin);
  const [base, ours, theirs] = [await read(files.base), await read(files.ours), await read(files.theirs)];
  if (theirs.equals(base) || theirs.equals(ours)) return EXIT.same;
  if (ours.equals(base)) {
    await writeOutput(files.ours, theirs);
    return EXIT.same;
  }
  const isDocument = [ours, theirs].map((bytes) => documentFormatOf(bytes) ?? formatOfName(files.path));
  if (isDocument.every((format) => format === 'docx')) return await mergeWord(files, base, ours, theirs, terminal);
  const texts = [base, ours, theirs].map((bytes) => textOf(bytes, files.path));
  const { mergeTexts } = await import('../../pipeline/merge/merge-texts.ts');
  const markers = { ours: 'ours', theirs: 'theirs', size: markerSize };
  const { text, conflicts } = mergeTexts(texts[0]!, texts[1]!, texts[2]!, markers);
  await writeOutput(files.ours, text);
  if (conflicts === 0) return EXIT.same;
  terminal.stderr.write(`${printableLine(GIT.textConflicts(files.path, conflicts))}\n`);
  return EXIT.different;
}

async function mergeWord(
  { path, ours: output }: MergeFiles,
  base: Buffer,
  ours: Buffer,
  theirs: Buffer,
  terminal: Terminal,
): Promise<ExitCode> {
  const { mergeConfined } = await import('../../confined-files.ts');
  const by = { author: GIT.theirs, at: new Date() };
  const { bytes, warnings, conflicts, isOpen } = await mergeConfined({ base, ours, theirs, title: path, by });
  await writeOutput(output, bytes);
  for (const warning of warnings) terminal.stderr.write(`note: ${printableLine(warning)}\n`);
  if (!isOpen) return EXIT.same;
  terminal.stderr.write(`${printableLine(GIT.wordConflicts(path, conflicts))}\n`);
  return EXIT.different;
}

/** The text with every character of its file, a byte order mark included. */
function textOf(bytes: Buffer, path: string): string {
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString('utf8');
  throw new CommandError(`${path} is no DOCX and no text in UTF-8; merge it by hand`);
}
