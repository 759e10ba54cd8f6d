/** A busy machine is told apart from a program that works too long: CPU time counts, and no clock. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Confinements } from '../../../service/pages/confinement/confinements.ts';
import { OfficeConverter } from '../../../service/pages/office-converter.ts';
import { CpuExceeded, runProgram } from '../../../service/pages/run-program.ts';
import { PageProcesses } from '../../../service/workers/page-processes.ts';
import { docx, wp } from '../../builders/docx.ts';

const folder = mkdtempSync(join(tmpdir(), 'diffsvc-cpu-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SLEEPS = 'setTimeout(() => {}, 1_500)';
const WORKS = 'for (;;);';
/** A child does the work, as LibreOffice starts its own program. */
const CHILD_WORKS = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(WORKS)}])`;

const run = (script: string, cpuMs: number): Promise<void> =>
  runProgram(
    { file: process.execPath, arguments: ['-e', script], environment: {}, directory: folder, cpuMs },
    new AbortController().signal,
  );

describe.skipIf(process.platform !== 'linux')('the CPU time of a program', () => {
  it('is not that of the wall: who sleeps is not stopped', async () => {
    await expect(run(SLEEPS, 1_000)).resolves.toBeUndefined();
  });

  it.each([
    ['the program', WORKS],
    ['a child of it', CHILD_WORKS],
  ])('stops who works too long: %s', async (_name, script) => {
    await expect(run(script, 400)).rejects.toBeInstanceOf(CpuExceeded);
  });
});

describe.skipIf(process.platform !== 'linux')('LibreOffice', () => {
  const converted = join(folder, 'converted.docx');
  writeFileSync(converted, docx(wp('The fee is 5 euro.')));

  /** A converter with a shell script in its place. `--outdir` is the argument before the last one. */
  function converter(script: string, cpuMs: number): OfficeConverter {
    const office = join(folder, 'soffice');
    writeFileSync(
      office,
      `#!/bin/sh\n${script}\nwhile [ $# -gt 2 ]; do shift; done\ncp '${converted}' "$1/source.docx"\n`,
    );
    chmodSync(office, 0o755);
    const programs = { office, browser: null, confinements: new Confinements('/usr/bin:/bin') };
    return new OfficeConverter(programs, new PageProcesses(), cpuMs);
  }
  const given = { format: 'rtf', bytes: new TextEncoder().encode('{\\rtf1 The fee is 5 euro.}') } as const;
  const convert = (script: string, cpuMs: number) =>
    converter(script, cpuMs).convert(given, new AbortController().signal);

  it('converts on a busy machine, however long it waits for its turn', async () => {
    expect((await convert('sleep 2', 1_000)).byteLength).toBeGreaterThan(0);
  });

  it('is stopped when it works too long, and the message names processor time', async () => {
    await expect(convert('while :; do :; done', 1_000)).rejects.toMatchObject({
      code: 'comparison_timeout',
      message: expect.stringContaining('more than 1 seconds of processor time') as string,
    });
  });

  it('is stopped when it waits for ever, and the message speaks of the machine', async () => {
    await expect(convert('sleep 600', 200)).rejects.toMatchObject({
      code: 'comparison_timeout',
      message: expect.stringMatching(/^This machine is busy: .*Close other programs, and compare again\.$/u) as string,
    });
  });
});
