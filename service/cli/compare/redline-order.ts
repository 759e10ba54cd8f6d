/** What `compare -o x.pdf` prints. */
import { basename } from 'node:path';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { UNDECIDED } from '../../exports/artifact.ts';
import type { RedlineOrder } from '../../print-redline.ts';
import { titleOf, type Finished } from './compare-pair.ts';

/** The name that stands for nobody in particular. */
const AUTHOR = 'diffsvc';

/** The redline of a comparison that nobody decided. */
export function redlineOrder(finished: Finished): RedlineOrder {
  const { names, comparison, inputs, fileSha256, sameness, warnings, date, convertedFrom, paper } = finished;
  const { html, format, fallback, fallbackReason, uncompared } = comparison;
  const [original, revised] = [basename(names[0]), basename(names[1])];
  return {
    type: 'redline_pdf',
    format,
    fallback,
    ...(fallbackReason !== undefined && { fallbackReason }),
    convertedFrom,
    digests: { ...comparison.digests(), fileSha256 },
    outcome: withoutUndefined({ sameness, uncompared, warnings: warnings.length > 0 ? warnings : undefined }),
    options: { ...UNDECIDED, ...paper, names: { original, revised } },
    title: titleOf({ names }),
    html,
    original: inputs[0],
    revised: inputs[1],
    author: AUTHOR,
    date,
  };
}
