/** Compares two inputs. */
import { basename } from 'node:path';
import { selectionOf } from '../../../shared/api/selection.ts';
import type { ComparisonSettings } from '../../../shared/api/settings.ts';
import type { Sameness } from '../../../shared/change/uncompared.ts';
import type { Change } from '../../../shared/change/change.ts';
import type { UndisclosedEdits } from '../../../shared/change/undisclosed.ts';
import type { StructuredPage, Summary } from '../../../shared/change/page.ts';
import type { Unit } from '../../../shared/fragment/units.ts';
import type { FileComparison, FilePair } from '../../pipeline/compare/compare-files.ts';
import type { FinishedComparison } from '../../pipeline/compare/compare-readings.ts';
import type { ComparisonFacts } from '../../pipeline/inputs/tasks.ts';
import type { Redline } from '../../pipeline/track-changes.ts';
import { decodeText } from '../input/decode-text.ts';
import { sha256 } from '../../sha256.ts';
import { openPair } from '../input/open-pair.ts';
import { formatsOf, isNoFile, type InputFormats } from '../input/formats-of-inputs.ts';
import { changesOf, collectPage, type PageOf } from '../output/collect-page.ts';
import type { Terminal } from '../terminal.ts';
import type { SideFormats } from '../../../shared/formats.ts';
import { CommandError } from '../command-error.ts';
import type { ComparePlan, PaperChoices } from './compare-options.ts';
import { parseDate, trackedFile, trackedText } from './track-pair.ts';

/** A finished comparison with the inputs it came from. */
export interface Finished {
  readonly names: readonly [original: string, revised: string];
  /** The inputs as text; of files the text that was read. */
  readonly texts: readonly [original: string, revised: string];
  readonly comparison: FinishedComparison & { readonly units: number; readonly sameness: Sameness };
  /** Formats of both files; null for texts. */
  readonly formats: SideFormats | null;
  /** The bytes that were read. For a converted file, the bytes of the DOCX. */
  readonly inputs: readonly [original: Uint8Array, revised: Uint8Array];
  readonly summary: Summary;
  /** The units of several changes. */
  readonly tied: readonly Unit[];
  /** All changes in document order. They are made one page at a time, because half a million take a gigabyte. */
  readonly changes: () => Iterable<Change>;
  /** The structured page with all changes, made when first asked for. */
  readonly page: () => StructuredPage;
  readonly settings: ComparisonSettings;
  readonly sameness: Sameness;
  readonly fileSha256: FileComparison['fileSha256'];
  /** What could not be kept of files. */
  readonly warnings: FileComparison['warnings'];
  /** The tracked-revision file, made when first asked for; null for formats of which there is none. */
  readonly tracked: (() => Promise<Redline>) | null;
  readonly paper: PaperChoices;
  /** The time that files name, ISO 8601 in UTC without fractions. */
  readonly date: string;
  /** What the revised DOCX changed without tracking it, found when first asked for; null if it tracks no change. */
  readonly undisclosed: (() => Promise<UndisclosedEdits>) | null;
  /** Formats of files that were converted to DOCX. */
  readonly convertedFrom?: ComparisonFacts['convertedFrom'];
}

/** Formats of text of which a new document can be made, as the exports of the service do. */
const WORD_TEXTS: ReadonlySet<StructuredPage['format']> = new Set(['txt', 'html', 'markdown']);

/**
 * Compares two inputs by their paths and bytes. A DOC, RTF or ODT is converted first. Throws CommandError and the
 * readers' `ServiceError`.
 */
export async function comparePair(
  paths: readonly [original: string, revised: string],
  given: readonly [original: Buffer, revised: Buffer],
  plan: ComparePlan,
  environment: Terminal['env'],
): Promise<Finished> {
  const names = [nameOf(paths[0]), nameOf(paths[1])] as const;
  const opened = await openPair(given, plan.chosen, environment);
  const files = [opened[0].bytes, opened[1].bytes] as const;
  const converted = { original: opened[0].converted, revised: opened[1].converted };
  const formats = formatsOf(paths, files, plan.chosen);
  if ('text' in formats) return await compareTexts(names, files, formats.text, plan);
  const sides = [fileOf(paths[0], files[0]), fileOf(paths[1], files[1])] as const;
  return await compareDocuments(names, sides, formats, converted, plan);
}

/** What a person calls an input. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** The title of a file that is made of a comparison. */
export function titleOf({ names }: Pick<Finished, 'names'>): string {
  const [original, revised] = names.map((name) => basename(name));
  return `${original ?? ''} → ${revised ?? ''}`;
}

// The engine and the readers are loaded where they are needed, so that wrong options are refused at once.
async function compareTexts(
  names: Finished['names'],
  files: readonly [Uint8Array, Uint8Array],
  format: Extract<InputFormats, { text: unknown }>['text'],
  { settings, track, encoding, paper }: ComparePlan,
): Promise<Finished> {
  const texts = [decodeText(files[0], names[0], encoding), decodeText(files[1], names[1], encoding)] as const;
  const { compareText } = await import('../../pipeline/compare/compare-text.ts');
  // Two encodings of one text are not the same file.
  const isSameFile = Buffer.compare(files[0], files[1]) === 0;
  const comparison = compareText({ ...settings, format, original: texts[0], revised: texts[1], isSameFile });
  const tracked = once(() => trackedText(comparison.html, titleOf({ names }), track));
  return {
    names,
    texts,
    formats: null,
    inputs: files,
    comparison,
    ...changesIn(comparison),
    settings,
    sameness: comparison.sameness,
    fileSha256: { original: sha256(files[0]), revised: sha256(files[1]) },
    warnings: [],
    paper,
    date: dateOf(track),
    tracked: WORD_TEXTS.has(comparison.format) ? tracked : null,
    undisclosed: null,
  };
}

async function compareDocuments(
  names: Finished['names'],
  [original, revised]: readonly [Uint8Array | null, Uint8Array | null],
  formats: Exclude<InputFormats, { text: unknown }>,
  converted: NonNullable<FilePair['converted']>,
  { settings, track, paper }: ComparePlan,
): Promise<Finished> {
  if (selectionOf(settings) !== undefined && formats.original !== 'html' && formats.revised !== 'html')
    throw new CommandError(
      `--select and --ignore-selector choose parts of HTML; ${names[0]} is ${formats.original} and ${names[1]} is ${formats.revised}`,
    );
  const { compareFiles } = await import('../../pipeline/compare/compare-files.ts');
  const { readConfined, workConfined } = await import('../../confined-files.ts');
  const comparison = await compareFiles({ ...settings, formats, converted, original, revised }, readConfined);
  const { texts, warnings, sameness } = comparison;
  const tracked = once(() =>
    trackedFile(
      { original: original ?? Buffer.alloc(0), revised: revised ?? Buffer.alloc(0), fragment: comparison.html },
      track,
    ),
  );
  const isReturned = comparison.format === 'docx' && original !== null && revised !== null && declares(comparison);
  return {
    names,
    texts,
    formats,
    inputs: [original ?? new Uint8Array(), revised ?? new Uint8Array()],
    comparison,
    ...changesIn(comparison),
    settings,
    sameness,
    fileSha256: comparison.fileSha256,
    warnings,
    paper,
    date: dateOf(track),
    tracked: comparison.format === 'docx' ? tracked : null,
    undisclosed: isReturned
      ? once(() => workConfined({ kind: 'undisclosed', sent: original, returned: revised }))
      : null,
    convertedFrom: comparison.convertedFrom,
  };
}

/** Whether tracked revisions of the revised file declare a change. */
function declares({ summary }: FinishedComparison): boolean {
  return (summary.declaredChanges ?? 0) > 0;
}

function dateOf({ date }: ComparePlan['track']): string {
  return `${parseDate(date).toISOString().slice(0, 19)}Z`;
}

/** Null for a file that git says is missing. An empty file elsewhere is a file that was cut off. */
function fileOf(path: string, bytes: Uint8Array): Uint8Array | null {
  return isNoFile(path) ? null : bytes;
}

function changesIn(comparison: FinishedComparison): Pick<Finished, 'summary' | 'tied' | 'changes' | 'page'> {
  const { summary, decidedTogether: tied } = comparison;
  const pageOf: PageOf = (offset, limit) => comparison.page(offset, limit);
  return { summary, tied, changes: () => changesOf(pageOf), page: once(() => collectPage(pageOf)) };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
