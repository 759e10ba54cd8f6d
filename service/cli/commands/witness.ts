/** The second readings of `diffsvc verify --witness`, as a report. */
import type { Side } from '../../../shared/document/model.ts';
import type { Testimony } from '../../witness/witness-files.ts';
import { documentFormatOf } from '../../../shared/recognize-format.ts';

/** What the second readers say about both files. */
export interface WitnessReport {
  /**
   * No word was found by a second reader alone, and no letter that reads the same is drawn differently. Null: neither
   * was, but a file could not be read a second time.
   */
  readonly agrees: boolean | null;
  readonly original: Testimony;
  readonly revised: Testimony;
  /** Places at which two PDFs read the same and draw other letters; absent for other formats. */
  readonly drawnDifferently?: readonly string[];
}

/** Reads both files with a second reader. Throws `ServiceError` as our own readers do. */
export async function witness(
  original: Uint8Array,
  revised: Uint8Array,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<WitnessReport> {
  const { lettersDrawnDifferently, witnessFiles } = await import('../../witness/witness-files.ts');
  const { WITNESSED_FORMATS } = await import('../../witness/second-readers.ts');
  const files = [original, revised].map((bytes) => {
    const format = documentFormatOf(bytes);
    return { format: WITNESSED_FORMATS.find((each) => each === format) ?? null, bytes };
  });
  const testimonies = await witnessFiles(files, { environment });
  const [first, second] = testimonies as [Testimony, Testimony];
  const areDrawn = files.every(({ format }) => format === 'pdf');
  const drawnDifferently = areDrawn ? await lettersDrawnDifferently(original, revised) : undefined;
  const answers = [...testimonies.map(({ agrees }) => agrees), (drawnDifferently ?? []).length === 0];
  const agrees = answers.includes(false) ? false : answers.includes(null) ? null : true;
  return { agrees, original: first, revised: second, ...(drawnDifferently && { drawnDifferently }) };
}

/** The report as lines for a person. */
export function describeWitness({ original, revised, drawnDifferently = [] }: WitnessReport): string[] {
  const answers = [original.agrees, revised.agrees];
  return [
    ...describeTestimony('original', original),
    ...describeTestimony('revised', revised),
    ...drawnDifferently.map((place) => `drawn   ${place} reads the same on both sides, and is drawn differently`),
    answers.includes(false)
      ? 'a second reader found words that ours lacks'
      : answers.includes(null)
        ? 'a file was not read a second time'
        : 'the second readers found no word that ours lacks',
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
