/**
 * `npm run lab -- quality sheets [--name PART] [--edits N] [--seed N] [--values FOLDER]`: judges the comparison of workbooks.
 *
 * Each XLSX of `sheets` in the corpus is read or refused with a code, and equals itself. Each pair keeps both invariants. Seeded
 * edits of single cells, rows and sheets are found in their place, and nothing else is. `--values`: a folder with
 * the sheets of each file as CSV, which LibreOffice wrote as they are shown. What its cells show is compared with ours.
 *
 * Exit code 1 when anything of this fails, 2 when the corpus is missing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareFiles, type FileComparison } from '../../../../service/pipeline/compare/compare-files.ts';
import { sha256 } from '../../../../service/sha256.ts';
import { ServiceError } from '../../../../shared/errors.ts';
import { bothSides } from '../../../../shared/formats.ts';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { corpusRoot, NO_CORPUS } from '../../../oracle/input-pairs.ts';
import { seededEdits } from './seeded-edits.ts';
import { compareValues } from './compare-values.ts';

const WORKBOOK = /\.xls[xm]$/u;
/** Share of cells that agree with LibreOffice. */
const VALUES_MIN = 0.995;

interface File {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Measures, and prints a table. Returns the exit code. */
export async function measureSheets(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: 'string', default: '' },
      edits: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      values: { type: 'string' },
    },
  });
  const root = corpusRoot();
  if (root === null || !existsSync(join(root, 'sheets'))) {
    console.error(NO_CORPUS);
    return 2;
  }
  const filesIn = (folder: string): File[] =>
    readdirSync(join(root, 'sheets', folder))
      .filter((name) => WORKBOOK.test(name) && name.includes(values.name))
      .map((name) => ({ name, bytes: readFileSync(join(root, 'sheets', folder, name)) }));
  const [singles, sides] = [filesIn('singles'), filesIn('pairs')];
  const remarks: string[] = [];
  const readable = await equalToThemselves([...singles, ...sides], remarks);
  const pairs = sides.flatMap((original): [File, File][] => {
    const revised = sides.find(({ name }) => name === original.name.replace('.original.', '.revised.'));
    return original.name.includes('.original.') && revised ? [[original, revised]] : [];
  });
  const kept = await keepInvariants(pairs, remarks);
  const edits = await findEdits(readable, Number(values.edits), Number(values.seed), remarks);
  console.log('| measure | result |\n| --- | --- |');
  console.log(`| read and equal to itself | ${readable.length} of ${singles.length + sides.length} |`);
  console.log(`| pairs with both invariants | ${kept} of ${pairs.length} |`);
  console.log(`| seeded edits found, and nothing else | ${edits.found} of ${edits.all} |`);
  if (values.values !== undefined) {
    const { cells, equal, examples } = await compareValues(readable, values.values);
    console.log(`| cells as LibreOffice shows them | ${((100 * equal) / cells).toFixed(2)} % of ${cells} |`);
    remarks.push(...examples);
    if (equal < VALUES_MIN * cells) remarks.push('values: below the bar');
  }
  remarks.forEach((remark) => console.log(remark));
  return remarks.some((remark) => !remark.startsWith('refused') && !remark.startsWith('example')) ? 1 : 0;
}

async function compare(original: Uint8Array, revised: Uint8Array): Promise<FileComparison> {
  return await compareFiles({
    formats: bothSides('xlsx'),
    original,
    revised,
    mode: 'auto',
    attributeMode: 'semantic',
  });
}

/** The files that are read. Each must equal itself, and each refusal must have a code. */
async function equalToThemselves(files: readonly File[], remarks: string[]): Promise<File[]> {
  const readable: File[] = [];
  for (const file of files) {
    try {
      const { summary, uncompared } = await compare(file.bytes, file.bytes);
      if (summary.changeCount > 0 || uncompared?.differs) remarks.push(`unequal to itself: ${file.name}`);
      else readable.push(file);
    } catch (fault) {
      const code = fault instanceof ServiceError ? fault.code : null;
      remarks.push(code === null ? `crash: ${file.name}: ${String(fault)}` : `refused: ${file.name}: ${code}`);
    }
  }
  return readable;
}

async function keepInvariants(pairs: readonly (readonly [File, File])[], remarks: string[]): Promise<number> {
  let kept = 0;
  for (const [original, revised] of pairs) {
    const comparison = await compare(original.bytes, revised.bytes);
    const digests = comparison.digests();
    const keeps =
      sha256(resolve(comparison.html, { reject: 'all' })) === digests.original &&
      sha256(resolve(comparison.html, { accept: 'all' })) === digests.revised &&
      comparison.degraded === 0;
    if (keeps) kept += 1;
    else remarks.push(`invariant: ${original.name}`);
  }
  return kept;
}

async function findEdits(files: readonly File[], count: number, seed: number, remarks: string[]) {
  let found = 0;
  let all = 0;
  for await (const { file, kind, sheet, cell, bytes } of seededEdits(files, count, seed)) {
    all += 1;
    const comparison = await compare(file.bytes, bytes);
    const { changes } = comparison.page(0, 100);
    const places = changes.map((change) =>
      'revisedLocation' in change ? change.revisedLocation : change.sourceLocation,
    );
    // A text may have several changed words.
    const isFound =
      places.length > 0 && places.every((place) => place.sheet === sheet && (cell === null || place.cell === cell));
    if (isFound) found += 1;
    else {
      const told = places.slice(0, 4).map((place) => `${place.sheet}!${place.cell ?? ''}`);
      remarks.push(
        `edit: ${kind} of ${file.name} at ${sheet}!${cell ?? ''}: ${changes.length} changes, ${told.join(' ')}`,
      );
    }
  }
  return { found, all };
}
