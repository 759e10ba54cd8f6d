import { ServiceError, type Issue } from '../../../shared/errors.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { halfInWords, Units, unitsOf } from '../../../shared/fragment/units.ts';
import type { ExportOptions } from '../../exports/artifact.ts';
import type { ComparisonFacts } from '../../pipeline/inputs/tasks.ts';

/** Maximum number of faults that an answer names. */
const NAMED_MAX = 20;

/**
 * Checks that decisions divide no unit, such as a move. `html`: the fragment as a JSON string, for comparisons of
 * earlier versions. Throws `invalid_request`, which names the other changes of each divided unit.
 */
export async function checkUnits(
  { accept, reject }: Pick<ExportOptions, 'accept' | 'reject'>,
  { decidedTogether }: Pick<ComparisonFacts, 'decidedTogether'>,
  html: () => Promise<Uint8Array>,
): Promise<void> {
  const namesNone = (decided: ExportOptions['accept']): boolean => decided === 'all' || decided.length === 0;
  if (namesNone(accept) && namesNone(reject)) return;
  const units = decidedTogether === undefined ? unitsIn(await html()) : new Units(decidedTogether);
  const halves = units.halves({ accept, reject });
  const issues = halves.slice(0, NAMED_MAX).map((half): Issue => {
    const [path, list] = half.verdict === 'accepted' ? ['/accept', accept] : ['/reject', reject];
    return { in: 'body', path: `${path}/${list.indexOf(half.named)}`, message: halfInWords(half) };
  });
  const [first] = issues;
  if (first === undefined) return;
  const more = halves.length > 1 ? ` The details name ${halves.length - 1} more.` : '';
  throw new ServiceError('invalid_request', `${first.path}: ${first.message}.${more}`, { issues });
}

function unitsIn(html: Uint8Array): Units {
  return unitsOf(scanFragment(JSON.parse(new TextDecoder().decode(html)) as string));
}
