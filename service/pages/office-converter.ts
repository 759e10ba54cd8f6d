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
 * LibreOffice's filters. Without one it may take the beginning of a file for another format. It recognises the
 * versions of DOC by itself, each of which has a filter of its own.
 */
const FILTERS: Partial<Readonly<Record<ConvertedFormat, string>>> = { rtf: 'Rich Text Format', odt: 'writer8' };

/** Converts documents of older word processors to DOCX with LibreOffice on this machine. */
export class OfficeConverter implements FileConverter {
  readonly #programs: Programs;
  readonly #preparer: Pick<PagePreparer, 'closeRtf' | 'closeOdt' | 'settle'>;

  constructor(programs: Programs, preparer: Pick<PagePreparer, 'closeRtf' | 'closeOdt' | 'settle'>) {
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
      const either = AbortSignal.any([signal, limit]);
      const closed = await this.#closed({ format, bytes }, either);
      const readBy = FILTERS[format];
      const given = { bytes: closed, from: format, ...(readBy !== undefined && { readBy }) };
      const run = { ...given, to: 'docx', filter: 'MS Word 2007 XML' };
      converted = await runOffice({ office, path }, run, either);
    } catch (fault) {
      signal.throwIfAborted();
      throw limit.aborted ? tooSlow(format) : notConverted(format, fault);
    }
    if (converted.byteLength > CONVERTED_MAX_BYTES) throw tooLarge(format, converted.byteLength);
    // LibreOffice writes the time of each entry.
    return await this.#preparer.settle(converted, signal);
  }

  /** The copy for LibreOffice. A DOC has fields as an RTF has; LibreOffice follows none of them. */
  async #closed({ format, bytes }: GivenFile, signal: AbortSignal): Promise<Uint8Array> {
    if (format === 'rtf') return await this.#preparer.closeRtf(bytes, signal);
    return format === 'odt' ? await this.#preparer.closeOdt(bytes, signal) : bytes;
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
