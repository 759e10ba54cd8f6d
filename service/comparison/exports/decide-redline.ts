import { resolvePackage } from '../../redline/resolve-package.ts';
import type { ArtifactReport, ExportOptions } from './job.ts';

/** A tracked DOCX and what is told of it. */
export interface WrittenRedline {
  readonly bytes: Uint8Array;
  readonly report: ArtifactReport;
}

/** The redline with every revision accepted or rejected. */
export async function decideRedline(
  { bytes, report }: WrittenRedline,
  { accept }: ExportOptions,
): Promise<WrittenRedline> {
  const resolved = await resolvePackage(bytes, accept === 'all' ? 'revised' : 'original');
  return { bytes: resolved, report: { warnings: report.warnings } };
}
