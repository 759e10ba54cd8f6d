/** The second readings of `diffsvc verify --witness`, as a report. */
import type { Side } from '../../../shared/document/model.ts';
import type { Testimony } from '../../witness/witness-files.ts';
import { documentFormatOf } from '../../../shared/recognize-format.ts';

/** What the second readers say about both files. */
export interface WitnessReport {
  /** No word was found by a second reader alone. Null: no word was, but a file could not be read a second time. */
  readonly agrees: boolean | null;
  readonly original: Testimony;
  readonly revised: Testimony;
}

/** Reads both files with a second reader. Throws `ServiceError` as our own readers do. */
export async function witness(
  original: Uint8Array,
  revised: Uint8Array,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<WitnessReport> {
  const { witnessFiles } = await import('../../witness/witness-files.ts');
  const files = [original, revised].map((bytes) => ({ format: documentFormatOf(bytes), bytes }));
  const testimonies = await witnessFiles(files, { environment });
  const [first, second] = testimonies as [Testimony, Testimony];
  const answers = testimonies.map(({ agrees }) => agrees);
  const agrees = answers.includes(false) ? false : answers.includes(null) ? null : true;
  return { agrees, original: first, revised: second };
}

/** The report as lines for a person. */
export function describeWitness({ agrees, original, revised }: WitnessReport): string[] {
  return [
    ...describeTestimony('original', original),
    ...describeTestimony('revised', revised),
    agrees === null
      ? 'a file was not read a second time'
      : agrees
        ? 'the second readers found no word that ours lacks'
        : 'a second reader found words that ours lacks',
  ];
}

function describeTestimony(side: Side, testimony: Testimony): string[] {
  if (testimony.reader === null) return [`unread  ${side}: ${testimony.reason}`];
  const { reader, agrees, both, otherOrder, longer, leftOut, listMarkers, oursOnly, otherOnly, outside } = testimony;
  const details = [
    [otherOrder, 'in another order'],
    [longer, 'longer in ours'],
    [leftOut, 'in running headers, watermarks and line numbers, which are not compared'],
    [listMarkers, 'as markers of list items'],
  ] as const;
  const told = details.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [
    `${agrees ? 'agrees' : 'lacks '}  ${side}, read again by ${reader}: ${both} words by both, ${oursOnly.length} by ours only, ${otherOnly.length} by ${reader} only`,
    ...(told.length > 0 ? [`        of these and beside these: ${told.join('; ')}`] : []),
    `        not read by ${reader}: ${outside.join('; ')}`,
    ...[...otherOnly.map((word) => [reader, word] as const), ...oursOnly.map((word) => ['ours', word] as const)].map(
      ([by, { place, page }]) => `        only ${by}: ${page === undefined ? '' : `page ${page}: `}${place}`,
    ),
  ];
}
