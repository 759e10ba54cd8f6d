/**
 * `npm run lab -- mixed [--sample N] [--seed N] [--all] [--name PART] [--changes N] [--prints FOLDER]`
 *
 * Compares DOCX of the corpus with the PDF that LibreOffice prints of them. A print shows tracked deletions, which the
 * reader takes as accepted. So the printed copy has its revisions accepted. The words of a chart are printed and not
 * read. Every other text change is a fault of a reader or of the agreed form. Prints the number of text changes of each
 * file, and `--changes` of them. `--prints` keeps the prints; a later run takes them from there. `--sample` (30) files are chosen by a seed; `--all` takes every file.
 *
 * Exit code 1 when a file ends in anything but a result or a typed error. Exit code 2 without corpus or LibreOffice.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { ServiceError } from '../../../shared/errors.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { decideAll } from '../../../service/pipeline/track-changes.ts';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { Prints } from './prints.ts';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    name: { type: 'string', default: '' },
    changes: { type: 'string', default: '0' },
    prints: { type: 'string', default: join(tmpdir(), 'diffsvc-prints') },
  },
});
const root = corpusRoot();
if (root === null) {
  console.error(NO_CORPUS);
  process.exit(2);
}
const folder = join(root, 'docx', 'singles');
const every = readdirSync(folder)
  .filter((name) => name.endsWith('.docx') && name.includes(values.name))
  .sort();
const names = values.all ? every : chosen(every, Number(values.sample), Number(values.seed));
const prints = new Prints(values.prints);
const tally = { compared: 0, unchanged: 0, refused: 0, unprinted: 0, crashed: 0 };
const files = new Map<string, Uint8Array>();
for (const name of names) files.set(name, await accepted(readFileSync(join(folder, name))));
try {
  prints.make([...files.values()]);
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : String(fault));
  process.exit(2);
}
for (const [name, file] of files) await judge(name, file);
const { compared, unchanged, refused, unprinted, crashed } = tally;
console.log(
  `${unchanged} of ${compared} files without a text change; ${refused} refused, ${unprinted} not printed, ${crashed} crashed`,
);
process.exit(crashed > 0 ? 1 : 0);

function chosen(from: readonly string[], count: number, seed: number): string[] {
  const [sample] = fc.sample(fc.shuffledSubarray([...from], { minLength: Math.min(count, from.length) }), {
    seed,
    numRuns: 1,
  });
  return sample!.slice(0, count).sort();
}

/** The file with its revisions accepted; as it is if it cannot be read. */
async function accepted(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await decideAll(bytes, 'accept');
  } catch (fault) {
    if (fault instanceof ServiceError) return bytes;
    throw fault;
  }
}

async function judge(name: string, file: Uint8Array): Promise<void> {
  const printed = prints.of(file);
  if (printed === null) {
    tally.unprinted += 1;
    return;
  }
  try {
    const comparison = await compareFiles({
      formats: { original: 'docx', revised: 'pdf' },
      original: readFileSync(join(folder, name)),
      revised: readFileSync(printed),
      mode: 'word',
      attributeMode: 'semantic',
      complexity: 'extended',
    });
    const { summary } = comparison;
    const { insertions, deletions, replacements, blockInsertions, blockDeletions } = summary;
    const texts = insertions + deletions + replacements + blockInsertions + blockDeletions;
    tally.compared += 1;
    if (texts === 0) tally.unchanged += 1;
    const others = summary.changeCount - texts;
    console.log(
      `${name.padEnd(14)} ${String(texts).padStart(5)} text changes${others > 0 ? `, ${others} others` : ''}`,
    );
    const shownChanges = Number(values.changes);
    if (shownChanges > 0)
      for (const change of comparison.page(0, shownChanges).changes) {
        const [before, after] = ['before' in change ? change.before : null, 'after' in change ? change.after : null];
        console.log(`    ${change.type}: ${shown(before?.text)} → ${shown(after?.text)}`);
      }
  } catch (fault) {
    if (fault instanceof ServiceError) {
      tally.refused += 1;
      console.log(`${name.padEnd(14)} refused: ${fault.code}`);
      return;
    }
    tally.crashed += 1;
    console.log(`${name.padEnd(14)} ${fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)}`);
  }
}

function shown(text = ''): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
