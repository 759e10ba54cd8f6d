import { writeFragment } from '../../../../shared/fragment/write.ts';
import { composeReadings, type PdfReading } from '../../../../service/formats/pdf/read-pdf.ts';
import type { Measure } from './bars.ts';
import type { ChildReader } from './child-reader.ts';
import { meanOf, scoreFamilies, type FamilyScores } from './families.ts';
import {
  contentChanges,
  countChanges,
  countHeadersAndFooters,
  countHyphens,
  countLost,
  tally,
} from '../../../oracle/pdf/measures.ts';
import { popplerText } from './poppler.ts';
import type { TruePair } from '../../../oracle/pdf/truth.ts';

/** Measures over the generated pairs, with remarks on misses. */
export interface GeneratedResult {
  readonly measures: readonly Measure[];
  readonly scores: FamilyScores | null;
  readonly remarks: readonly string[];
}

const DEADLINE_MS = 60_000;
const percent = (value: number): string => `${(100 * value).toFixed(value < 0.01 ? 3 : 1)} %`;

/** Reads every generated pair and measures it against its known content. */
export async function measureGenerated(
  corpus: string,
  pairs: readonly TruePair[],
  reader: ChildReader,
): Promise<GeneratedResult> {
  const [soft, hard, removed, found] = [tally(), tally(), tally(), tally()];
  const html = new Map<string, string>();
  const remarks: string[] = [];
  let words = 0;
  let lost = 0;
  let wrong = 0;
  const headings: string[] = [];
  for (const pair of pairs) {
    const readings = await readBoth(pair.files, reader);
    if (!readings) {
      remarks.push(`${pair.name}: not read`);
      continue;
    }
    (['original', 'revised'] as const).forEach((side, index) => {
      const reading = readings[index]!;
      html.set(`${pair.name}.${side}`, writeFragment(reading.document.blocks));
      const raw = popplerText(pair.files[index]!, ['-raw']);
      if (raw)
        for (const remark of countHyphens(raw.text, pair.blocks[index]!, reading, soft, hard))
          remarks.push(`${pair.name}: ${remark}`);
      const own = countLost(pair.blocks[index]!, reading);
      words += own.words;
      lost += own.lost;
      headings.push(...own.headings);
    });
    countHeadersAndFooters(pair, readings, removed);
    const changes = contentChanges(readings[0].document.blocks, readings[1].document.blocks);
    const result = countChanges(pair.changes, changes, found);
    wrong += result.wrong.length;
    for (const change of result.missed)
      remarks.push(`${pair.name}: missed ${change.type} ${show(change.before)} → ${show(change.after)}`);
    for (const change of result.wrong)
      remarks.push(`${pair.name}: wrong ${change.type} ${show(change.before)} → ${show(change.after)}`);
  }
  const ratio = ({ hit, of }: { hit: number; of: number }): number | null => (of > 0 ? hit / of : null);
  const counted = (name: string, { hit, of }: { hit: number; of: number }): string => `${name} (${hit} of ${of})`;
  const scores = scoreFamilies(corpus, html);
  return {
    scores,
    remarks,
    measures: [
      ...(scores ? familyMeasures(scores) : []),
      {
        name: counted('hyphens, soft', soft),
        value: ratio(soft),
        bar: { atLeast: 0.98 },
        peer: 'OpenDataLoader 420 of 427',
        show: percent,
      },
      {
        name: counted('hyphens, hard', hard),
        value: ratio(hard),
        bar: { atLeast: 0.8 },
        peer: '0 of 82',
        show: percent,
      },
      {
        name: counted('headers and footers removed', removed),
        value: ratio(removed),
        bar: { atLeast: 0.97 },
        peer: 'OpenDataLoader 64 of 66',
        show: percent,
      },
      {
        name: `words of the body lost with them (${lost} of ${words})`,
        value: lost / words,
        bar: { atMost: 0.0005 },
        peer: '–',
        show: percent,
      },
      { name: 'headings lost with them', value: headings.length, bar: { atMost: 0 }, peer: '–', show: String },
      { name: counted('changes found', found), value: ratio(found), bar: { atLeast: 0.98 }, peer: '–', show: percent },
      {
        name: `false changes (${wrong})`,
        value: wrong / found.of,
        bar: { atMost: 0.05 },
        peer: '123 of 14 in two columns (pdftotext)',
        show: percent,
      },
    ],
  };
}

/** Extracts both sides and composes them together. Null if a side cannot be read. */
export async function readBoth(
  files: readonly [string, string],
  reader: ChildReader,
): Promise<readonly [PdfReading, PdfReading] | null> {
  const original = await reader.read(files[0], DEADLINE_MS);
  const revised = await reader.read(files[1], DEADLINE_MS);
  if (!original.ok || !revised.ok) return null;
  const [a, b] = composeReadings([original.extracted, revised.extracted]);
  return [a!, b!];
}

/** Documents whose tables have no drawn lines. LibreOffice draws none for HTML tables. */
const BORDERLESS = /borderless|__lo-/;

function familyMeasures({ documents, families }: FamilyScores): Measure[] {
  const of = (family: string, metric: string): number | null => families.get(family)?.[metric] ?? null;
  const worst = (metric: string, without: readonly string[] = []): { family: string; value: number | null } => {
    let result: { family: string; value: number | null } = { family: '', value: null };
    for (const [family, scores] of families) {
      const value = scores[metric];
      if (value === undefined || family === 'all' || without.includes(family)) continue;
      if (result.value === null || value < result.value) result = { family, value };
    }
    return result;
  };
  const words = worst('words', ['rtl']);
  const paragraphs = worst('paragraphs');
  const tagged = (name: string): boolean => name.includes('-tagged');
  return [
    {
      name: `word F1, worst family but right-to-left (${words.family})`,
      value: words.value,
      bar: { atLeast: 0.99 },
      peer: 'MuPDF .966 over all',
    },
    {
      name: 'reading order, LaTeX in two columns',
      value: of('latex-2col', 'order'),
      bar: { atLeast: 0.95 },
      peer: 'OpenDataLoader .915',
    },
    { name: 'reading order, right-to-left', value: of('rtl', 'order'), bar: { atLeast: 0.9 }, peer: 'pdftotext .754' },
    { name: 'paragraph F1', value: of('all', 'paragraphs'), bar: { atLeast: 0.97 }, peer: 'OpenDataLoader .879' },
    {
      name: `paragraph F1, worst family (${paragraphs.family})`,
      value: paragraphs.value,
      bar: { atLeast: 0.95 },
      peer: '–',
    },
    {
      name: 'heading F1, untagged',
      value: meanOf(documents, 'headings', (name) => !tagged(name)),
      bar: { atLeast: 0.9 },
      peer: 'OpenDataLoader .809',
    },
    {
      name: 'heading F1, tagged',
      value: meanOf(documents, 'headings', tagged),
      bar: { atLeast: 1 },
      peer: 'pdf.js structure tree 1.0',
    },
    { name: 'list F1', value: of('all', 'lists'), bar: { atLeast: 0.8 }, peer: '–' },
    {
      name: 'table cells, ruled',
      value: meanOf(documents, 'cells', (name) => !BORDERLESS.test(name)),
      bar: { atLeast: 0.98 },
      peer: '–',
    },
    {
      name: 'table cells, borderless',
      value: meanOf(documents, 'cells', (name) => BORDERLESS.test(name)),
      bar: { atLeast: 0.7 },
      peer: '0',
    },
  ];
}

function show(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 80));
}
