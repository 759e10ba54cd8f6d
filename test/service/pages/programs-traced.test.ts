/** What each program opens, starts and calls in one run, as the table of `docs/security.md` says. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChromiumPrinter } from '../../../service/pages/chromium-printer.ts';
import { installedProgram } from '../../../service/pages/confinement/installed-program.ts';
import { OfficeConverter } from '../../../service/pages/office-converter.ts';
import { OfficeRenderer } from '../../../service/pages/office-renderer.ts';
import { findPrograms } from '../../../service/pages/programs.ts';
import { PageProcesses } from '../../../service/workers/page-processes.ts';
import { docx, wp } from '../../builders/docx.ts';
import { odt, op } from '../../builders/odt.ts';
import { STRACE, TracedConfinements } from './traced-programs.ts';

const path = process.env['PATH'] ?? '';
const programs = findPrograms(process.env);
const never = new AbortController().signal;
/** What every confined program may open besides its own files: its work, and what its view has of the system. */
const SYSTEM = ['/dev', '/proc', '/tmp'];
const work = realpathSync(tmpdir());

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'diffsvc-traced-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

type Work = (confinements: TracedConfinements) => Promise<unknown>;

const KINDS: readonly (readonly [kind: string, program: string | null, run: Work])[] = [
  [
    'the pages of a DOCX',
    programs.office,
    async (confinements) => new OfficeRenderer({ ...programs, confinements }).render(docx(wp('Words.')), never),
  ],
  [
    'an RTF',
    programs.office,
    async (confinements) =>
      new OfficeConverter({ ...programs, confinements }, new PageProcesses()).convert(
        { format: 'rtf', bytes: Buffer.from(String.raw`{\rtf1\ansi Words.\par}`) },
        never,
      ),
  ],
  [
    'an ODT',
    programs.office,
    async (confinements) =>
      new OfficeConverter({ ...programs, confinements }, new PageProcesses()).convert(
        { format: 'odt', bytes: odt(op('Words.')) },
        never,
      ),
  ],
  [
    'a printed page',
    programs.browser,
    async (confinements) => new ChromiumPrinter({ ...programs, confinements }).print('<p>Words.</p>', never),
  ],
];

describe.skipIf(STRACE === null)('a confined program', () => {
  it.each(KINDS)('opens, starts and calls what the table says: %s', async (kind, program, run) => {
    if (program === null || (await programs.confinements.nameOf(program)) === null) return;
    const { file, readable } = installedProgram(program)!;
    const confinements = new TracedConfinements(join(directory, kind.replaceAll(' ', '-')), path);
    await run(confinements);
    const { opened, started, called } = confinements.traceFrom(file);
    const allowed = [...readable, ...SYSTEM, work];
    const isAllowed = (name: string): boolean =>
      !name.startsWith('/') ||
      allowed.some((each) => name === each || name.startsWith(`${each}/`)) ||
      /^\/(?:lib|lib64)\//u.test(name);
    expect(opened.filter((name) => !isAllowed(name))).toEqual([]);
    expect(opened.length).toBeGreaterThan(10);
    const own = file.slice(0, file.lastIndexOf('/') + 1);
    expect(started.filter((name) => !name.startsWith(own) && name !== '/proc/self/exe')).toEqual([]);
    expect(called).toEqual([]);
  });
});
