/**
 * `npm run lab -- witness [docx|pdf]… [--name PART] [--limit N] [--words N] [--json FILE]`
 *
 * Reads each DOCX and PDF of the corpus with our reader and with a second reader. It prints the words of both, of ours
 * only and of the other only. Then it lists each file with words of the other only, the most first. `--words` shows so
 * many of them in their places. `--json` writes all of them to a file.
 *
 * Exit code 1 when a file ends in anything but a result or a typed error. Exit code 2 when the corpus is missing.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ServiceError } from '../../../shared/errors.ts';
import { readAgain, WITNESSED_FORMATS, type WitnessedFormat } from '../../../service/witness/second-readers.ts';
import { witnessFiles, type Testimony } from '../../../service/witness/witness-files.ts';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string', default: '' },
    limit: { type: 'string' },
    words: { type: 'string', default: '6' },
    json: { type: 'string' },
  },
});
const root = corpusRoot();
if (root === null) {
  console.error(NO_CORPUS);
  process.exit(2);
}
const FORMATS: readonly WitnessedFormat[] = WITNESSED_FORMATS;
const formats = positionals.length === 0 ? FORMATS : FORMATS.filter((format) => positionals.includes(format));

interface Witnessed {
  readonly name: string;
  readonly testimony: Extract<Testimony, { agrees: boolean }>;
}

const rows: string[] = [];
const all: Witnessed[] = [];
const without: string[] = [];
let crashes = 0;
for (const format of formats) {
  const folder = join(root, format);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`.${format}`) && name.includes(values.name))
    .sort()
    .slice(0, values.limit === undefined ? undefined : Number(values.limit));
  const witnessed: Witnessed[] = [];
  let refused = 0;
  for (const name of names) {
    try {
      const bytes = readFileSync(join(folder, name));
      const [testimony] = await witnessFiles([{ format, bytes }], { environment: process.env });
      if (testimony!.reader === null) without.push(`${join(format, name)}: ${testimony!.reason}`);
      else witnessed.push({ name: relative(root, join(folder, name)), testimony: testimony! });
    } catch (fault) {
      if (fault instanceof ServiceError) {
        refused += 1;
        const second = await readAgain(format, readFileSync(join(folder, name)), { environment: process.env });
        const count = second.reader === null ? 0 : second.words.length;
        if (count > 0) without.push(`${join(format, name)}: ${fault.code} here, ${count} words by ${second.reader}`);
      } else {
        crashes += 1;
        console.log(`${name}: ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`);
      }
    }
  }
  const sum = (of: (testimony: Witnessed['testimony']) => number): string =>
    witnessed.reduce((total, { testimony }) => total + of(testimony), 0).toLocaleString('en');
  rows.push(
    `| ${format} | ${names.length} | ${refused} | ${witnessed.length} | ${witnessed.filter(({ testimony }) => testimony.agrees).length} | ${sum(({ both }) => both)} | ${sum(({ otherOrder }) => otherOrder)} | ${sum(({ leftOut }) => leftOut)} | ${sum(({ listMarkers }) => listMarkers)} | ${sum(({ oursOnly }) => oursOnly.length)} | ${sum(({ otherOnly }) => otherOnly.length)} |`,
  );
  all.push(...witnessed);
}
console.log(
  '| Format | Files | Refused | Read twice | Agree | Words of both | of these in another order | Left out by ours | List markers | Ours only | Other only |\n|---|---|---|---|---|---|---|---|---|---|---|',
);
console.log(rows.join('\n'));
for (const line of without) console.log(`- ${line}`);
const worst = all
  .filter(({ testimony }) => !testimony.agrees)
  .sort((a, b) => b.testimony.otherOnly.length - a.testimony.otherOnly.length);
for (const { name, testimony } of worst) {
  console.log(
    `\n${name}: ${testimony.otherOnly.length} by ${testimony.reader} only, ${testimony.oursOnly.length} by ours only`,
  );
  const lines = [
    ...testimony.otherOnly.slice(0, Number(values.words)).map((word) => ['other', word] as const),
    ...testimony.oursOnly.slice(0, Number(values.words)).map((word) => ['ours ', word] as const),
  ];
  for (const [reader, { place, page }] of lines)
    console.log(`  ${reader} ${page === undefined ? '' : `page ${page}: `}${place}`);
}
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(all, null, 1));
process.exitCode = crashes > 0 ? 1 : 0;
