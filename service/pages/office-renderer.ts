import { ServiceError } from '../../shared/errors.ts';
import type { PageRenderer } from '../comparison/pages/page-ports.ts';
import type { Programs } from './programs.ts';
import { runOffice } from './run-office.ts';
import { withoutTimes } from './without-times.ts';

/** Lays out DOCX with LibreOffice on this machine. */
export class OfficeRenderer implements PageRenderer {
  readonly name = 'libreoffice';
  readonly #programs: Programs;

  constructor(programs: Programs) {
    this.#programs = programs;
  }

  /** See `PageRenderer`. The file must have no external references: see `closedCopy`. */
  async render(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const { office, path } = this.#programs;
    if (office === null) {
      throw new ServiceError(
        'renderer_unavailable',
        'Rendering the pages of DOCX needs LibreOffice, and none was found. Install libreoffice-writer and compare again; the comparison itself needs none.',
      );
    }
    const run = { bytes: docx, from: 'docx', to: 'pdf', filter: 'writer_pdf_Export' };
    return withoutTimes(await runOffice({ office, path }, run, signal));
  }
}
