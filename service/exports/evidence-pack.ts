/** Makes an evidence pack of a stored comparison. `diffsvc verify` proves it anywhere. */
import { isDocumentFormat, isSideFormat } from '../../shared/formats.ts';
import { settingsOf } from '../../shared/api/settings.ts';
import type { Side } from '../../shared/document/model.ts';
import { ServiceError } from '../../shared/errors.ts';
import { FORMATS } from '../../shared/formats.ts';
import { compareFiles } from '../pipeline/compare/compare-files.ts';
import { compareText } from '../pipeline/compare/compare-text.ts';
import { writePack, type EvidenceSource } from '../pipeline/evidence/write-pack.ts';
import type { Artifact, ArtifactTask, EvidenceFacts } from './artifact.ts';

/**
 * The pack. The files are compared again with the settings of the comparison, as `verify` will do it.
 *
 * @throws ServiceError `invalid_request` if that gives another redline, as after an update of the service
 */
export async function evidencePack(task: ArtifactTask): Promise<Artifact> {
  const { evidence, html, options, date } = task;
  if (evidence === undefined) throw new Error('an evidence pack needs the settings of its comparison');
  const { settings, formats, version } = evidence;
  const { texts, comparison } = await comparedAgain(task, evidence);
  if (comparison.html !== html) {
    throw new ServiceError(
      'invalid_request',
      'Comparing the files again does not give the stored redline, as after an update. Compare them again, and export that comparison.',
    );
  }
  const sideOf = (side: Side, text: string) => {
    const given = options.names?.[side].replace(/^.*[\\/]/s, '') ?? '';
    const name = given === '' ? `${side}.${FORMATS[formats[side]].extensions[0]}` : given;
    return { name, bytes: task[side], text };
  };
  const source: EvidenceSource = {
    sides: { original: sideOf('original', texts[0]), revised: sideOf('revised', texts[1]) },
    comparison,
    sameness: comparison.sameness,
    settings,
    changes: comparison.page(0, Number.MAX_SAFE_INTEGER).changes,
  };
  const bytes = writePack(source, { date, version, changesOnly: options.changesOnly ?? false, witness: null });
  return { bytes, mediaType: 'application/zip', extension: '.zip', report: { warnings: [] } };
}

/** Two texts of one format are compared as texts, everything else as files: the command line decides alike. */
async function comparedAgain({ format, original, revised }: ArtifactTask, { settings, formats }: EvidenceFacts) {
  const asked = settingsOf(settings);
  const { original: before, revised: after } = formats;
  if (format === 'mixed' || isDocumentFormat(format)) {
    if (!isSideFormat(before) || !isSideFormat(after))
      throw new Error(`${before} and ${after} are no files of two sides`);
    const files = { formats: { original: before, revised: after }, original, revised };
    const comparison = await compareFiles({ ...files, ...asked });
    return { comparison, texts: comparison.texts };
  }
  const texts = [textIn(original), textIn(revised)] as const;
  const isSameFile = Buffer.compare(original, revised) === 0;
  return { comparison: compareText({ ...asked, format, original: texts[0], revised: texts[1], isSameFile }), texts };
}

/** Without a byte order mark, as the command line reads it. */
function textIn(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
