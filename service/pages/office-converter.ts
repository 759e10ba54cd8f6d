import { ServiceError } from '../../shared/errors.ts';
import { toldFormat, type ConvertedFormat } from '../../shared/formats.ts';
import type { FileConverter, GivenFile } from '../comparison/ports.ts';
import type { PagePreparer } from '../comparison/pages/page-ports.ts';
import type { Programs } from './programs.ts';
import { runOffice } from './run-office.ts';

/** Maximum duration of one conversion. A document of 400 pages takes some 10 seconds. */
const CONVERSION_MS = 30_000;
/** Maximum size of the converted file. */
const CONVERTED_MAX_BYTES = 32 * 1024 * 1024;

/**
 * The filter of RTF, whose beginning LibreOffice may take for plain text. LibreOffice recognises the versions of the
 * other formats by itself.
 */
const RTF_FILTER = 'Rich Text Format';

/** Converts documents of older word processors to DOCX with LibreOffice on this machine. */
export class OfficeConverter implements FileConverter {
  readonly #programs: Programs;
  readonly #preparer: Pick<PagePreparer, 'closeRtf' | 'settle'>;

  constructor(programs: Programs, preparer: Pick<PagePreparer, 'closeRtf' | 'settle'>) {
    this.#programs = programs;
    this.#preparer = preparer;
  }

  /** See `FileConverter`. The same file gives the same bytes with the same LibreOffice. */
  async convert({ format, bytes }: GivenFile, signal: AbortSignal): Promise<Uint8Array> {
    const { office, path } = this.#programs;
    if (office === null) throw noOffice(format);
    const limit = AbortSignal.timeout(CONVERSION_MS);
    let converted: Uint8Array;
    try {
      const isRtf = format === 'rtf';
      const closed = isRtf ? await this.#preparer.closeRtf(bytes, AbortSignal.any([signal, limit])) : bytes;
      const given = { bytes: closed, from: format, ...(isRtf && { readBy: RTF_FILTER }) };
      const run = { ...given, to: 'docx', filter: 'MS Word 2007 XML' };
      converted = await runOffice({ office, path }, run, AbortSignal.any([signal, limit]));
    } catch (fault) {
      signal.throwIfAborted();
      throw limit.aborted ? tooSlow(format) : notConverted(format, fault);
    }
    if (converted.byteLength > CONVERTED_MAX_BYTES) throw tooLarge(format, converted.byteLength);
    // LibreOffice writes the time of each entry.
    return await this.#preparer.settle(converted, signal);
  }
}

function noOffice(format: ConvertedFormat): ServiceError {
  const { name, nextStep } = toldFormat(format);
  return new ServiceError(
    'document_invalid',
    `The file is ${name}. LibreOffice converts it, and none was found. Install libreoffice-writer and compare again. Or: ${nextStep}`,
    { found: format },
  );
}

function notConverted(format: ConvertedFormat, cause: unknown): ServiceError {
  const { name, nextStep } = toldFormat(format);
  return new ServiceError(
    'document_invalid',
    `The file is ${name}, and LibreOffice could not convert it. It may be damaged, or have a password. ${nextStep}`,
    { found: format },
    { cause },
  );
}

function tooSlow(format: ConvertedFormat): ServiceError {
  const { name, nextStep } = toldFormat(format);
  return new ServiceError(
    'comparison_timeout',
    `The file is ${name}. Its conversion took longer than ${CONVERSION_MS / 1_000} seconds and was stopped. ${nextStep}`,
  );
}

function tooLarge(format: ConvertedFormat, bytes: number): ServiceError {
  return new ServiceError(
    'document_too_large',
    `The file is ${toldFormat(format).name}. As DOCX it has ${bytes} bytes; ${CONVERTED_MAX_BYTES} is the limit. Compare it in parts.`,
    { bytes, limit: CONVERTED_MAX_BYTES },
  );
}
