import { FORMATS } from '../../shared/formats.ts';
import type { Block } from '../../shared/document/model.ts';
import { resolveBlocks } from '../../shared/fragment/resolve.ts';
import { writeRedline } from '../redline/write-redline.ts';
import { convertedSourcesWarnings } from '../pipeline/converted-file.ts';
import { redlineGuide } from '../pipeline/redline-guide.ts';
import type { Artifact, ArtifactTask } from './artifact.ts';
import { decideRedline } from './decide-redline.ts';
import { writeTrackedDocument } from './write-tracked-document.ts';

/**
 * A Word document of a comparison with its undecided changes as tracked revisions. Two DOCX are merged. Texts become
 * a new document, made of the merged blocks of the fragment.
 */
export async function makeRedline(task: ArtifactTask, blocks: readonly Block[]): Promise<Artifact> {
  const { format, original, revised, author, date, options } = task;
  const isUndecided = options.accept.length === 0 && options.reject.length === 0;
  if (format !== 'docx') {
    const decided = isUndecided ? blocks : resolveBlocks(blocks, options);
    return artifactOf(await writeTrackedDocument(decided, { author, date, title: task.title }));
  }
  const guide = redlineGuide(blocks);
  const redline = await writeRedline(original, revised, { author, date }, guide, options.revisions);
  const { counts } = redline;
  const warnings = [...convertedSourcesWarnings(task.convertedFrom), ...redline.warnings.map(({ message }) => message)];
  const written = { bytes: redline.bytes, report: { revisions: counts, warnings } };
  if (isUndecided) return artifactOf(written);
  return artifactOf(await decideRedline(written, blocks, options));
}

function artifactOf({ bytes, report }: Pick<Artifact, 'bytes' | 'report'>): Artifact {
  return { bytes, mediaType: FORMATS.docx.mediaType, extension: '.docx', report };
}
