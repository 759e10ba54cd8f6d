/** Makes a tracked-revision file of two texts. It is a new document. */
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeTrackedDocument } from './write-tracked-document.ts';
import { stampOf, type Redline, type Signature } from '../../pipeline/track-changes.ts';

/** A DOCX of a fragment's merged blocks, with every change as a tracked revision. `title` goes into its properties. */
export async function trackText(html: string, title: string, signature: Signature): Promise<Redline> {
  const { bytes, report } = await writeTrackedDocument(scanFragment(html), { ...stampOf(signature), title });
  const { revisions, warnings } = report;
  if (revisions === undefined) throw new Error('a tracked document without its counts');
  return {
    bytes,
    counts: revisions,
    degradedBlocks: 0,
    warnings: warnings.map((message) => ({ code: 'text_only', message })),
  };
}
