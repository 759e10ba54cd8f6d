/** Prints a redline: two Word files in their own look by the renderer of pages, everything else by a browser. */
import { ServiceError } from '../../../shared/errors.ts';
import { FORMATS } from '../../../shared/formats.ts';
import type { Artifact, ArtifactTask } from '../../exports/artifact.ts';
import type { SourcePages } from '../pages/source-pages.ts';
import type { ArtifactMaker, PagePrinter } from './job.ts';

/** Dependencies of printing. */
export interface PrintDeps {
  readonly maker: ArtifactMaker;
  readonly printer: PagePrinter;
  readonly layout: Pick<SourcePages, 'layOut'>;
}

/** A PDF with the page that was printed as it; null if none was. */
export interface Printed {
  readonly artifact: Artifact;
  readonly page: string | null;
}

const PDF = { mediaType: FORMATS.pdf.mediaType, extension: '.pdf' } as const;

/** Prints what was made: a page, or a Word file. A Word file that cannot be laid out becomes a page, and a warning says so. */
export async function printMade(
  made: Artifact,
  order: ArtifactTask,
  deps: PrintDeps,
  signal: AbortSignal,
): Promise<Printed> {
  if (made.mediaType !== FORMATS.docx.mediaType) return await printPage(made, deps, signal);
  let pages: Uint8Array;
  try {
    pages = await deps.layout.layOut(made.bytes, signal);
  } catch (fault) {
    signal.throwIfAborted();
    if (!(fault instanceof ServiceError)) throw fault;
    const page = await deps.maker.make({ ...order, part: 'page' }, signal);
    return withWarning(
      await printPage(page, deps, signal),
      `The redline has not the look of the original. ${fault.message}`,
    );
  }
  const artifact = await withSummary({ ...PDF, bytes: pages, report: made.report }, order, deps, signal);
  return { artifact, page: null };
}

/** The PDF with a summary in front, if the order wants one. Without a browser there is none, and a warning says so. */
export async function withSummary(
  pdf: Artifact,
  order: ArtifactTask,
  { maker, printer }: PrintDeps,
  signal: AbortSignal,
): Promise<Artifact> {
  if (order.options.summary === false) return pdf;
  const redline = { ...order, type: 'redline_pdf' } as const;
  try {
    const page = await maker.make({ ...redline, part: 'summary' }, signal);
    const summary = await printer.print(textOf(page), signal);
    const { bytes } = await maker.make({ ...redline, part: { summary, pages: pdf.bytes } }, signal);
    return { ...pdf, bytes };
  } catch (fault) {
    signal.throwIfAborted();
    if (!(fault instanceof ServiceError)) throw fault;
    return warned(pdf, `The summary in front of the pages is missing. ${fault.message}`);
  }
}

async function printPage(made: Artifact, { printer }: PrintDeps, signal: AbortSignal): Promise<Printed> {
  const page = textOf(made);
  return { artifact: { ...PDF, bytes: await printer.print(page, signal), report: made.report }, page };
}

function withWarning({ artifact, page }: Printed, warning: string): Printed {
  return { artifact: warned(artifact, warning), page };
}

function warned(artifact: Artifact, warning: string): Artifact {
  const { report } = artifact;
  return { ...artifact, report: { ...report, warnings: [...report.warnings, warning] } };
}

function textOf({ bytes }: Artifact): string {
  return new TextDecoder().decode(bytes);
}
