import type { PageRenderer } from '../comparison/pages/page-ports.ts';
import { OfficeRenderer } from './office-renderer.ts';
import { PreviewRenderer } from './preview-renderer.ts';
import type { Programs } from './programs.ts';

/** The best renderer of DOCX for these programs: LibreOffice, else a browser, else one that says what to install. */
export function pageRendererOf(programs: Programs): PageRenderer {
  return programs.office === null ? new PreviewRenderer(programs) : new OfficeRenderer(programs);
}
