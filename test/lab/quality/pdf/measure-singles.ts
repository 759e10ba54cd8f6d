import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeReadings } from '../../../../service/formats/pdf/read-pdf.ts';
import type { Measure } from './bars.ts';
import type { ChildReader } from './child-reader.ts';
import { popplerText } from './poppler.ts';
import { bagF1, textOfBlocks, wordsOf } from '../../../oracle/pdf/words.ts';

/** Measures over single files, and the outcome of each file. */
export interface SinglesResult {
  readonly measures: readonly Measure[];
  readonly outcomes: ReadonlyMap<string, string>;
  readonly remarks: readonly string[];
}

/** Time limit of a file. The service allows a side less than 60 seconds. */
const DEADLINE_MS = 25_000;
/** F1 is meaningless for files with fewer words by pdftotext. */
const MIN_WORDS = 20;
/** Readers disagree about right-to-left text and about fonts with wrong character maps. */
const NOT_COMPARED = ['rtl', 'bad-unicode-map'];

/** Reads every single file. Compares its words and CPU time with poppler's. */
export async function measureSingles(
  folder: string,
  picks: (file: string) => boolean,
  reader: ChildReader,
): Promise<SinglesResult> {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    file: string;
    categories: string[];
  }[];
  const categories = new Map(manifest.map((entry) => [entry.file, entry.categories]));
  const outcomes = new Map<string, string>();
  const scores: { file: string; f1: number }[] = [];
  let cpuMs = 0;
  let popplerMs = 0;
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.pdf') && picks(name))
    .sort()) {
    const path = join(folder, file);
    const answer = await reader.read(path, DEADLINE_MS);
    if (!answer.ok) {
      outcomes.set(file, answer.code);
      continue;
    }
    const before = process.cpuUsage();
    const [reading] = composeReadings([answer.extracted]);
    const { user, system } = process.cpuUsage(before);
    outcomes.set(file, 'read');
    const poppler = popplerText(path);
    if (!poppler) continue;
    cpuMs += answer.cpuMs + (user + system) / 1000;
    popplerMs += poppler.cpuMs;
    const expected = wordsOf(poppler.text);
    if (expected.length < MIN_WORDS || NOT_COMPARED.some((category) => categories.get(file)?.includes(category)))
      continue;
    // All text of the pages, headers and footers included: the reader has read them too.
    const headersAndFooters = reading!.headersAndFooters.map((line) => line.text).join('\n');
    const got = wordsOf(`${textOfBlocks(reading!.document.blocks)}\n${headersAndFooters}`);
    scores.push({ file, f1: bagF1(got, expected) });
  }
  scores.sort((a, b) => a.f1 - b.f1);
  const mean = scores.reduce((sum, score) => sum + score.f1, 0) / scores.length;
  const tenth = scores[Math.floor(scores.length / 10)];
  const endless = [...outcomes].filter(([, code]) => code === 'deadline' || code === 'memory' || code === 'crash');
  return {
    outcomes,
    measures: [
      {
        name: `word F1 against pdftotext, mean of ${scores.length} files`,
        value: scores.length > 0 ? mean : null,
        bar: { atLeast: 0.975 },
        peer: 'pdf.js .970',
      },
      {
        name: 'word F1 against pdftotext, tenth percentile',
        value: tenth?.f1 ?? null,
        bar: { atLeast: 0.95 },
        peer: 'pdf.js .921',
      },
      {
        name: 'CPU against poppler',
        value: popplerMs > 0 ? cpuMs / popplerMs : null,
        bar: { atMost: 20 },
        peer: 'MuPDF 3',
        show: (value) => `${value.toFixed(1)} ×`,
      },
    ],
    remarks: [
      ...scores.slice(0, 15).map(({ file, f1 }) => `${file}: ${f1.toFixed(3)}`),
      ...endless.map(([file, code]) => `${file}: ended by ${code}`),
    ],
  };
}
