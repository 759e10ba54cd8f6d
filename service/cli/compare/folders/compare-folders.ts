/** Compares two folders, file by file. */
import type { Sameness } from '../../../../shared/change/uncompared.ts';
import type { Summary } from '../../../../shared/change/page.ts';
import { unitTotalOf } from '../../../../shared/change/unit-counts.ts';
import { ServiceError } from '../../../../shared/errors.ts';
import { formatOfName } from '../../../../shared/formats.ts';
import { documentFormatOf } from '../../../../shared/recognize-format.ts';
import { withoutUndefined } from '../../../../shared/without-undefined.ts';
import { CommandError } from '../../command-error.ts';
import { decodeText } from '../../input/decode-text.ts';
import { sha256 } from '../../../sha256.ts';
import { textFormatOfName } from '../../input/formats-of-inputs.ts';
import { readBytes } from '../../input/read-input.ts';
import { hiddenIds } from '../../input/view-filters.ts';
import { FOLDERS } from '../../strings/compare.ts';
import { Progress, type Terminal } from '../../terminal.ts';
import type { ComparePlan, ComparisonView, FileChoice } from '../compare-options.ts';
import { comparePair, type Finished } from '../compare-pair.ts';
import { countWords } from '../report-comparison.ts';
import { FolderFiles } from './folder-files.ts';
import { leavesOut } from './choose-files.ts';
import { byCharacters, listFiles } from './list-files.ts';
import { pairFiles, type FileContent, type PairedFiles } from './pair-files.ts';
import { sketchOf } from './sketch.ts';

/** The outcome of one pair of files. Paths are relative to the folders. */
export interface FolderRow extends PairedFiles {
  /** `renamed`: the same content under another path. */
  readonly status: 'same' | 'renamed' | 'different' | 'only_original' | 'only_revised' | 'failed';
  /** Set for a pair that was compared as documents. */
  readonly summary?: Summary;
  readonly sameness?: Sameness;
  readonly words?: { readonly added: number; readonly removed: number };
  /** Number of changes that a filter hides, as a person counts; absent without one. */
  readonly hidden?: number;
  /** Further message: how the pair was compared, or why it was not. */
  readonly note?: string;
  /** Address of its redline, relative to the index. */
  readonly page?: string;
}

/** Two compared folders. */
export interface FolderComparison {
  readonly rows: readonly FolderRow[];
  /** Paths in either folder that were left out, in the order of their characters. */
  readonly leftOut: readonly string[];
}

/** Where files come from, and who hears of the progress. */
export interface FolderHost {
  readonly env: Terminal['env'];
  /** The bytes of a file. Throws a CommandError for one that cannot be read. */
  readonly read: (path: string) => Promise<Buffer>;
  /** Begins to tell of so many pairs. */
  readonly progress: (pairs: number) => Pick<Progress, 'clear' | 'step'>;
}

/** The host of the command line. */
export function hostOf(terminal: Terminal): FolderHost {
  return {
    env: terminal.env,
    read: async (path) => await readBytes(path, terminal.stdin),
    progress: (pairs) => new Progress(terminal, pairs),
  };
}

/** Makes something of a finished comparison, such as its page, and returns its address. */
export type PageMaker = (finished: Finished) => Promise<string>;

/** Compares every pair. `makePage`: called for each pair with changes. Throws a CommandError for folders that cannot be read. */
export async function compareFolders(
  folders: readonly [original: string, revised: string],
  choice: FileChoice,
  plan: ComparePlan,
  view: Pick<ComparisonView, 'ignores'>,
  host: FolderHost,
  makePage: PageMaker | null,
): Promise<FolderComparison> {
  const isLeftOut = await leavesOut(folders, choice);
  const [original, revised] = [await listFiles(folders[0], isLeftOut), await listFiles(folders[1], isLeftOut)];
  const files = new FolderFiles(folders, host.read);
  const pairs = await pairFiles(original.files, revised.files, async (side, path) =>
    contentOf(path, () => files.ahead(side, path), plan.encoding),
  );
  for (const pair of pairs) if (pair.original === null || pair.revised === null) files.drop(pair);
  const progress = host.progress(pairs.length);
  const rows: FolderRow[] = [];
  try {
    for (const pair of pairs) {
      progress.step(pair.revised ?? pair.original ?? '');
      rows.push(await compareOne(pair, files, plan, view, host, makePage));
    }
  } finally {
    progress.clear();
  }
  for (const [side, { others }] of [['original', original] as const, ['revised', revised] as const])
    for (const { path, reason } of others)
      rows.push({ original: null, revised: null, [side]: path, status: 'failed', note: FOLDERS.notRead(reason) });
  const leftOut = [...new Set([...original.leftOut, ...revised.leftOut])].sort(byCharacters);
  return { rows, leftOut };
}

async function compareOne(
  pair: PairedFiles,
  folders: FolderFiles,
  plan: ComparePlan,
  view: Pick<ComparisonView, 'ignores'>,
  { env }: FolderHost,
  makePage: PageMaker | null,
): Promise<FolderRow> {
  const { original, revised } = pair;
  if (revised === null) return { ...pair, status: 'only_original' };
  if (original === null) return { ...pair, status: 'only_revised' };
  const paths = [folders.pathOf('original', original), folders.pathOf('revised', revised)] as const;
  try {
    const files = [await folders.take('original', original), await folders.take('revised', revised)] as const;
    const same = original === revised ? ('same' as const) : ('renamed' as const);
    if (files[0].equals(files[1])) return { ...pair, status: same, sameness: 'same_file' };
    if (!files.every((bytes, at) => isText(paths[at]!, bytes, plan.encoding) || isDocument(paths[at]!, bytes)))
      return { ...pair, status: 'different', note: FOLDERS.byBytes };
    const finished = await comparePair(paths, files, plan, env);
    const { summary, tied, changes, sameness } = finished;
    const isSame = sameness === 'no_differences' || sameness === 'same_file';
    return withoutUndefined({
      ...pair,
      status: isSame ? same : ('different' as const),
      sameness,
      summary,
      words: countWords(changes()),
      hidden: view.ignores.size > 0 ? unitTotalOf(hiddenIds(changes, view.ignores), tied) : undefined,
      ...noteOf(finished),
      page: !isSame && makePage !== null ? await makePage(finished) : undefined,
    });
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof ServiceError)) throw error;
    return { ...pair, status: 'failed', note: error.message };
  }
}

function noteOf({ sameness, comparison, warnings }: Finished): Pick<FolderRow, 'note'> {
  const notes = [
    ...(sameness === 'no_differences_in_compared_content' || comparison.uncompared?.differs === true
      ? [FOLDERS.leftOutDiffers]
      : []),
    ...(comparison.fallbackReason === undefined ? [] : [FOLDERS.asText(comparison.fallbackReason)]),
    ...warnings.map(({ message }) => message),
  ];
  return notes.length === 0 ? {} : { note: notes.join(' ') };
}

/** Data of a file that pairing needs. A file that cannot be read, or not as a text, resembles nothing. */
async function contentOf(
  path: string,
  read: () => Promise<Buffer>,
  encoding: string | undefined,
): Promise<FileContent> {
  const group = formatOfName(path) === 'json' ? 'json' : 'text';
  let digest: string | null = null;
  try {
    const bytes = await read();
    digest = bytes.length === 0 ? null : sha256(bytes);
    return { sha256: digest, sketch: sketchOf(await textOf(path, bytes, encoding)), group };
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof ServiceError)) throw error;
    return { sha256: digest, sketch: [], group };
  }
}

async function textOf(path: string, bytes: Buffer, encoding: string | undefined): Promise<string> {
  const { textOfFile, textOfText } = await import('../../../pipeline/file-text.ts');
  const { readConfined } = await import('../../../confined-files.ts');
  const format = documentFormatOf(bytes);
  const { text } =
    format === null
      ? textOfText(textFormatOfName(path), decodeText(bytes, path, encoding))
      : await textOfFile(format, bytes, readConfined);
  return text;
}

function isDocument(path: string, bytes: Buffer): boolean {
  return documentFormatOf(bytes) !== null || formatOfName(path) !== null;
}

function isText(path: string, bytes: Buffer, encoding: string | undefined): boolean {
  try {
    decodeText(bytes, path, encoding);
    return true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}
