import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { EXECUTABLE, FLAGS } from '../../../../e2e/browser.ts';
import type { FreshLayout, Producer } from './layout.ts';
import type { FreshDocument } from './model.ts';
import { writeDocx } from './write-docx.ts';
import { writeHtml } from './write-html.ts';
import { writeTex } from './write-tex.ts';

const run = promisify(execFile);

/** One PDF to produce. */
export interface Order {
  /** Path of the PDF. */
  readonly path: string;
  readonly document: FreshDocument;
  readonly layout: FreshLayout;
}

/** Converting a few pages takes two seconds. The program starts once for a batch. */
const BATCH_TIMEOUT_MS = 300_000;
const PAGE_TIMEOUT_MS = 60_000;

/** The installed programs. */
export function installedProducers(): Producer[] {
  const has = (program: string): boolean =>
    spawnSync(program, ['--version'], { timeout: PAGE_TIMEOUT_MS }).status === 0;
  const producers: Producer[] = [];
  if (has(EXECUTABLE)) producers.push('chromium', 'chromium');
  if (has('soffice')) producers.push('libreoffice-html', 'libreoffice-docx');
  if (has('pdflatex')) producers.push('pdflatex');
  return producers;
}

/** Whether a font of this machine has the letters of the language; true if that is unknown. */
export function hasFontFor(language: string): boolean {
  const listed = spawnSync('fc-list', [`:lang=${language}`], { encoding: 'utf8', timeout: PAGE_TIMEOUT_MS });
  return listed.status !== 0 || listed.stdout.trim() !== '';
}

/** Produces all PDFs with as few program starts as possible. An order has no file if its program failed. */
export async function produceAll(orders: readonly Order[], folder: string): Promise<void> {
  const by = (...producers: Producer[]): Order[] => orders.filter(({ layout }) => producers.includes(layout.producer));
  await printPages(
    by('chromium').map(({ path, document, layout }) => ({
      path,
      html: writeHtml(document, layout),
      tagged: layout.tagged,
    })),
  );
  for (const tagged of [true, false]) {
    const of = (producer: Producer): Order[] => by(producer).filter(({ layout }) => layout.tagged === tagged);
    await convertWithLibreOffice(of('libreoffice-html'), folder, 'html', tagged);
    await convertWithLibreOffice(of('libreoffice-docx'), folder, 'docx', tagged);
  }
  for (const order of by('pdflatex')) await typesetWithLatex(order, folder);
}

/** An HTML page to print. */
export interface PageOrder {
  /** Path of the PDF. */
  readonly path: string;
  readonly html: string;
  readonly tagged: boolean;
}

/** Prints pages with Chromium. */
export async function printPages(orders: readonly PageOrder[]): Promise<void> {
  if (orders.length === 0) return;
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
  try {
    const page = await browser.newPage();
    for (const { path, html, tagged } of orders) {
      await page.setContent(html);
      await page.pdf({ path, preferCSSPageSize: true, printBackground: true, tagged });
    }
  } finally {
    await browser.close();
  }
}

async function convertWithLibreOffice(
  orders: readonly Order[],
  folder: string,
  kind: 'html' | 'docx',
  tagged: boolean,
): Promise<void> {
  if (orders.length === 0) return;
  const sources: string[] = [];
  for (const { path, document, layout } of orders) {
    const source = path.replace(/\.pdf$/, `.${kind}`);
    writeFileSync(source, kind === 'html' ? writeHtml(document, layout) : await writeDocx(document, layout));
    sources.push(source);
  }
  const filter = kind === 'html' ? ['--infilter=HTML (StarWriter)'] : [];
  const options = `pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"${tagged}"}}`;
  const profile = pathToFileURL(join(folder, 'libreoffice-profile')).href;
  const args = [
    `-env:UserInstallation=${profile}`,
    '--headless',
    ...filter,
    '--convert-to',
    options,
    '--outdir',
    folder,
  ];
  await run('soffice', [...args, ...sources], { timeout: BATCH_TIMEOUT_MS }).catch(() => null);
}

async function typesetWithLatex({ path, document, layout }: Order, folder: string): Promise<void> {
  const work = join(folder, 'latex');
  mkdirSync(work, { recursive: true });
  const name = basename(path, '.pdf');
  writeFileSync(join(work, `${name}.tex`), writeTex(document, layout));
  const args = ['-interaction=nonstopmode', '-halt-on-error', `${name}.tex`];
  await run('pdflatex', args, { cwd: work, timeout: PAGE_TIMEOUT_MS }).catch(() => null);
  try {
    renameSync(join(work, `${name}.pdf`), path);
  } catch {
    // The file was not produced.
  }
}
