/**
 * `npm run lab -- quality slides [--name PART] [--edits N] [--seed N]`
 *
 * Reads every presentation of the corpus, or sees it refused with a code of the table. Compares each with itself, and each
 * pair: rejecting every change must give the original, and accepting every one the revised. Then makes edits that the seed
 * chooses, each in one presentation, and asks that the comparison tells this edit with its slide, and nothing else.
 *
 * Exit code 1 when anything fails, 2 when the corpus is missing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Change } from '../../../../shared/change/change.ts';
import { ServiceError } from '../../../../shared/errors.ts';
import { bothSides } from '../../../../shared/formats.ts';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { unitsOf } from '../../../../shared/fragment/units.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { compareFiles, type FileComparison } from '../../../../service/pipeline/compare/compare-files.ts';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { EDITS, editedDeck, NEW_WORD, type Choose, type EditKind } from './edited-deck.ts';

const FILE = /\.pp[ts][xm]$/u;
const CHANGES_MAX = 100_000;
/** Edits are made in presentations of at most this many bytes, because a run makes many. */
const EDITED_MAX_BYTES = 4 * 1024 * 1024;
/** Presentations that are tried before a kind of edit is given up. */
const TRIES = 60;

/** Runs the measure with the arguments after `slides`; the exit code. */
export async function measureSlides(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: 'string', default: '' },
      edits: { type: 'string', default: '150' },
      seed: { type: 'string', default: '1' },
    },
  });
  const root = corpusRoot();
  const folder = root && join(root, 'sheets');
  if (folder === null || !existsSync(folder)) {
    console.error(NO_CORPUS);
    return 2;
  }
  const paths = ['pairs', 'singles']
    .flatMap((part) => readdirSync(join(folder, part)).map((file) => join(folder, part, file)))
    .filter((path) => FILE.test(path) && path.includes(values.name))
    .sort();
  const faults: string[] = [];
  const readable = await readAll(paths, faults);
  const pairs = await judgePairs(readable, faults);
  const edits = await judgeEdits(readable, Number(values.edits), Number(values.seed), faults);
  console.log(
    `${readable.length} of ${paths.length} presentations read, the rest refused with a code; ${pairs} pairs; ${edits} edits, seed ${values.seed}`,
  );
  for (const fault of faults) console.log(`- ${fault}`);
  return faults.length === 0 ? 0 : 1;
}

/** The paths of the presentations that are read. Each must equal itself. */
async function readAll(paths: readonly string[], faults: string[]): Promise<string[]> {
  const readable: string[] = [];
  for (const path of paths) {
    try {
      const bytes = readFileSync(path);
      const { summary, uncompared } = await compared(bytes, bytes);
      readable.push(path);
      if (summary.changeCount > 0 || uncompared?.differs) faults.push(`${path} differs from itself`);
    } catch (fault) {
      if (!(fault instanceof ServiceError)) throw fault;
    }
  }
  return readable;
}

/** Number of pairs that were compared. */
async function judgePairs(paths: readonly string[], faults: string[]): Promise<number> {
  let count = 0;
  for (const path of paths) {
    const other = path.replace('.original.', '.revised.');
    if (other === path || !paths.includes(other)) continue;
    count += 1;
    const [a, b] = [readFileSync(path), readFileSync(other)];
    const result = await compared(a, b);
    if (!(await roundTrips(result, a, b))) faults.push(`${path}: an invariant is broken`);
    if (result.degraded > 0) faults.push(`${path}: ${result.degraded} blocks degraded`);
  }
  return count;
}

async function roundTrips({ html }: FileComparison, a: Uint8Array, b: Uint8Array): Promise<boolean> {
  const [original, revised] = [(await compared(a, a)).html, (await compared(b, b)).html];
  return resolve(html, { reject: 'all' }) === original && resolve(html, { accept: 'all' }) === revised;
}

/** Number of edits that were judged. */
async function judgeEdits(paths: readonly string[], count: number, seed: number, faults: string[]): Promise<number> {
  const small = paths.filter((path) => readFileSync(path).byteLength <= EDITED_MAX_BYTES);
  const choose = chooser(seed);
  let judged = 0;
  for (let at = 0; at < count; at += 1) {
    const kind = EDITS[at % EDITS.length]!;
    for (let tries = 0; tries < TRIES && small.length > 0; tries += 1) {
      const path = small[choose(small.length)]!;
      const bytes = readFileSync(path);
      const edit = editedDeck(bytes, kind, choose);
      if (edit === null) continue;
      judged += 1;
      const result = await compared(bytes, edit.bytes);
      const wrong = faultOfEdit(kind, edit.slide, result);
      if (wrong !== null) faults.push(`${kind} on slide ${edit.slide} of ${path}: ${wrong}`);
      else if (!(await roundTrips(result, bytes, edit.bytes)))
        faults.push(`${kind} of ${path}: an invariant is broken`);
      break;
    }
  }
  return judged;
}

/** What is wrong with the changes that tell an edit; null: nothing. */
function faultOfEdit(kind: EditKind, slide: number, result: FileComparison): string | null {
  const { changes } = result.page(0, CHANGES_MAX);
  const { all } = unitsOf(scanFragment(result.html));
  const told = changes.map(shortly).join(', ');
  // Two slides with the same texts that changed places differ in what is not compared.
  const isNamed = kind === 'moved slide' && result.uncompared?.differs === true;
  if (changes.length === 0) return isNamed ? null : 'nothing found';
  switch (kind) {
    case 'moved slide':
      return all.length === 1 && all[0]!.kind === 'move' ? null : `${all.length} decisions: ${told}`;
    case 'slide':
      return changes.every(({ type }) => type === 'block_insert') && areOn(changes, slide) ? null : told;
    case 'no slide':
      return changes.every(({ type }) => type === 'block_delete') && areOn(changes, slide) ? null : told;
    case 'no bullet':
      return changes.length === 1 && changes[0]!.type === 'block_delete' && areOn(changes, slide) ? null : told;
    default:
      return changes.length === 1 && areOn(changes, slide) && told.includes(NEW_WORD) ? null : told;
  }
}

function areOn(changes: readonly Change[], slide: number): boolean {
  return changes.every((change) => placeOf(change)?.slide === slide);
}

function placeOf(change: Change): { readonly slide?: number } | undefined {
  const places = change as {
    readonly sourceLocation?: { slide?: number };
    readonly revisedLocation?: { slide?: number };
  };
  return places.revisedLocation ?? places.sourceLocation;
}

function shortly(change: Change): string {
  const { before, after } = change as { readonly before?: { text: string }; readonly after?: { text: string } };
  return `${change.type} "${before?.text.slice(0, 40) ?? ''}" → "${after?.text.slice(0, 40) ?? ''}" on slide ${placeOf(change)?.slide ?? '?'}`;
}

function compared(original: Uint8Array, revised: Uint8Array): Promise<FileComparison> {
  return compareFiles({
    formats: bothSides('pptx'),
    original,
    revised,
    mode: 'auto',
    attributeMode: 'semantic',
    complexity: 'extended',
    include: ['pictures', 'comments'],
  });
}

/** Choices that follow from a seed (mulberry32). */
function chooser(seed: number): Choose {
  let state = seed >>> 0;
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
}
