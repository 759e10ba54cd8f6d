/** What pdf.js throws about a damaged document. Each class sets this name. */
const NAMES: ReadonlySet<string> = new Set([
  'FormatError',
  'InvalidPDFException',
  'JpegError',
  'Jbig2Error',
  'JpxError',
  'MissingDataException',
  'ParserEOFException',
  'UnknownErrorException',
  'XRefEntryException',
  'XRefParseException',
]);

let isListening = false;

/**
 * Keeps rejections that pdf.js awaits nowhere from ending this process. It repairs damaged documents by reading on, and
 * drops promises of its first attempt. The reading that follows tells what could not be read. Any other rejection
 * ends the process as before.
 */
export function outliveStrayRejections(): void {
  if (isListening) return;
  isListening = true;
  process.on('unhandledRejection', (reason: unknown) => {
    if (!NAMES.has((reason as { readonly name?: string } | null)?.name ?? '')) throw reason;
  });
}
