import { SIDE_FORMATS } from '../../../shared/formats.ts';
import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import { FORMAT_SPELLINGS, MODES } from '../../../shared/api/text-spellings.ts';
import type { RequestedFormat, RequestedMode } from '../../../shared/api/text-spellings.ts';
import { COMPLEXITIES, type Complexity } from '../../../shared/api/complexity.ts';
import { INCLUDES, type Include } from '../../../shared/api/include.ts';
import { describeCountsOf, describeDifferences, describeSameness } from '../../../shared/change/describe-uncompared.ts';
import type { Sameness } from '../../../shared/change/uncompared.ts';
import type { StructuredPage } from '../../../shared/change/page.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import type { FileComparison, FilePair } from '../../pipeline/compare-files.ts';
import type { FinishedComparison } from '../../pipeline/compare-readings.ts';
import { convertedSourcesWarnings } from '../../pipeline/converted-file.ts';
import type { ComparisonFacts, TextTask } from '../../pipeline/tasks.ts';
import { writePage } from '../../exports/write-page.ts';
import type { Redline } from '../../pipeline/track-changes.ts';
import { collectPage } from '../output/collect-page.ts';
import { CommandError, EXIT } from '../command-error.ts';
import type { ExitCode } from '../command-error.ts';
import { describeCounts } from '../../pipeline/describe-counts.ts';
import { decodeText } from '../input/decode-text.ts';
import { fileSha256 } from '../input/file-sha256.ts';
import { openPair } from '../input/open-pair.ts';
import { chosenFormats, formatsOf, isNoFile } from '../input/formats-of-inputs.ts';
import { printRedline } from '../output/print-redline.ts';
import { readBytes } from '../input/read-input.ts';
import { redlineStyle } from '../output/redline-style.ts';
import { wantsColour, withProgress } from '../terminal.ts';
import { checkDate, trackedFile, trackedText, type TrackOptions } from './track-changes.ts';
import type { Terminal } from '../terminal.ts';
import { writeAll, writeOutput } from '../output/write-output.ts';
import { writeReview } from '../output/write-review.ts';
import { writePatch } from '../output/write-patch.ts';

const ATTRIBUTE_MODES = ['semantic', 'presentation'] as const;

/** A finished comparison with the inputs it came from. */
interface Finished {
  readonly names: readonly [original: string, revised: string];
  /** The inputs as text; of files the text that was read. */
  readonly texts: readonly [original: string, revised: string];
  readonly comparison: FinishedComparison & { readonly units: number; readonly sameness: Sameness };
  readonly page: StructuredPage;
  readonly sameness: Sameness;
  readonly fileSha256: FileComparison['fileSha256'];
  /** What could not be kept of files. */
  readonly warnings: FileComparison['warnings'];
  /** The tracked-revision file, made when first asked for; null for formats of which there is none. */
  readonly tracked: (() => Promise<Redline>) | null;
  /** Formats of files that were converted to DOCX. */
  readonly convertedFrom?: ComparisonFacts['convertedFrom'];
}

type Content = string | Uint8Array;

/** What each ending of `-o` writes. */
const WRITERS: Readonly<Record<string, (finished: Finished, env: Terminal['env']) => Content | Promise<Content>>> = {
  '.html': (finished) => writeReview(titleOf(finished), finished.comparison, finished.fileSha256),
  '.json': ({ page }) => `${JSON.stringify(page, null, 2)}\n`,
  '.patch': ({ names, texts }) => writePatch(names[0], names[1], texts[0], texts[1]),
  '.pdf': async (finished, env) => {
    const { comparison, page } = finished;
    const html = await writePage(titleOf(finished), comparison.html, describeCounts(page.summary), comparison);
    const { printPage } = await import('../../print-page.ts');
    return await printPage(html, env);
  },
  '.docx': async ({ comparison, tracked }) => {
    if (tracked === null) {
      throw new CommandError(
        `cannot write .docx of a comparison of ${comparison.format}; it is made of two DOCX files, or of text, HTML or Markdown`,
      );
    }
    return (await tracked()).bytes;
  },
};

/** Formats of text of which a new document can be made, as the exports of the service do. */
const WORD_TEXTS: ReadonlySet<StructuredPage['format']> = new Set(['txt', 'html', 'markdown']);

function titleOf({ names }: Pick<Finished, 'names'>): string {
  const [original, revised] = names.map((name) => basename(name));
  return `${original ?? ''} → ${revised ?? ''}`;
}

/** The options of `compare` as commander hands them over. */
interface CompareOptions {
  readonly format?: string;
  readonly originalFormat?: string;
  readonly revisedFormat?: string;
  readonly mode: string;
  readonly output: readonly string[];
  readonly author?: string;
  readonly date?: string;
  readonly attributeMode: string;
  readonly include: string;
  readonly complexity: string;
  readonly json?: true;
}

/**
 * Adds `diffsvc compare`. `finish` takes the exit code: 0 if nothing differs, 1 if something differs, compared or not.
 */
export function addCompare(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('compare')
    .description('compare two files; no server is needed')
    .argument('<original>', 'the file before, or - for standard input')
    .argument('<revised>', 'the file after, or - for standard input')
    .option(
      '--format <format>',
      `format of both files: one of ${Object.keys(FORMAT_SPELLINGS).join(', ')}, docx, pdf; without it content and names say`,
    )
    .option('--original-format <format>', `format of the first file: one of ${SIDE_FORMATS.join(', ')}`)
    .option('--revised-format <format>', 'format of the second file; two formats are compared by what both state')
    .option('--mode <mode>', `one of ${MODES.join(', ')}`, 'auto')
    .option(
      '-o, --output <file>',
      `write a file, and nothing to the terminal; its ending chooses: ${Object.keys(WRITERS).join(', ')}; .docx has tracked revisions: two DOCX files merged, or a new document for text, HTML and Markdown (repeatable)`,
      (file: string, files: readonly string[]) => [...files, file],
      [] as readonly string[],
    )
    .option('--author <name>', 'author of tracked revisions in a .docx (diffsvc)')
    .option('--date <date>', 'date of tracked revisions (now)')
    .option(
      '--attribute-mode <mode>',
      `one of ${ATTRIBUTE_MODES.join(', ')}; presentation also compares how a DOCX is set out`,
      'semantic',
    )
    .option(
      '--include <content>',
      `content beside the text to compare, joined by commas: ${INCLUDES.join(', ')}; or none. What is left out is listed`,
      INCLUDES.join(','),
    )
    .option(
      '--complexity <complexity>',
      `one of ${COMPLEXITIES.join(', ')}; standard compares as text what the service would by default`,
      'extended',
    )
    .option('--json', 'print the whole answer as JSON')
    .action(async (original: string, revised: string, options: CompareOptions) => {
      finish(await compare(original, revised, options, terminal));
    });
}

async function compare(
  original: string,
  revised: string,
  options: CompareOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  // Everything that can be wrong with the command line is said before anything is read.
  if (original === '-' && revised === '-') {
    throw new CommandError('only one of the two inputs can be -, standard input; put the other into a file');
  }
  const chosen = chosenFormats(options);
  const mode = parseMode(options.mode);
  const attributeMode = parseAttributeMode(options.attributeMode);
  const include = parseInclude(options.include);
  const complexity = parseComplexity(options.complexity);
  const outputs = options.output.map((path) => ({ path, write: writerOf(path) }));
  const track = { author: options.author, date: options.date };
  checkDate(track);

  const given = [await readBytes(original, terminal.stdin), await readBytes(revised, terminal.stdin)] as const;
  const opened = await openPair(given, chosen, terminal.env);
  const files = [opened[0].bytes, opened[1].bytes] as const;
  const found = formatsOf([original, revised], files, chosen);
  const converted = { original: opened[0].converted, revised: opened[1].converted };
  const names = [nameOf(original), nameOf(revised)] as const;
  const finished = await withProgress(terminal, 'comparing …', () =>
    'text' in found
      ? compareTexts(names, files, { format: found.text, mode, include, complexity }, track)
      : compareDocuments(
          names,
          [fileOf(original, files[0]), fileOf(revised, files[1])],
          { formats: found, mode, attributeMode, include, complexity, converted },
          track,
        ),
  );

  for (const { path, write } of outputs) await writeOutput(path, await write(finished, terminal.env));
  const tracked = outputs.some(({ path }) => extname(path).toLowerCase() === '.docx')
    ? await finished.tracked?.()
    : undefined;
  if (options.json) await writeAll(terminal.stdout, `${JSON.stringify(answerOf(finished, tracked))}\n`);
  else {
    if (outputs.length === 0) await print(finished, terminal);
    const notes = [
      ...finished.warnings.map(({ side, message }) => (side === undefined ? message : `${side}: ${message}`)),
      ...(tracked === undefined ? [] : convertedSourcesWarnings(finished.convertedFrom)),
      ...(tracked?.warnings ?? []).map(({ message }) => message),
    ];
    for (const note of notes) terminal.stderr.write(`note: ${note}\n`);
  }
  const revisions =
    tracked === undefined ? 0 : tracked.counts.insertions + tracked.counts.deletions + tracked.counts.formatChanges;
  const { sameness } = finished;
  const isSame = (sameness === 'same_file' || sameness === 'no_differences') && revisions === 0;
  return isSame ? EXIT.same : EXIT.different;
}

// The engine and the readers are loaded where they are needed, so that the other commands start without them.
async function compareTexts(
  names: Finished['names'],
  files: readonly [Uint8Array, Uint8Array],
  options: Pick<TextTask, 'mode' | 'include' | 'complexity'> & { readonly format: RequestedFormat },
  track: TrackOptions,
): Promise<Finished> {
  const texts = [decodeText(files[0], names[0]), decodeText(files[1], names[1])] as const;
  const { compareText } = await import('../../pipeline/compare-text.ts');
  const comparison = compareText({ ...options, original: texts[0], revised: texts[1] });
  const page = collectPage((offset, limit) => comparison.page(offset, limit));
  const tracked = once(() => trackedText(comparison.html, titleOf({ names }), track));
  return {
    names,
    texts,
    comparison,
    page,
    sameness: comparison.sameness,
    fileSha256: { original: fileSha256(files[0]), revised: fileSha256(files[1]) },
    warnings: [],
    tracked: WORD_TEXTS.has(comparison.format) ? tracked : null,
  };
}

async function compareDocuments(
  names: Finished['names'],
  [original, revised]: readonly [Uint8Array | null, Uint8Array | null],
  options: Pick<FilePair, 'formats' | 'mode' | 'attributeMode' | 'include' | 'complexity' | 'converted'>,
  track: TrackOptions,
): Promise<Finished> {
  const { compareFiles } = await import('../../pipeline/compare-files.ts');
  const comparison = await compareFiles({ ...options, original, revised });
  const { texts, warnings, sameness } = comparison;
  const page = collectPage((offset, limit) => comparison.page(offset, limit));
  const tracked = once(() => trackedFile([original ?? Buffer.alloc(0), revised ?? Buffer.alloc(0)], track));
  return {
    names,
    texts,
    comparison,
    page,
    sameness,
    fileSha256: comparison.fileSha256,
    warnings,
    tracked: comparison.format === 'docx' ? tracked : null,
    convertedFrom: comparison.convertedFrom,
  };
}

/** Null for a file that git says is missing. An empty file elsewhere is a file that was cut off. */
function fileOf(path: string, bytes: Uint8Array): Uint8Array | null {
  return isNoFile(path) ? null : bytes;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

async function print({ comparison, page, sameness }: Finished, terminal: Terminal): Promise<void> {
  const style = redlineStyle(wantsColour(terminal));
  const redline = page.totalChanges === 0 ? '' : `${printRedline(scanFragment(comparison.html), style)}\n`;
  const note = comparison.fallback ? ` (compared as text: ${comparison.fallbackReason ?? ''})` : '';
  const { uncompared } = comparison;
  const answer = describeSameness(sameness) ?? describeCounts(page.summary);
  const contents = page.changes.filter(({ group }) => group === 'table_of_contents').length;
  const lines = [
    answer + note,
    ...(contents > 0
      ? [`${contents} of them ${contents === 1 ? 'is' : 'are'} page numbers of a table of contents.`]
      : []),
    ...(uncompared?.differs ? ['Not compared, and different:'] : []),
    ...(uncompared ? describeDifferences(uncompared).map((sentence) => `  ${sentence}`) : []),
    ...(uncompared && !uncompared.differs ? [`Not compared, and equal: ${describeCountsOf(uncompared)}.`] : []),
  ];
  await writeAll(terminal.stdout, `${redline}${lines.map((line) => style.aside(line)).join('\n')}\n`);
}

/**
 * The answer of the service to the same comparison, as far as it does not depend on a server; with all changes, and
 * with the content of the tracked-revision file if one was written.
 */
function answerOf(
  { comparison, page, sameness, fileSha256: digests, warnings, convertedFrom }: Finished,
  tracked: Redline | undefined,
): object {
  return {
    schemaVersion: 'diffsvc.comparison.v1',
    html: comparison.html,
    json: page,
    requestedMode: comparison.requestedMode,
    effectiveMode: comparison.effectiveMode,
    format: comparison.format,
    ...(comparison.originalFormat && { originalFormat: comparison.originalFormat }),
    ...(comparison.revisedFormat && { revisedFormat: comparison.revisedFormat }),
    engine: comparison.engine,
    fallback: comparison.fallback,
    complexity: comparison.complexity,
    ...(comparison.fallbackReason !== undefined && { fallbackReason: comparison.fallbackReason }),
    units: comparison.units,
    sameness,
    ...(comparison.uncompared && { uncompared: comparison.uncompared }),
    digests: { ...comparison.digests(), fileSha256: digests },
    ...(warnings.length > 0 && { warnings }),
    ...(tracked && {
      revisions: tracked.counts,
      degradedBlocks: tracked.degradedBlocks,
      revisionWarnings: [
        ...convertedSourcesWarnings(convertedFrom).map((message) => ({ code: 'converted_file', message })),
        ...tracked.warnings,
      ],
    }),
  };
}

function parseMode(spelling: string): RequestedMode {
  const mode = MODES.find((each) => each === spelling);
  if (mode !== undefined) return mode;
  throw new CommandError(`unknown mode "${spelling}"; use one of ${MODES.join(', ')}`);
}

function parseAttributeMode(spelling: string): (typeof ATTRIBUTE_MODES)[number] {
  const mode = ATTRIBUTE_MODES.find((each) => each === spelling);
  if (mode !== undefined) return mode;
  throw new CommandError(`unknown attribute mode "${spelling}"; use one of ${ATTRIBUTE_MODES.join(', ')}`);
}

function parseComplexity(spelling: string): Complexity {
  const complexity = COMPLEXITIES.find((each) => each === spelling);
  if (complexity !== undefined) return complexity;
  throw new CommandError(`unknown complexity "${spelling}"; use one of ${COMPLEXITIES.join(', ')}`);
}

function parseInclude(spelling: string): readonly Include[] {
  if (spelling === 'none') return [];
  return spelling.split(',').map((name) => {
    const include = INCLUDES.find((each) => each === name.trim());
    if (include !== undefined) return include;
    throw new CommandError(`cannot include "${name.trim()}"; use none, or some of ${INCLUDES.join(',')}`);
  });
}

function writerOf(path: string): (typeof WRITERS)[string] {
  const extension = extname(path).toLowerCase();
  const writer = WRITERS[extension];
  if (writer) return writer;
  const known = Object.keys(WRITERS).join(', ');
  throw new CommandError(`cannot write ${path}: its ending must be one of ${known}`);
}

function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}
