import { ServiceError } from '../../../shared/errors.ts';
import { FORMAT_NAMES, type SideFormat, type SideFormats } from '../../../shared/formats.ts';
import type { ComparisonFacts } from '../../pipeline/inputs/tasks.ts';

/** The formats of both sides. Throws `document_invalid` for a format without pages. */
export function pageFormatsOf(facts: ComparisonFacts): SideFormats {
  const { format, originalFormat, revisedFormat } = facts;
  const sides = { original: originalFormat ?? format, revised: revisedFormat ?? format };
  for (const side of ['original', 'revised'] as const) {
    const own = sides[side];
    if (own === 'docx' || own === 'pdf') continue;
    const name = own in FORMAT_NAMES ? FORMAT_NAMES[own as SideFormat] : own;
    throw new ServiceError(
      'document_invalid',
      `The ${side} side is ${name}, which has no pages. Changes are marked on the pages of DOCX and PDF.`,
      { side },
    );
  }
  return sides as SideFormats;
}
