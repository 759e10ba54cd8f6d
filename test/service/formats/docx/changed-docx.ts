/** Compares two small DOCX. */
import type { Change } from '../../../../shared/change/page.ts';
import { compareReadings } from '../../../../service/pipeline/compare/compare-readings.ts';
import type { Reading } from '../../../../service/pipeline/inputs/reading.ts';
import { readDocx, type DocxOptions } from '../../../../service/formats/docx/read-docx.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { docx, type DocxParts } from '../../../builders/docx.ts';

/** A comparison of two DOCX, and the fragments of both. */
export interface ChangedDocx {
  readonly html: string;
  readonly changes: readonly Change[];
  readonly original: string;
  readonly revised: string;
}

/** Compares two DOCX with these bodies. They have at most 500 changes. */
export async function changedDocx(
  original: string,
  revised: string,
  { attributeMode = 'semantic', parts }: Pick<DocxOptions, 'attributeMode'> & { readonly parts?: DocxParts } = {},
): Promise<ChangedDocx> {
  const readings: Reading[] = [];
  for (const body of [original, revised]) readings.push(await readDocx(docx(body, parts), { attributeMode }));
  const [a, b] = readings as [Reading, Reading];
  const comparison = compareReadings(a, b, { format: 'docx', mode: 'auto', attributeMode, complexity: 'extended' });
  return {
    html: comparison.html,
    changes: comparison.page(0, 500).changes,
    original: writeFragment(a.document.blocks),
    revised: writeFragment(b.document.blocks),
  };
}
