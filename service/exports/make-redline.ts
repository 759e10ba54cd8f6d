import { FORMATS } from '../../shared/formats.ts';
import type { Block, Side } from '../../shared/document/model.ts';
import { changeIdsOf } from '../../shared/fragment/change-ids.ts';
import { Verdicts } from '../../shared/fragment/decisions.ts';
import { resolveBlocks } from '../../shared/fragment/resolve.ts';
import { writeRedline } from '../redline/write-redline.ts';
import { convertedSourcesWarnings } from '../pipeline/inputs/converted-file.ts';
import { redlineGuide } from '../pipeline/ranges/redline-guide.ts';
import { decideAll } from '../pipeline/track-changes.ts';
import type { Artifact, ArtifactTask, ExportOptions } from './artifact.ts';
import { decideRedline } from './decide/decide-redline.ts';
import { addNoteComments } from './note-comments/add-note-comments.ts';
import { writeTrackedDocument } from './tracked-text/write-tracked-document.ts';

/**
 * A Word document of a comparison with its undecided changes as tracked revisions. Two DOCX are merged. Texts become
 * a new document, made of the merged blocks of the fragment. Notes of the review become comments.
 */
export async function makeRedline(task: ArtifactTask, blocks: readonly Block[]): Promise<Artifact> {
  const written = await withoutNotes(task, blocks);
  const { bytes, report } = await addNoteComments(written, blocks, task.options, task.author);
  return { bytes, mediaType: FORMATS.docx.mediaType, extension: '.docx', report };
}

type Written = Pick<Artifact, 'bytes' | 'report'>;

async function withoutNotes(task: ArtifactTask, blocks: readonly Block[]): Promise<Written> {
  const { format, original, revised, author, date, options } = task;
  const isUndecided = options.accept.length === 0 && options.reject.length === 0;
  if (format !== 'docx') {
    const decided = isUndecided ? blocks : resolveBlocks(blocks, options);
    return await writeTrackedDocument(decided, { author, date, title: task.title });
  }
  const decidedSide = isUndecided ? null : onlySide(blocks, options);
  if (decidedSide !== null) {
    // The document of that side has nothing of the other one, wherever it might be.
    const bytes = await decideAll(task[decidedSide], 'accept');
    return { bytes, report: { warnings: convertedSourcesWarnings(task.convertedFrom) } };
  }
  const guide = redlineGuide(blocks);
  const redline = await writeRedline(original, revised, { author, date }, guide, options.revisions);
  const { counts } = redline;
  const warnings = [...convertedSourcesWarnings(task.convertedFrom), ...redline.warnings.map(({ message }) => message)];
  const written = { bytes: redline.bytes, report: { revisions: counts, warnings } };
  return isUndecided ? written : await decideRedline(written, blocks, options);
}

/** The side for which all changes are decided; null for none. Without changes the decision on all counts. */
function onlySide(blocks: readonly Block[], options: ExportOptions): Side | null {
  const changeIds = changeIdsOf(blocks);
  const verdicts = new Verdicts(() => changeIds, options);
  const sides = new Set(changeIds.map((id) => verdicts.sideOf(id)));
  if (sides.size === 0) return options.reject === 'all' ? 'original' : 'revised';
  const [only = null] = sides;
  return sides.size === 1 ? only : null;
}
