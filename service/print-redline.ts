/** Prints a redline for the command line, which has no service, as the export `redline_pdf` does. */
import { printMade, withSummary, type PrintDeps } from './comparison/exports/print-redline.ts';
import type { Artifact, ArtifactTask } from './exports/artifact.ts';
import { layOut, markPages } from './mark-pages.ts';
import { ChromiumPrinter } from './pages/chromium-printer.ts';
import { pageRendererOf } from './pages/page-renderer.ts';
import { findPrograms } from './pages/programs.ts';
import { ArtifactProcesses } from './workers/artifact-processes.ts';
import { checked } from './workers/last-check.ts';
import { bothSides, FORMATS } from '../shared/formats.ts';

/** Longer than making, laying out and printing the largest redline takes. */
const PRINT_MS = 300_000;

/** What is printed: the comparison, and how its redline looks. */
export type RedlineOrder = ArtifactTask & { readonly type: 'redline_pdf' };

/**
 * The redline as a PDF, with the last check in its report. `environment` contains the search path. Throws what making,
 * marking and printing throw, such as `renderer_unavailable` with what to install.
 */
export async function printRedline(
  order: RedlineOrder,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Artifact> {
  const programs = findPrograms(environment);
  const signal = AbortSignal.timeout(PRINT_MS);
  const maker = new ArtifactProcesses({ processes: 1 });
  const deps: PrintDeps = {
    maker,
    printer: new ChromiumPrinter(programs),
    layout: { layOut: (docx) => layOut(docx, 'redline', pageRendererOf(programs)) },
  };
  try {
    if (order.format === 'pdf') return await withSummary(await markedPages(order, environment), order, deps, signal);
    const made = await maker.make(order, signal);
    const { artifact, page } = await printMade(made, order, deps, signal);
    return await checked(artifact, page, order, signal);
  } finally {
    maker.close();
  }
}

/** The redline of two PDFs shows their pages. */
async function markedPages(
  { original, revised, format, html, title }: RedlineOrder,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Artifact> {
  const compared = { formats: bothSides('pdf'), files: { original, revised }, format, html, title };
  const { bytes, warnings } = await markPages(compared, environment);
  return { bytes, mediaType: FORMATS.pdf.mediaType, extension: '.pdf', report: { warnings } };
}
