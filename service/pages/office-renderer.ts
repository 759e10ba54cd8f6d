import { ServiceError } from '../../shared/errors.ts';
import type { PageRenderer } from '../comparison/pages/page-ports.ts';
import { doesNotRun } from './program-fault.ts';
import type { Programs } from './programs.ts';
import { faultOfOffice, runOffice } from './run-office.ts';
import { withoutTimes } from './without-times.ts';

/** Bytes at the end of a PDF in which its last line is found. */
const END_WITHIN = 1_024;

/** Lays out DOCX with LibreOffice on this machine. */
export class OfficeRenderer implements PageRenderer {
  readonly name = 'libreoffice';
  readonly #programs: Programs;

  constructor(programs: Programs) {
    this.#programs = programs;
  }

  /** See `PageRenderer`. The file must have no external references: see `closedCopy`. */
  async render(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const { office, confinements } = this.#programs;
    if (office === null) {
      throw new ServiceError(
        'renderer_unavailable',
        'Rendering the pages of DOCX needs LibreOffice, and none was found. Install libreoffice-writer and compare again; the comparison itself needs none.',
      );
    }
    const run = { bytes: docx, from: 'docx', to: 'pdf', filter: 'writer_pdf_Export' };
    const pdf = await runOffice({ office, confinements }, run, signal).catch(async (fault: unknown) => {
      signal.throwIfAborted();
      const reason = await faultOfOffice({ office, confinements }, signal);
      throw reason === null ? fault : doesNotRun('LibreOffice', reason, fault);
    });
    if (!hasEnd(pdf)) throw new Error(`LibreOffice wrote ${pdf.byteLength} bytes of a PDF, and no end`);
    return withoutTimes(pdf);
  }
}

/** Whether a PDF was written to its end (ISO 32000-1, 7.5.5). Readers repair others, perhaps without all pages. */
function hasEnd(pdf: Buffer): boolean {
  return pdf.subarray(-END_WITHIN).includes('%%EOF');
}
