import { ServiceError } from '../../shared/errors.ts';
import { toldFormat, type ConvertedFormat } from '../../shared/formats.ts';
import { excessInWords, sizeInWords } from '../../shared/in-words.ts';
import type { FileConverter, GivenFile } from '../comparison/ports.ts';
import type { PagePreparer } from '../comparison/pages/page-ports.ts';
import { doesNotRun } from './program-fault.ts';
import type { Programs } from './programs.ts';
import { WALL_FACTOR } from './cpu-watch.ts';
import { faultOfOffice, runOffice } from './run-office.ts';
import { CpuExceeded } from './run-program.ts';

/** CPU time of one conversion. A document of 400 pages takes some 10 seconds. */
const CONVERSION_CPU_MS = 30_000;
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
  readonly #preparer: Pick<PagePreparer, 'closeDoc' | 'closeRtf' | 'closeOdt' | 'settle'>;

  readonly #cpuMs: number;

  /** `cpuMs`: the CPU time of one conversion. */
  constructor(
    programs: Programs,
    preparer: Pick<PagePreparer, 'closeDoc' | 'closeRtf' | 'closeOdt' | 'settle'>,
    cpuMs = CONVERSION_CPU_MS,
  ) {
    this.#programs = programs;
    this.#preparer = preparer;
    this.#cpuMs = cpuMs;
  }

  /** See `FileConverter`. The same file gives the same bytes with the same LibreOffice. */
  async convert({ format, bytes }: GivenFile, signal: AbortSignal): Promise<Uint8Array> {
    const { office, confinements } = this.#programs;
    if (office === null) throw noOffice(format);
    let converted: Uint8Array;
    // A busy machine gives it time. Only a program that waits for nothing is stopped by the clock.
    const wall = AbortSignal.timeout(this.#cpuMs * WALL_FACTOR);
    const either = AbortSignal.any([signal, wall]);
    try {
      const closed = await this.#closed({ format, bytes }, office, either);
      const readBy = FILTERS[format];
      const given = { bytes: closed, from: format, ...(readBy !== undefined && { readBy }) };
      const run = { ...given, to: 'docx', filter: 'MS Word 2007 XML', cpuMs: this.#cpuMs };
      converted = await runOffice({ office, confinements }, run, either);
    } catch (fault) {
      signal.throwIfAborted();
      if (fault instanceof OldWord) throw oldWord();
      if (fault instanceof CpuExceeded) throw tooSlow(format, this.#cpuMs);
      if (wall.aborted) throw machineBusy(format, this.#cpuMs * WALL_FACTOR);
      const reason = fault instanceof ServiceError ? null : await faultOfOffice({ office, confinements }, signal);
      throw reason === null ? notConverted(format, fault) : doesNotRun('LibreOffice', reason, fault);
    }
    if (converted.byteLength > CONVERTED_MAX_BYTES) throw tooLarge(format, converted.byteLength);
    // LibreOffice writes the time of each entry.
    return await this.#preparer.settle(converted, signal);
  }

  /** The copy for LibreOffice. A DOC of which there is none goes only to one that is confined. */
  async #closed({ format, bytes }: GivenFile, office: string, signal: AbortSignal): Promise<Uint8Array> {
    if (format === 'rtf') return await this.#preparer.closeRtf(bytes, signal);
    if (format === 'odt') return await this.#preparer.closeOdt(bytes, signal);
    const copy = await this.#preparer.closeDoc(bytes, signal);
    if (copy !== null) return copy;
    if ((await this.#programs.confinements.nameOf(office)) === null) throw new OldWord();
    return bytes;
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

/** A DOC of Word 6 or 95, and nothing to confine LibreOffice. */
class OldWord extends Error {}

function oldWord(): ServiceError {
  return new ServiceError(
    'document_invalid',
    'The file is a DOC of Word 6 or 95. LibreOffice converts it only where the system can confine LibreOffice. Install bubblewrap, or open the file in a word processor and save it as DOCX.',
    { found: 'doc' },
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

function tooSlow(format: ConvertedFormat, cpuMs: number): ServiceError {
  const { name, nextStep } = toldFormat(format);
  return new ServiceError(
    'comparison_timeout',
    `The file is ${name}. Its conversion took more than ${cpuMs / 1_000} seconds of processor time and was stopped. ${nextStep}`,
  );
}

function machineBusy(format: ConvertedFormat, wallMs: number): ServiceError {
  return new ServiceError(
    'comparison_timeout',
    `This machine is busy: the conversion of ${toldFormat(format).name} was not done after ${wallMs / 1_000} seconds, most of which it waited. Close other programs, and compare again.`,
  );
}

function tooLarge(format: ConvertedFormat, bytes: number): ServiceError {
  return new ServiceError(
    'document_too_large',
    `The file is ${toldFormat(format).name}. As DOCX it has ${excessInWords(bytes, CONVERTED_MAX_BYTES)}; the limit is ${sizeInWords(CONVERTED_MAX_BYTES)}. Compare it in parts.`,
    { bytes, limit: CONVERTED_MAX_BYTES },
  );
}
