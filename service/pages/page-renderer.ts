import type { PageRenderer } from '../comparison/pages/page-ports.ts';
import { OfficeRenderer } from './office-renderer.ts';
import { PreviewRenderer } from './preview-renderer.ts';
import type { Programs } from './programs.ts';

/** The renderer of DOCX that these programs allow: LibreOffice, else a browser; one that says what to install else. */
export function pageRendererOf(programs: Programs): PageRenderer {
  return programs.office === null ? new PreviewRenderer(programs) : new OfficeRenderer(programs);
}
