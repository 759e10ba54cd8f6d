/**
 * `npm run lab -- labels [--name PART] [--limit N] [--examples N]`
 *
 * Reads every DOCX of the corpus and converts it to text with LibreOffice. Its lines begin with the labels of lists and
 * headings. The command compares the labels of paragraphs with the same text. Prints one Markdown table, then examples
 * of each difference. Files with tracked revisions are left out, because LibreOffice's text keeps them. Exit code 2
 * when the corpus or LibreOffice is missing. `test/lab/results/labels.md` explains the causes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ServiceError } from '../../../shared/errors.ts';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { convertAll, convertedFile, hasLibreOffice, type Conversion } from '../quality/docx/libreoffice-text.ts';
import { compareLabels, printedBlocks, type Outcome } from './compare-labels.ts';

const { values } = parseArgs({
  options: {
    name: { type: 'string', default: '' },
    limit: { type: 'string' },
    examples: { type: 'string', default: '8' },
  },
});

const root = corpusRoot();
if (root === null || !hasLibreOffice()) {
  console.error(root === null ? NO_CORPUS : 'no LibreOffice: install libreoffice-writer-nogui');
  process.exit(2);
}

const files = ['singles', 'pairs']
  .map((folder) => join(root, 'docx', folder))
  .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.docx') && file.includes(values.name))
  .slice(0, values.limit === undefined ? undefined : Number(values.limit));
const conversionOf = (file: string): Conversion => ({ bytes: readFileSync(file), revisions: 'keep', to: 'txt' });
await convertAll(files.map(conversionOf));

const counts = new Map<Outcome, number>();
const examples = new Map<Outcome, string[]>();
let measured = 0;
let paragraphs = 0;
for (const file of files) {
  const printed = convertedFile(conversionOf(file));
  if (printed === null) continue;
  try {
    const { document } = await readDocx(readFileSync(file));
    if (document.warnings.some(({ code }) => code === 'revisions_accepted')) continue;
    measured += 1;
    const blocks = printedBlocks(document.blocks);
    const compared = compareLabels(blocks, Buffer.from(printed).toString('utf8'));
    paragraphs += blocks.length;
    for (const { outcome, own, office, text } of compared) {
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      const line = `${file.split('/').at(-1)}: "${own}" here, "${office}" there: ${text.slice(0, 50)}`;
      examples.set(outcome, [...(examples.get(outcome) ?? []), line]);
    }
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
  }
}

/** Outcomes that say nothing about numbers. */
const UNNUMBERED: ReadonlySet<Outcome> = new Set<Outcome>(['no label on either side', 'a bullet on both sides']);
const sumOf = (wanted: (outcome: Outcome) => boolean): number =>
  [...counts].reduce((sum, [outcome, count]) => sum + (wanted(outcome) ? count : 0), 0);
const numbered = sumOf((outcome) => !UNNUMBERED.has(outcome));
console.log(
  `${measured} files, ${paragraphs} paragraphs, ${sumOf(() => true)} of them found in both, ${numbered} with a number\n`,
);
console.log('| Outcome | Paragraphs | Share of the numbers |\n|---|---|---|');
for (const [outcome, count] of [...counts].sort((a, b) => b[1] - a[1])) {
  const share = UNNUMBERED.has(outcome) ? '' : `${((100 * count) / numbered).toFixed(2)} %`;
  console.log(`| ${outcome} | ${count} | ${share} |`);
}
for (const [outcome, lines] of examples) {
  if (outcome === 'equal' || UNNUMBERED.has(outcome)) continue;
  // Examples from different files tell more than many of one.
  const spread = Math.max(1, Math.floor(lines.length / Number(values.examples)));
  console.log(`\n${outcome}:`);
  for (let at = 0; at < lines.length; at += spread) console.log(`  ${lines[at]}`);
}
