/** Damaged DOC, RTF and ODT end in a DOCX that is read or refused, or in a typed error, and leave nothing behind. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { OfficeConverter } from '../../../service/pages/office-converter.ts';
import { findPrograms } from '../../../service/pages/programs.ts';
import { runOffice } from '../../../service/pages/run-office.ts';
import { PageProcesses } from '../../../service/workers/page-processes.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { CONVERTED_FORMATS, type ConvertedFormat } from '../../../shared/formats.ts';
import { fuzzBases } from '../../oracle/fuzz/fuzz-bases.ts';
import { mutatedBytes } from '../../oracle/fuzz/mutate-bytes.ts';
import { chanceOf } from '../../oracle/mutations/mutate-package.ts';
import type { Chance } from '../../oracle/mutations/mutation.ts';
import { RUNS_ALL, SEED } from '../../seed/seed.ts';

const programs = findPrograms(process.env);
const never = new AbortController().signal;
/** LibreOffice takes seconds for each on a busy machine. */
const CASES = RUNS_ALL ? 200 : 1;
const FILTERS: Readonly<Record<ConvertedFormat, string>> = {
  doc: 'MS Word 97',
  rtf: 'Rich Text Format',
  odt: 'writer8',
};

/** Damage to the file itself, or to one part of an ODT, whose archive is then whole. */
function damaged(format: ConvertedFormat, bytes: Uint8Array, chance: Chance): Uint8Array {
  if (format !== 'odt' || chance.below(3) === 0) return mutatedBytes(bytes, chance, false);
  const parts = unzipSync(bytes);
  const names = Object.keys(parts).filter((name) => name !== 'mimetype');
  const name = names[chance.below(names.length)]!;
  return zipSync({ ...parts, [name]: mutatedBytes(parts[name]!, chance, false) });
}

describe.skipIf(programs.office === null)('a damaged file for LibreOffice', () => {
  const wholes = new Map<ConvertedFormat, Uint8Array>();
  let directory: string;
  let before: string | undefined;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'diffsvc-damaged-'));
    const bytes = Buffer.from(fuzzBases('docx', { ownOnly: true })[0]!);
    for (const to of CONVERTED_FORMATS) {
      const run = { bytes, from: 'docx', to, filter: FILTERS[to] };
      wholes.set(to, await runOffice({ office: programs.office!, confinements: programs.confinements }, run, never));
    }
    before = process.env['TMPDIR'];
    process.env['TMPDIR'] = directory;
  });
  afterAll(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(directory, { recursive: true });
  });

  it.each(CONVERTED_FORMATS)('%s', async (format) => {
    const converter = new OfficeConverter(programs, new PageProcesses());
    const outcomes = { converted: 0, refused: 0 };
    for (let seed = SEED; seed < SEED + CASES; seed += 1) {
      const bytes = damaged(format, wholes.get(format)!, chanceOf(seed));
      try {
        await readDocx(await converter.convert({ format, bytes }, never));
        outcomes.converted += 1;
      } catch (fault) {
        expect(fault, `DIFFSVC_SEED=${seed}`).toBeInstanceOf(ServiceError);
        expect((fault as ServiceError).code, `DIFFSVC_SEED=${seed}`).not.toBe('internal_error');
        outcomes.refused += 1;
      }
      expect(readdirSync(directory).filter((name) => name.startsWith('diffsvc-'))).toEqual([]);
    }
    expect(outcomes.converted + outcomes.refused).toBe(CASES);
    // Refusing everything would prove nothing.
    if (RUNS_ALL) expect(outcomes.converted).toBeGreaterThan(0);
    console.info(`${format}: ${outcomes.converted} converted, ${outcomes.refused} refused`);
  });
});
