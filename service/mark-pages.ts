/** Makes a PDF of marked pages for the command line, which has no service. Processes with limits read the files. */
import { ServiceError } from '../shared/errors.ts';
import { BOTH_SIDES, type Side } from '../shared/document/model.ts';
import { FORMAT_NAMES, type ComparisonFormat, type SideFormats } from '../shared/formats.ts';
import type { PageRenderer } from './comparison/pages/page-ports.ts';
import { pageRendererOf } from './pages/page-renderer.ts';
import { findPrograms } from './pages/programs.ts';
import { UNDECIDED } from './exports/artifact.ts';
import { ArtifactProcesses } from './workers/artifact-processes.ts';
import { PageMarkProcesses, PageProcesses } from './workers/page-processes.ts';

/** Twice the limit of the service: a person waits for this one pair. */
const LAYOUT_MS = 60_000;

/** Time for finding and writing the marks of both sides. */
const MARK_MS = 300_000;

/** The members of the task that are the same for every pair. Nobody has decided, and nobody signs the pages. */
const MARKED_PAGES = {
  type: 'marked_pages_pdf',
  fallback: false,
  digests: null,
  options: UNDECIDED,
  author: '',
  date: '',
} as const;

/** A comparison of two files. */
export interface ComparedFiles {
  readonly formats: SideFormats;
  readonly files: Readonly<Record<Side, Uint8Array>>;
  readonly format: ComparisonFormat;
  /** The fragment. */
  readonly html: string;
  readonly title: string;
}

/** A PDF with what its reader should know. */
export interface MarkedPdf {
  readonly bytes: Uint8Array;
  readonly warnings: readonly string[];
}

/**
 * The pages of two files with every change marked. `environment` contains the search path. Throws `ServiceError`:
 * `renderer_unavailable` with what to install, `document_invalid` for a format without pages, and what marking throws.
 */
export async function markPages(
  { formats, files, format, html, title }: ComparedFiles,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<MarkedPdf> {
  for (const side of BOTH_SIDES) refuseWithoutPages(formats[side], side);
  const renderer = pageRendererOf(findPrograms(environment));
  // One after the other: LibreOffice needs much memory.
  const pdfs = {
    original: formats.original === 'pdf' ? files.original : await layOut(files.original, 'original', renderer),
    revised: formats.revised === 'pdf' ? files.revised : await layOut(files.revised, 'revised', renderer),
  };
  const signal = AbortSignal.timeout(MARK_MS);
  const places = await new PageMarkProcesses().find({ ...pdfs, formats, html }, signal);
  const maker = new ArtifactProcesses({ processes: 1 });
  try {
    const task = { ...MARKED_PAGES, ...pdfs, format, html, title, found: places };
    const { bytes, report } = await maker.make(task, signal);
    return { bytes, warnings: report.warnings };
  } finally {
    maker.close();
  }
}

function refuseWithoutPages(format: SideFormats[Side], side: Side): void {
  if (format === 'docx' || format === 'pdf') return;
  const message = `The ${side} side is ${FORMAT_NAMES[format]}, which has no pages. Changes are marked on the pages of DOCX and PDF.`;
  throw new ServiceError('document_invalid', message, { side });
}

/** The pages of a DOCX as a PDF: of a side, or of a redline that was made of both. */
export async function layOut(docx: Uint8Array, what: Side | 'redline', renderer: PageRenderer): Promise<Uint8Array> {
  const limit = AbortSignal.timeout(LAYOUT_MS);
  try {
    return await renderer.render(await new PageProcesses().close(docx, limit), limit);
  } catch (fault) {
    if (fault instanceof ServiceError) throw fault;
    const [name, details] = what === 'redline' ? ['redline', {}] : [`${what} side`, { side: what }];
    const message = limit.aborted
      ? `Laying out the ${name} took longer than ${LAYOUT_MS / 1_000} seconds. Compare the document in parts.`
      : `The ${name} could not be laid out. Open the document in Word, save it anew, and compare again.`;
    const code = limit.aborted ? 'comparison_timeout' : 'document_invalid';
    throw new ServiceError(code, message, details, { cause: fault });
  }
}
