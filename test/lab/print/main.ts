/**
 * `npm run lab -- print [--pairs N] [--seed N]`
 *
 * Opens pairs of the DOCX corpus in the application and prints the redline at three widths of the window. Counts the
 * words that poppler reads on paper beside those of the comparison: each word has to be there once. By default ten
 * pairs.
 *
 * Exit code 1 if a word is missing or comes too often. Exit code 2 without Chromium, poppler or the corpus.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'cheerio';
import type { Page } from 'playwright-core';
import { launchBrowser, PATIENCE_MS, reasonToSkip } from '../../e2e/browser.ts';
import { startTestService } from '../../e2e/service.ts';
import { corpusRoot, NO_CORPUS } from '../../oracle/input-pairs.ts';
import { randomFrom } from '../../seed/seed.ts';
import { runDiffsvc } from '../../service/cli/run-diffsvc.ts';
import { endWith, numberIn, optionsOf } from '../options.ts';

const USAGE = 'npm run lab -- print [--pairs N] [--seed N]';
const values = optionsOf(USAGE, {
  pairs: { type: 'string', default: '10' },
  seed: { type: 'string', default: '1' },
});
/** In pixels. */
const WIDTHS = [1440, 1024, 390] as const;
/** The sheet without the margins that the application prints, in points: A4 within 20 and 18 mm. */
const TEXT_AREA = ['-x', '51', '-y', '56', '-W', '493', '-H', '729'] as const;
/** The number of a note stands right behind a word, or within one. */
const WORD = /\p{L}+|\p{N}+/gu;
/** Poppler joins a word again that a line divides at its hyphen. */
const HYPHEN = /(?<=\p{L})-\s*(?=\p{L})/gu;
/** What a redline says beside its text: numbers, earlier numbers, where a move leads, other levels, and names of headers. */
const SAID =
  /^(?:\p{N}+|[A-Za-z]|[ivxlc]+|was|moved|from|here|list|or|quotation|level|changed|Header|Footer|section)$/u;

const root = corpusRoot();
const reason = root === null ? NO_CORPUS : reasonToSkip();
if (root === null || reason !== null) endWith(USAGE, reason ?? NO_CORPUS);

const folder = join(root, 'docx', 'pairs');
const all = readdirSync(folder).flatMap((name) => (name.endsWith('.original.docx') ? [name.split('.')[0]!] : []));
const random = randomFrom(numberIn(USAGE, 'seed', values.seed));
const ranked = all.map((name) => ({ name, rank: random() })).toSorted((a, b) => a.rank - b.rank);
const chosen = ranked.slice(0, numberIn(USAGE, 'pairs', values.pairs)).map(({ name }) => name);
const temporary = mkdtempSync(join(tmpdir(), 'diffsvc-print-'));
const service = await startTestService();
const browser = await launchBrowser();
let faults = 0;
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(service.link);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (const name of chosen) faults += await judge(page, name);
} finally {
  await browser.close();
  await service.stop();
  rmSync(temporary, { recursive: true, force: true });
}
console.log(`${faults} faults`);
process.exit(faults === 0 ? 0 : 1);

/** Prints one pair at each width. Returns the number of words that are missing or too many. */
async function judge(page: Page, name: string): Promise<number> {
  const files = ['original', 'revised'].map((side) => join(folder, `${name}.${side}.docx`));
  const expected = wordsOf(textOf(redlineOf(files)));
  await page.goto(service.pageUrl);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(
      files.map((file, at) => ({
        name: `${name} v${at + 1}.docx`,
        mimeType: 'application/octet-stream',
        buffer: readFileSync(file),
      })),
    );
  await page.locator('.paper[aria-busy="false"]').waitFor();
  let wrong = 0;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const file = join(temporary, `${name}-${width}.pdf`);
    writeFileSync(file, await page.pdf({ format: 'A4', preferCSSPageSize: true }));
    const printed = wordsOf(execFileSync('pdftotext', [...TEXT_AREA, file, '-'], { encoding: 'utf8' }));
    const missing = without(expected, printed);
    const extra = without(printed, expected).filter((word) => !SAID.test(word));
    wrong += missing.length + extra.length;
    const told = (label: string, words: readonly string[]): string =>
      words.length === 0 ? '' : `; ${words.length} ${label}: ${words.slice(0, 12).join(' ')}`;
    console.log(`${name} ${width}: ${total(expected)} words${told('missing', missing)}${told('too many', extra)}`);
  }
  return wrong;
}

/** The redline of two files as HTML. */
function redlineOf(files: readonly string[]): string {
  const { stdout, stderr } = runDiffsvc(['compare', ...files, '--json'], { cwd: temporary });
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { html: string }).html;
}

/** The text of a redline, with a space after each element that is a block. */
function textOf(html: string): string {
  const page = load(html);
  page('p, li, td, th, h1, h2, h3, h4, h5, h6, dt, dd, pre, br').after(' ').before(' ');
  return page.root().text();
}

/** How often each word occurs. */
function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const [word] of text.normalize('NFKC').replace(HYPHEN, '').matchAll(WORD))
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

function without(some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): string[] {
  return [...some].flatMap(([word, count]) => {
    const more = count - (others.get(word) ?? 0);
    return more > 0 ? Array.from({ length: more }, () => word) : [];
  });
}

function total(words: ReadonlyMap<string, number>): number {
  return [...words.values()].reduce((sum, count) => sum + count, 0);
}
