import { settingsOf } from '../../../shared/api/settings.ts';
import { nameOfFile } from '../../../shared/file-names/file-of-comparison.ts';
import type { Outcome } from '../../../shared/change/uncompared.ts';
import type { Side } from '../../../shared/document/model.ts';
import { ServiceError } from '../../../shared/errors.ts';
import type { ComparisonFacts } from '../../pipeline/inputs/tasks.ts';
import { statedSettings } from '../../pipeline/evidence/manifest.ts';
import { unpackBytes } from '../../pipeline/structure/pack-text.ts';
import type { Artifact, ArtifactTask, EvidenceFacts } from '../../exports/artifact.ts';
import { programVersion } from '../../program-version.ts';
import type { PageMarking } from '../pages/page-marking.ts';
import type { ArtifactCheck, JobRecord } from './job.ts';
import { printMade, withSummary, type PrintDeps } from './print-redline.ts';
import type { SqlComparisonStore } from '../../store/tables/sql-comparison-store.ts';

/** Dependencies of running exports. */
export interface RunExportDeps extends PrintDeps {
  readonly store: SqlComparisonStore;
  readonly check: ArtifactCheck;
  readonly marking: Pick<PageMarking, 'markPair'>;
}

function outcomeIn({ sameness, uncompared, warnings }: ComparisonFacts): Outcome {
  return { sameness, uncompared, ...(warnings && { warnings }) };
}

/**
 * The third draft, from the comparison of the second one with it.
 *
 * @throws ServiceError `not_found` if that comparison has expired; `invalid_request` if it begins with another draft
 */
async function thirdDraft(store: SqlComparisonStore, next: string, second: Uint8Array): Promise<Uint8Array> {
  const texts = await store.texts(next);
  if (texts === null) throw new ServiceError('not_found', 'The comparison named by next was deleted, or has expired.');
  const [original, third] = [await unpackBytes(texts.original), await unpackBytes(texts.revised)];
  if (Buffer.compare(original, second) === 0) return third;
  throw new ServiceError(
    'invalid_request',
    'The original of the comparison named by next is not the revised side of this one. Compare the second draft with the third one, and name that comparison.',
  );
}

/** Null for a comparison of an earlier version, which kept too little. */
export function evidenceFacts(facts: ComparisonFacts): EvidenceFacts | null {
  const { format, originalFormat, revisedFormat, requestedMode, complexity, settings } = facts;
  if (settings === undefined || complexity === undefined) return null;
  const one = format === 'mixed' ? 'txt' : format;
  const formats = { original: originalFormat ?? one, revised: revisedFormat ?? one };
  return {
    settings: statedSettings(
      { originalFormat: formats.original, revisedFormat: formats.revised },
      settingsOf({ ...settings, mode: requestedMode, complexity }),
    ),
    formats,
    version: programVersion(),
  };
}

/** The author of revisions if the order names none. */
const AUTHOR = 'diffsvc';
/** Exports that are printed. */
const PRINTED: ReadonlySet<JobRecord['artifactType']> = new Set(['redline_pdf', 'report_pdf']);
/** Progress of a job after its sources are loaded, and after its printable page is made. */
const PROGRESS = { sources: 0.1, page: 0.5 } as const;

/** Both sides are read one after the other, page by page. */
function readingProgress({ side, page, pages }: { side: Side; page: number; pages: number }): number {
  const share = (page - 1) / pages / 2 + (side === 'revised' ? 0.5 : 0);
  return PROGRESS.sources + share * (PROGRESS.page - PROGRESS.sources);
}

/** Whether decisions leave no change open. Undefined: the number of changes is not known. */
function isDecided({ accept, reject }: JobRecord['options'], totalChanges: number | undefined): boolean {
  return accept === 'all' || reject === 'all' || accept.length + reject.length === totalChanges;
}

/** The file of a job with its name for downloads. */
export interface NamedArtifact {
  readonly artifact: Artifact;
  readonly name: string;
}

/**
 * Makes the file of a job from the stored comparison. The same job makes the same bytes.
 *
 * @throws ServiceError `not_found` if the comparison has expired; refusals of making and printing
 */
export async function runExport(
  job: JobRecord,
  deps: RunExportDeps,
  signal: AbortSignal,
  progress: (fraction: number) => void,
): Promise<NamedArtifact> {
  const { store, maker, check, marking } = deps;
  const [record, texts] = [await store.find(job.comparisonId), await store.texts(job.comparisonId)];
  if (record === null || texts === null) {
    throw new ServiceError('not_found', 'The comparison was deleted, or has expired, before its file was made.');
  }
  const [html, original, revised] = await Promise.all([texts.html, texts.original, texts.revised].map(unpackBytes));
  const stem = record.title ?? `comparison ${record.comparisonId.slice(0, 12)}`;
  const { artifactType } = job;
  const third = job.options.next === undefined ? undefined : await thirdDraft(store, job.options.next, revised!);
  const evidence = artifactType === 'evidence_zip' ? evidenceFacts(record.facts) : null;
  const task = {
    ...(third && { third }),
    ...(evidence && { evidence }),
    format: record.facts.format,
    fallback: record.facts.fallback,
    ...(record.facts.fallbackReason !== undefined && { fallbackReason: record.facts.fallbackReason }),
    digests: record.facts.digests ?? null,
    outcome: outcomeIn(record.facts),
    convertedFrom: record.facts.convertedFrom,
    options: job.options,
    title: stem,
    html: JSON.parse(new TextDecoder().decode(html)) as string,
    original: original!,
    revised: revised!,
    author: job.options.author ?? AUTHOR,
    date: job.options.date ?? `${new Date(record.createdAtMs).toISOString().slice(0, 19)}Z`,
  };
  const nameOf = ({ extension }: Artifact): string =>
    nameOfFile({ names: job.options.names, title: stem }, artifactType, extension, {
      isDecided: isDecided(job.options, record.head?.totalChanges),
    });
  const named = (artifact: Artifact): NamedArtifact => ({ artifact, name: nameOf(artifact) });
  const order = { ...task, type: artifactType };
  progress(PROGRESS.sources);
  if (isOfMarkedPages(artifactType, task)) {
    const { comparisonId, subject, facts } = record;
    const pair = { comparisonId, subject, facts, original: task.original, revised: task.revised };
    const { pdfs, found } = await marking.markPair(
      { ...pair, html: () => Promise.resolve(task.html) },
      signal,
      (step) => {
        if (step.step === 'reading') progress(readingProgress(step));
      },
    );
    progress(PROGRESS.page);
    const pages = await maker.make({ ...task, ...pdfs, found, type: 'marked_pages_pdf' }, signal);
    return named(await withSummary(pages, order, deps, signal));
  }
  const made = await maker.make(order, signal);
  signal.throwIfAborted();
  if (!PRINTED.has(artifactType)) return named(await check(made, null, order, signal));
  progress(PROGRESS.page);
  const { artifact, page } = await printMade(made, order, deps, signal);
  return named(await check(artifact, page, order, signal));
}

/** Whether a file shows the pages of both sides. The redline of two PDF has the look of these. */
function isOfMarkedPages(
  type: JobRecord['artifactType'],
  { format, options }: Pick<ArtifactTask, 'format' | 'options'>,
): boolean {
  return type === 'marked_pages_pdf' || (type === 'redline_pdf' && format === 'pdf' && options.onlyChanges !== true);
}
