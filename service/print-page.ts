/** Prints a page with a browser of this machine, for the command line, which has no service. */
import { ChromiumPrinter } from './pages/chromium-printer.ts';
import { findPrograms } from './pages/programs.ts';

/** Longer than printing the page of the largest redline takes. */
const PRINT_MS = 60_000;

/**
 * The PDF of a self-contained page. `environment` contains the search path. Throws `ServiceError`
 * `renderer_unavailable` with what to install.
 */
export function printPage(
  html: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Uint8Array> {
  const limit = AbortSignal.timeout(PRINT_MS);
  return new ChromiumPrinter(findPrograms(environment)).print(html, limit);
}
