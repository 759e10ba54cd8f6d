/** Makes the file of an export. It runs in a process of its own, because its input is untrusted. */
import { INCLUDES } from '../../shared/api/include.ts';
import type { DraftChanges } from '../../shared/change/negotiation.ts';
import { bothSides, isSideFormat } from '../../shared/formats.ts';
import { changeIdsOf, resolveBlocks } from '../../shared/fragment/resolve.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { unitsOf } from '../../shared/fragment/units.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import type { Block } from '../../shared/document/model.ts';
import { DecidedLabels } from '../../shared/document/numbers/decided-labels.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import { writeReviewFile } from '../../shared/review-file/review-file.ts';
import type { ChangeNote, PassageNote } from '../../shared/review-file/notes.ts';
import { EMPTY_RECORD } from '../../shared/review-file/review-record.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { returnedFile } from '../pipeline/undisclosed/returned-file.ts';
import { compareFiles } from '../pipeline/compare/compare-files.ts';
import { followDrafts } from '../pipeline/merge/follow-drafts.ts';
import { findUndisclosed } from '../pipeline/undisclosed/find-undisclosed.ts';
import type { Artifact, ArtifactTask } from './artifact.ts';
import { evidencePack } from './evidence-pack.ts';
import { makeRedline } from './make-redline.ts';
import { reportOf, type Report } from './report/report.ts';
import { writeReport } from './report/write-report.ts';
import { builtReviewProgram } from './review-file/review-program.ts';
import { sha256 } from '../sha256.ts';
import { writeFinalPage, writePage, writeRedlinePage } from './pages/write-page.ts';
import { writeStaticRedline } from './static-redline/write-static-redline.ts';
import { summaryPage } from './summary/summary-page.ts';
import { writeSummary } from './summary/write-summary.ts';

/** The profile of marks if nobody chose one. */
const DEFAULT_MARKS = 'classic';
const PDF = { mediaType: 'application/pdf', extension: '.pdf' } as const;
const HTML_TYPE = 'text/html; charset=utf-8';

/**
 * Makes the file.
 *
 * @throws ServiceError `document_invalid` and others, if the sources cannot be read any more
 */
export async function makeArtifact(task: ArtifactTask): Promise<Artifact> {
  switch (task.type) {
    case 'resolved_html':
      return htmlOf(task.options.page === true ? await finalPage(task) : decidedFragment(task));
    case 'review_html':
      return htmlOf(await reviewFile(task));
    case 'redline_pdf':
      return await printedRedline(task);
    case 'redline_docx':
      return await staticRedline(task);
    case 'report_html':
    case 'report_pdf':
      return htmlOf(await reportPage(task));
    case 'marked_pages_pdf':
      return await markedPages(task);
    case 'evidence_zip':
      return await evidencePack(task);
    case 'undisclosed_json':
      return jsonOf(await findUndisclosed(task.original, task.revised));
    case 'negotiation_json':
      return jsonOf(await followedDrafts(task));
    case 'track_changes_docx':
    case 'resolved_docx':
      return await makeRedline(task, scanFragment(task.html));
  }
}

/** The file contains the decisions and notes of the export as a review, which can be changed there. */
async function reviewFile(task: ArtifactTask): Promise<string> {
  const { title, format, fallback, fallbackReason, digests, outcome, html, options } = task;
  const changeIds = changeIdsOf(scanFragment(html));
  const decided = new Map<string, ChangeAction>();
  for (const id of changeIds) {
    const verdict = verdictOf(id, options);
    if (verdict !== null) decided.set(id, verdict);
  }
  const record = withoutUndefined({
    ...EMPTY_RECORD,
    reviewer: options.reviewer ?? '',
    decided,
    decidedBy: options.decidedBy ? new Map(options.decidedBy.map(({ changeId, name }) => [changeId, name])) : undefined,
    finished: decided.size > 0 && decided.size === changeIds.length,
    notes: new Map(
      options.notes?.map(({ changeId, messages, tags = [] }): [string, ChangeNote] => [changeId, { messages, tags }]),
    ),
    passages: new Map(
      options.passages?.map(({ quote, before = '', after = '', messages }, at): [string, PassageNote] => [
        `note_${at + 1}`,
        { passage: { quote, before, after }, messages },
      ]),
    ),
  });
  return writeReviewFile(
    {
      facts: withoutUndefined({
        title,
        format,
        fallback,
        fragmentSha256: sha256(html),
        digests,
        fallbackReason,
        outcome,
      }),
      fragment: html,
      record,
    },
    await builtReviewProgram(),
  );
}

/** The lists share no change. `"all"` means every change that the other list does not name. */
function verdictOf(changeId: string, { accept, reject }: ArtifactTask['options']): ChangeAction | null {
  if (accept !== 'all' && accept.includes(changeId)) return 'accepted';
  if (reject !== 'all' && reject.includes(changeId)) return 'rejected';
  if (accept === 'all') return 'accepted';
  return reject === 'all' ? 'rejected' : null;
}

/** The library that writes PDF is loaded for these files alone. */
async function markedPages(task: ArtifactTask): Promise<Artifact> {
  const { found, original, revised, options, title, html } = task;
  if (found === undefined) throw new Error('marked pages need the places of the changes');
  const [{ writeMarkedPages }, { countedChanges, unplacedWarning }] = await Promise.all([
    import('./marked-pages/write-marked-pages.ts'),
    import('./marked-pages/closing-page.ts'),
  ]);
  const changes = countedChanges(scanFragment(html));
  const bytes = await writeMarkedPages({
    pdfs: { original, revised },
    found,
    title,
    layout: options.layout ?? 'side_by_side',
    changes,
    verdictOf: (changeId) => verdictOf(changeId, options),
  });
  const warning = unplacedWarning(found.unplaced, changes);
  return {
    ...PDF,
    bytes,
    report: { warnings: warning === null ? [] : [warning] },
  };
}

async function reportPage(task: ArtifactTask): Promise<string> {
  const blocks = scanFragment(task.html);
  return await writeReport(await reportIn(task, blocks), blocks, task.html, task.options);
}

async function reportIn({ options, outcome = {}, ...task }: ArtifactTask, blocks: readonly Block[]): Promise<Report> {
  const returned = task.format === 'docx' ? await returnedFile(task.original, task.revised, blocks) : null;
  return reportOf({ ...task, ...options, outcome, blocks, decisions: options, returned });
}

/** The redline as Word shows it to everyone. Its undecided changes are marked by formatting. */
async function staticRedline(task: ArtifactTask): Promise<Artifact> {
  const tracked = await makeRedline(task, scanFragment(task.html));
  const printsComments = task.type === 'redline_pdf';
  const bytes = await writeStaticRedline(tracked.bytes, task.options.marks ?? DEFAULT_MARKS, { printsComments });
  return { ...tracked, bytes };
}

/** What a program prints: the static redline of two Word files, or a page. A summary is printed and joined. */
async function printedRedline(task: ArtifactTask): Promise<Artifact> {
  if (task.part === 'summary')
    return htmlOf(await summaryPage(await reportIn(task, scanFragment(task.html)), task.options));
  if (typeof task.part === 'object') {
    const { joinPrints } = await import('./summary/join-prints.ts');
    return { ...PDF, bytes: await joinPrints(task.part), report: { warnings: [] } };
  }
  return keepsLook(task) ? await staticRedline(task) : htmlOf(await printedPage(task));
}

/** Whether the pages look as the compared files do. A redline of parts, and of other formats, has a look of its own. */
function keepsLook({ format, options, part }: ArtifactTask): boolean {
  return format === 'docx' && options.onlyChanges !== true && part !== 'page';
}

async function printedPage(task: ArtifactTask): Promise<string> {
  const { title, html, options, outcome = {} } = task;
  const blocks = shownBlocks(task);
  const fragment = isUndecided(options) ? html : writeFragment(blocks);
  if (options.summary !== false) {
    const summary = writeSummary(await reportIn(task, scanFragment(html)), options.marks ?? DEFAULT_MARKS);
    return await writeRedlinePage({ title, head: title, summary, fragment }, options);
  }
  const left = unitsOf(blocks).all.length;
  return await writePage(title, fragment, left === 1 ? '1 change' : `${left} changes`, outcome, options);
}

/** The document with the decisions, to be read by itself. Undecided changes keep their marks. */
async function finalPage(task: ArtifactTask): Promise<string> {
  const fragment = isUndecided(task.options) ? task.html : writeFragment(shownBlocks(task));
  return await writeFinalPage(task.title, fragment);
}

/** The drafts are compared anew with all content, so that each is read alike. */
async function followedDrafts({ format, original, revised, third }: ArtifactTask): Promise<DraftChanges> {
  if (third === undefined || !isSideFormat(format)) throw new Error('a negotiation needs three drafts of one format');
  const drafts = [original, revised, third];
  const formats = bothSides(format);
  return await followDrafts(async (a, b) => {
    const options = { mode: 'auto', attributeMode: 'semantic', include: INCLUDES, complexity: 'extended' } as const;
    const sides = { original: drafts[a]!, revised: drafts[b]! };
    const comparison = await compareFiles({ formats, ...sides, ...options });
    return {
      blocks: scanFragment(comparison.html),
      changes: () => comparison.page(0, Number.MAX_SAFE_INTEGER).changes,
    };
  });
}

function decidedBlocks({ html, options }: ArtifactTask): readonly Block[] {
  const blocks = scanFragment(html);
  return isUndecided(options) ? blocks : resolveBlocks(blocks, options);
}

/** The decided blocks as a page shows them: with the numbers that a word processor counts. */
function shownBlocks(task: ArtifactTask): readonly Block[] {
  if (task.format !== 'docx' || isUndecided(task.options)) return decidedBlocks(task);
  const labels = new DecidedLabels(scanFragment(task.html));
  return labels.of(resolveBlocks(labels.blocks, task.options));
}

/** The fragment with the decisions applied. Without decisions it is exactly the stored one. */
function decidedFragment(task: ArtifactTask): string {
  return isUndecided(task.options) ? task.html : writeFragment(decidedBlocks(task));
}

function jsonOf(value: unknown): Artifact {
  const bytes = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
  return { bytes, mediaType: 'application/json', extension: '.json', report: { warnings: [] } };
}

function htmlOf(text: string): Artifact {
  return { bytes: new TextEncoder().encode(text), mediaType: HTML_TYPE, extension: '.html', report: { warnings: [] } };
}

function isUndecided({ accept, reject }: ArtifactTask['options']): boolean {
  return accept.length === 0 && reject.length === 0;
}
