/**
 * `npm run lab -- places [--docx] [--name PART] [--sample N] [--seed N] [--missing N] [--wrong N]`
 *
 * Measures how many changes are marked on the pages, and whether the marks lie over the text of their changes. It takes
 * the PDF pairs of the corpus; with `--docx` a sample of the DOCX pairs, which LibreOffice prints. A mark is right if
 * poppler (`pdftotext -bbox`) finds the words of its change under it, and no others; the mark of a picture, if poppler
 * (`pdftohtml -xml`) has a bitmap there. `--missing` and `--wrong` print that many faults of each pair.
 *
 * Exit code 1 when a pair crashes, 2 without corpus, poppler or LibreOffice.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { INCLUDES } from '../../../shared/api/include.ts';
import type { Side } from '../../../shared/document/model.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { changeIdsOf } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { closedCopy } from '../../../service/ooxml/closed-copy.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { findPageMarks, type FoundPageMarks } from '../../../service/pipeline/page-marks/find-page-marks.ts';
import { sideTextOf } from '../../../service/pipeline/page-marks/side-text.ts';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { judgeMarks, popplerPagesOf } from './judge-marks.ts';

const { values } = parseArgs({
  options: {
    docx: { type: 'boolean', default: false },
    name: { type: 'string', default: '' },
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    missing: { type: 'string', default: '0' },
    wrong: { type: 'string', default: '0' },
  },
});
const root = corpusRoot();
if (root === null) {
  console.error(NO_CORPUS);
  process.exit(2);
}
const SIDES: readonly Side[] = ['original', 'revised'];
const PRINT_MS = 120_000;

interface FilesOfPair {
  readonly name: string;
  readonly original: string;
  readonly revised: string;
}

const work = mkdtempSync(join(tmpdir(), 'diffsvc-places-'));
const tally = { changes: 0, placed: 0, marks: 0, right: 0, judged: 0, crashed: 0, skipped: 0 };
try {
  for (const pair of values.docx ? docxPairs(root) : pdfPairs(root)) await measure(pair);
} finally {
  rmSync(work, { recursive: true, force: true });
}
const { changes, placed, marks, right, judged, crashed, skipped } = tally;
console.log(`changes ${changes}, completely placed ${placed} (${share(placed, changes)})`);
console.log(`marks over text ${marks}; judged ${judged}, right ${right} (${share(right, judged)})`);
console.log(`pairs skipped ${skipped}, crashed ${crashed}`);
process.exit(crashed > 0 ? 1 : 0);

function share(part: number, all: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(2)} %`;
}

function pdfPairs(corpus: string): FilesOfPair[] {
  return ['generated', 'revisions'].flatMap((folder) =>
    readdirSync(join(corpus, 'pdf', folder))
      .filter((name) => name.includes(values.name))
      .sort()
      .map((name) => {
        const at = join(corpus, 'pdf', folder, name);
        return { name, original: join(at, 'original.pdf'), revised: join(at, 'revised.pdf') };
      })
      .filter(({ original, revised }) => existsSync(original) && existsSync(revised)),
  );
}

function docxPairs(corpus: string): FilesOfPair[] {
  const folder = join(corpus, 'docx', 'pairs');
  const every = readdirSync(folder)
    .filter((name) => name.endsWith('.original.docx') && name.includes(values.name))
    .map((name) => name.slice(0, -'.original.docx'.length))
    .sort();
  const [chosen = []] = fc.sample(
    fc.shuffledSubarray(every, { minLength: Math.min(every.length, Number(values.sample)) }),
    {
      numRuns: 1,
      seed: Number(values.seed),
    },
  );
  return chosen.slice(0, Number(values.sample)).map((name) => ({
    name,
    original: join(folder, `${name}.original.docx`),
    revised: join(folder, `${name}.revised.docx`),
  }));
}

async function measure(pair: FilesOfPair): Promise<void> {
  const format = values.docx ? 'docx' : 'pdf';
  const formats = { original: format, revised: format } as const;
  const files = {
    original: new Uint8Array(readFileSync(pair.original)),
    revised: new Uint8Array(readFileSync(pair.revised)),
  };
  let found: FoundPageMarks;
  let html: string;
  const pdfs: Record<Side, string> = { original: pair.original, revised: pair.revised };
  try {
    const compared = await compareFiles({
      formats,
      ...files,
      mode: 'word',
      attributeMode: 'semantic',
      include: INCLUDES,
      complexity: 'extended',
    });
    html = compared.html;
    if (values.docx) for (const side of SIDES) pdfs[side] = await printDocx(files[side], `${pair.name}.${side}`);
    const [original, revised] = SIDES.map((side) => new Uint8Array(readFileSync(pdfs[side])));
    found = await findPageMarks({ original: original!, revised: revised!, formats, html });
  } catch (fault) {
    if (fault instanceof ServiceError || fault instanceof NotPrinted) {
      tally.skipped++;
      console.log(`${pair.name}: skipped: ${fault.message.slice(0, 100)}`);
      return;
    }
    tally.crashed++;
    console.log(`${pair.name}: crashed`, fault);
    return;
  }
  const blocks = scanFragment(html);
  const ids = changeIdsOf(blocks);
  const unplaced = new Set(found.unplaced.map(({ changeId }) => changeId));
  const texts = found.marks.filter(({ shape }) => shape === 'text');
  tally.changes += ids.length;
  tally.placed += ids.length - unplaced.size;
  tally.marks += texts.length;
  const wrong: string[] = [];
  let ownJudged = 0;
  for (const side of SIDES) {
    const whole = new Set(found.unplaced.filter((each) => each.side === side).map(({ changeId }) => changeId));
    const verdicts = judgeMarks(
      texts.filter((mark) => mark.side === side && !whole.has(mark.changeId)),
      sideTextOf(blocks, side),
      popplerPagesOf(pdfs[side]),
      found.pages[side],
    );
    for (const { isRight, changeId, message } of verdicts) {
      ownJudged++;
      if (isRight) tally.right++;
      else wrong.push(`${side} ${changeId}: ${message}`);
    }
  }
  tally.judged += ownJudged;
  console.log(
    `${pair.name}: ${ids.length} changes, ${unplaced.size} not completely placed; ${ownJudged} judged, ${wrong.length} wrong`,
  );
  for (const each of found.unplaced.slice(0, Number(values.missing))) console.log('  missing', JSON.stringify(each));
  for (const each of wrong.slice(0, Number(values.wrong))) console.log('  wrong', each);
}

class NotPrinted extends Error {}

async function printDocx(bytes: Uint8Array, name: string): Promise<string> {
  const kept = join(tmpdir(), 'diffsvc-places-printed');
  mkdirSync(kept, { recursive: true });
  const target = join(kept, `${name}.pdf`);
  if (existsSync(target)) return target;
  const copy = join(work, `${name}.docx`);
  // As the service does before it prints a file.
  writeFileSync(copy, await closedCopy(bytes));
  spawnSync(
    'soffice',
    [
      `-env:UserInstallation=${pathToFileURL(join(work, 'profile')).href}`,
      '--headless',
      '--convert-to',
      'pdf:writer_pdf_Export',
      '--outdir',
      kept,
      copy,
    ],
    { timeout: PRINT_MS, stdio: 'ignore' },
  );
  if (!existsSync(target)) throw new NotPrinted('LibreOffice printed nothing');
  return target;
}
