/**
 * `npm run lab -- fingerprints [--only PART] [--compare FILE]`
 *
 * Prints one line for each result over the corpus: a name, then hashes. A refactoring that prints the same lines before
 * and after has changed no result. `--only PART` takes the names that contain PART. `--compare FILE` reads lines printed
 * earlier and prints only what differs.
 *
 *     npm run --silent lab -- fingerprints > /tmp/before.txt
 *     npm run lab -- fingerprints --compare /tmp/before.txt
 *
 * Exit code 1 when a line differs or is missing, 2 when the corpus is missing.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { fingerprintTasks } from './fingerprint-tasks.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, compare: { type: 'string' } },
});
const root = corpusRoot();
if (root === null) {
  console.error(NO_CORPUS);
  process.exit(2);
}
const expected = values.compare === undefined ? null : readLines(values.compare);

let differing = 0;
let count = 0;
for (const { name, fingerprint } of fingerprintTasks(root)) {
  if (!name.includes(values.only)) continue;
  count += 1;
  // An error is a result too: its code and text must not change.
  const line = await fingerprint().catch((error: unknown) => `error ${String(error).replaceAll(/\s+/g, ' ')}`);
  const before = expected?.get(name);
  expected?.delete(name);
  if (expected === null) console.log(`${name}\t${line}`);
  else if (line !== before) {
    differing += 1;
    console.log(`${name}\n  before ${before ?? '(none)'}\n  now    ${line}`);
  }
}
if (expected !== null) {
  const missing = [...expected.keys()].filter((name) => name.includes(values.only));
  for (const name of missing) console.log(`${name}\n  missing now`);
  console.log(`${count} results, ${differing} differ, ${missing.length} missing`);
  process.exitCode = differing + missing.length > 0 ? 1 : 0;
}

function readLines(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  // npm prints lines of its own, which have no tab.
  return new Map(lines.filter((line) => line.includes('\t')).map((line) => line.split('\t', 2) as [string, string]));
}
