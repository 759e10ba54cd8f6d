/** The files that `compare -o` writes. */
import { basename, extname } from 'node:path';
import { CommandError } from '../command-error.ts';
import { jsonText } from '../output/json-text.ts';
import { checkedWords } from '../output/checked-words.ts';
import { writePatch } from '../output/write-patch.ts';
import type { Terminal } from '../terminal.ts';
import { titleOf, type Finished } from './compare-pair.ts';
import { redlineOrder } from './redline-order.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';

/** The content of a file. */
export type Content = string | Uint8Array;
/** A file, with what its reader should know. */
export interface Written {
  readonly content: Content;
  readonly notes: readonly string[];
}
/** Makes one file of a comparison. */
export type ComparisonWriter = (finished: Finished, env: Terminal['env']) => Promise<Written>;
/** As `ComparisonWriter`; content alone is a file without notes. */
type EndingWriter = (finished: Finished, env: Terminal['env']) => Content | Written | Promise<Content | Written>;

/** The path of `-o` that means standard output. */
const STANDARD_OUTPUT = '-';

/** What each ending of `-o` writes. */
const WRITERS: Readonly<Record<string, EndingWriter>> = {
  '.report.html': (finished) => report(finished),
  '.report.pdf': async (finished, env) => {
    const { printPage } = await import('../../print-page.ts');
    return await printPage(await report(finished), env);
  },
  '.pages.pdf': async (finished, env) => await markedPages(finished, env),
  '.html': async (finished) => {
    const { writeReview } = await import('../output/write-review.ts');
    return await writeReview(titleOf(finished), finished.comparison, finished.fileSha256);
  },
  '.json': ({ page }) => `${jsonText(page(), 2)}\n`,
  '.patch': ({ names, texts }) => writePatch(names[0], names[1], texts[0], texts[1]),
  '.pdf': async (finished, env) => await redline(finished, env),
  '.docx': async ({ comparison, tracked }) => {
    if (tracked === null) {
      throw new CommandError(
        `cannot write .docx of a comparison of ${comparison.format}; it needs two DOCX files, or text, HTML or Markdown`,
      );
    }
    return (await tracked()).bytes;
  },
};

function written(made: Content | Written): Written {
  return typeof made === 'string' || made instanceof Uint8Array ? { content: made, notes: [] } : made;
}

/** The redline on paper, read again after it was written. */
async function redline(finished: Finished, env: Terminal['env']): Promise<Written> {
  const { printRedline } = await import('../../print-redline.ts');
  const { bytes, report } = await printRedline(redlineOrder(finished), env);
  const { warnings, check } = report;
  return {
    content: bytes,
    notes: check === undefined || check.exact ? warnings : [...warnings, ...checkedWords(check)],
  };
}

/** The report with cover, list of changes and redline. */
async function report({
  names,
  comparison,
  inputs,
  settings,
  fileSha256,
  warnings,
  sameness,
  date,
}: Finished): Promise<string> {
  const { scanFragment } = await import('../../../shared/fragment/scan.ts');
  const { reportOf } = await import('../../exports/report/report.ts');
  const { writeReport } = await import('../../exports/report/write-report.ts');
  const { returnedFile } = await import('../../pipeline/undisclosed/returned-file.ts');
  const { html, format, fallback, uncompared } = comparison;
  const blocks = scanFragment(html);
  const returned = format === 'docx' ? await returnedFile(...inputs, blocks) : null;
  const [original, revised] = [basename(names[0]), basename(names[1])];
  return await writeReport(
    reportOf({
      title: titleOf({ names }),
      names: { original, revised },
      format,
      fallback,
      blocks,
      date,
      digests: { ...comparison.digests(), fileSha256 },
      outcome: withoutUndefined({ sameness, uncompared, warnings: warnings.length > 0 ? warnings : undefined }),
      decisions: {},
      returned,
      rules: settings.rules ?? [],
    }),
    blocks,
    html,
  );
}

/** The pages of both files with every change marked. */
async function markedPages(finished: Finished, env: Terminal['env']): Promise<Written> {
  const { comparison, inputs, formats } = finished;
  if (formats === null)
    throw new CommandError(
      `cannot write .pages.pdf of a comparison of ${comparison.format}, which has no pages; it needs DOCX or PDF files`,
    );
  const { markPages } = await import('../../mark-pages.ts');
  const { format, html } = comparison;
  const files = { original: inputs[0], revised: inputs[1] };
  const { bytes, warnings } = await markPages({ formats, files, format, html, title: titleOf(finished) }, env);
  return { content: bytes, notes: warnings };
}

/** The writer for a path, by its ending. Throws a CommandError for an unknown ending. */
export function writerOf(path: string): ComparisonWriter {
  // `pages.pdf` is written as `NAME.pages.pdf` is. Standard output without an ending is a page.
  const name = path === STANDARD_OUTPUT ? '.html' : `.${basename(path).toLowerCase()}`;
  const ending = Object.keys(WRITERS).find((each) => name.endsWith(each));
  const writer = ending === undefined ? undefined : WRITERS[ending];
  if (writer) return async (finished, env) => written(await writer(finished, env));
  throw new CommandError(`cannot write ${path}: its ending must be one of ${Object.keys(WRITERS).join(', ')}`);
}

/** Whether a path of `-o` is standard output: `-`, or `-` with an ending. */
export function isStandardOutput(path: string): boolean {
  return path === STANDARD_OUTPUT || path.startsWith(`${STANDARD_OUTPUT}.`);
}

/** Whether a path is written as a tracked-revision file. */
export function isTracked(path: string): boolean {
  return extname(path).toLowerCase() === '.docx';
}
