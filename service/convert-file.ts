/**
 * Opens a file of any word processor with a LibreOffice of this machine. It serves the command line, which has no
 * service.
 */
import { openFile, type OpenedFile } from './pipeline/inputs/converted-file.ts';
import { OfficeConverter } from './pages/office-converter.ts';
import { PageProcesses } from './workers/page-processes.ts';
import { findPrograms } from './pages/programs.ts';

/**
 * The file for the reader: a DOC, RTF or ODT as DOCX, any other file unchanged. `environment` contains the search path.
 * Throws `ServiceError` as `OfficeConverter` does.
 */
export function openedFile(
  bytes: Uint8Array,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<OpenedFile> {
  const converter = new OfficeConverter(findPrograms(environment), new PageProcesses());
  return openFile(bytes, (file) => converter.convert(file, new AbortController().signal));
}
