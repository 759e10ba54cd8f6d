/**
 * `npm run lab -- quality pdf [--part generated|nochange|fresh|kinds|singles]… [--name PART] [--remarks] [--seed N]
 * [--count N] [--keep FOLDER]`
 *
 * Reads the PDFs of the corpus. Prints the measures of the PDF reader as one table, each with its bar and the best
 * other reader.
 * Exit code 1 if a bar is missed, 2 if the corpus is missing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { barsTable, reaches, type Measure } from './bars.ts';
import { ChildReader } from './child-reader.ts';
import { measureFresh } from './fresh/measure-fresh.ts';
import { measureKinds } from './fresh/measure-kinds.ts';
import { measureGenerated, readBoth } from './measure-generated.ts';
import { measureSingles } from './measure-singles.ts';
import { contentChanges } from '../../../oracle/pdf/measures.ts';
import { readTruePairs } from '../../../oracle/pdf/truth.ts';

/** Parts that run without `--part`. `fresh` and `kinds` make new documents, and run only when they are named. */
const PARTS = ['generated', 'nochange', 'singles'];

/** Runs the requested measures, prints them and returns the exit code. */
export async function measurePdf(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      part: { type: 'string', multiple: true },
      name: { type: 'string', default: '' },
      remarks: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '12' },
      keep: { type: 'string' },
    },
  });
  const corpus = corpusRoot();
  if (corpus === null) {
    console.error(NO_CORPUS);
    return 2;
  }
  const parts = values.part ?? PARTS;
  const reader = new ChildReader();
  const measures: Measure[] = [];
  const remarks: string[] = [];
  try {
    if (parts.includes('generated')) {
      const pairs = readTruePairs(join(corpus, 'pdf/generated')).filter((pair) => pair.name.includes(values.name));
      const result = await measureGenerated(corpus, pairs, reader);
      measures.push(...result.measures);
      remarks.push(...result.remarks);
      if (result.scores) {
        for (const [family, scores] of result.scores.families)
          console.log(
            `${family}: ${Object.entries(scores)
              .map(([metric, value]) => `${metric} ${value.toFixed(3)}`)
              .join(', ')}`,
          );
        console.log('');
      } else console.log('No family scores: they need python3 and tools/pdf_score.py beside the corpus.\n');
    }
    if (parts.includes('nochange')) {
      const result = await measureNoChange(join(corpus, 'pdf'), values.name, reader);
      measures.push(result.measure);
      remarks.push(...result.remarks);
    }
    if (parts.includes('fresh')) {
      const [seed, count] = [Number(values.seed), Number(values.count)];
      const result = await measureFresh({ seed, count, keep: values.keep ?? null }, reader);
      measures.push(...result.measures);
      remarks.push(...result.remarks);
    }
    if (parts.includes('kinds')) {
      const [seed, count] = [Number(values.seed), Number(values.count)];
      const result = await measureKinds({ seed, count, keep: values.keep ?? null }, reader);
      measures.push(...result.measures);
      remarks.push(...result.remarks);
    }
    if (parts.includes('singles')) {
      const result = await measureSingles(join(corpus, 'pdf/singles'), (file) => file.includes(values.name), reader);
      measures.push(...result.measures);
      remarks.push(...result.remarks);
      const counts = new Map<string, number>();
      for (const outcome of result.outcomes.values()) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      console.log(`single files: ${[...counts].map(([outcome, count]) => `${outcome} ${count}`).join(', ')}\n`);
    }
  } finally {
    reader.close();
  }
  console.log(barsTable(measures));
  if (values.remarks) console.log(`\n${remarks.map((remark) => `- ${remark}`).join('\n')}`);
  return measures.every(reaches) ? 0 : 1;
}

async function measureNoChange(
  folder: string,
  name: string,
  reader: ChildReader,
): Promise<{ measure: Measure; remarks: string[] }> {
  const pairs = JSON.parse(readFileSync(join(folder, 'nochange.json'), 'utf8')) as {
    original: string;
    revised: string;
  }[];
  const remarks: string[] = [];
  let changes = 0;
  let count = 0;
  for (const { original, revised } of pairs.filter((pair) => pair.original.includes(name))) {
    count++;
    const readings = await readBoth([join(folder, original), join(folder, revised)], reader);
    if (!readings) {
      remarks.push(`${original} ~ ${revised}: not read`);
      changes++;
      continue;
    }
    const found = contentChanges(readings[0].document.blocks, readings[1].document.blocks);
    changes += found.length;
    for (const change of found)
      remarks.push(
        `${original} ~ ${revised}: ${change.type} ${JSON.stringify(change.before.slice(0, 80))} → ${JSON.stringify(change.after.slice(0, 80))}`,
      );
  }
  const measure: Measure = {
    name: `text changes in ${count} pairs without any`,
    value: changes,
    bar: { atMost: 0 },
    peer: '–',
    show: String,
  };
  return { measure, remarks };
}
