/** What each program opens, starts and calls in one run, as the table of `docs/security.md` says. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChromiumPrinter } from '../../../service/pages/chromium-printer.ts';
import { installedProgram } from '../../../service/pages/confinement/installed-program.ts';
import { OfficeConverter } from '../../../service/pages/office-converter.ts';
import { OfficeRenderer } from '../../../service/pages/office-renderer.ts';
import { findProgram } from '../../../service/pages/find-program.ts';
import { findPrograms } from '../../../service/pages/programs.ts';
import { runOffice } from '../../../service/pages/run-office.ts';
import { readAgain } from '../../../service/witness/second-readers.ts';
import { PageProcesses } from '../../../service/workers/page-processes.ts';
import { ReaderPool } from '../../../service/workers/reader-pool.ts';
import { docx, wp } from '../../builders/docx.ts';
import { odt, op } from '../../builders/odt.ts';
import { plainPdf, showText } from '../../builders/plain-pdf.ts';
import { STRACE, TracedConfinements, traceOf, tracing } from './traced-programs.ts';

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
    'a DOC',
    programs.office,
    async (confinements) => {
      const run = { bytes: docx(wp('Words.')), from: 'docx', to: 'doc', filter: 'MS Word 97' };
      const bytes = await runOffice({ office: programs.office!, confinements: programs.confinements }, run, never);
      await new OfficeConverter({ ...programs, confinements }, new PageProcesses()).convert(
        { format: 'doc', bytes },
        never,
      );
    },
  ],
  [
    'the second reading of a PDF',
    findProgram(['pdftotext'], [], path),
    async (confinements) => {
      const bytes = plainPdf([{ content: showText('Words.', 72, 700) }]);
      const { reader } = await readAgain('pdf', bytes, { environment: process.env, confinements });
      expect(reader).toBe('pdftotext');
    },
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
    const { opened, written, started, called } = confinements.traceFrom(file);
    const allowed = [...readable, ...SYSTEM, work];
    const isAllowed = (name: string): boolean =>
      !name.startsWith('/') ||
      allowed.some((each) => name === each || name.startsWith(`${each}/`)) ||
      /^\/(?:lib|lib64)\//u.test(name);
    expect(opened.filter((name) => !isAllowed(name))).toEqual([]);
    expect(opened.length).toBeGreaterThan(10);
    const writable = [...SYSTEM, work];
    expect(
      written.filter((name) => name.startsWith('/') && !writable.some((each) => name.startsWith(`${each}/`))),
    ).toEqual([]);
    const own = file.slice(0, file.lastIndexOf('/') + 1);
    expect(started.filter((name) => !name.startsWith(own) && name !== '/proc/self/exe')).toEqual([]);
    expect(called).toEqual([]);
  });
});

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** What Node itself reads of the system: libraries, settings of encryption and names, its limits, the time zone. */
const OF_NODE = [
  /^\/(?:dev|proc|sys\/fs\/cgroup|sys\/devices\/system\/cpu|usr\/share\/zoneinfo|lib|lib64|usr\/lib|usr\/lib64)\//u,
  /^\/etc\/(?:ld\.so\.cache|localtime|resolv\.conf|nsswitch\.conf)$/u,
  /\/openssl\.cnf$/u,
];

describe.skipIf(STRACE === null)('a process of Node on a document', () => {
  const node = process.execPath;
  const logs = (): string[] =>
    readdirSync(directory)
      .filter((name) => name.startsWith('node.'))
      .map((name) => readFileSync(join(directory, name), 'utf8'));
  afterAll(() => {
    process.execPath = node;
  });

  it('opens the files of the program alone, writes and starts nothing, and calls nobody', async () => {
    const traced = join(directory, 'traced-node');
    const options = tracing(join(directory, 'node')).join(' ');
    writeFileSync(traced, `#!/bin/sh\nexec '${STRACE}' ${options}.$$ '${node}' "$@"\n`, { mode: 0o755 });
    process.execPath = traced;
    const pages = new PageProcesses();
    const bytes = docx(wp('Words.'));
    const pdf = plainPdf([{ content: showText('Words.', 72, 700) }]);
    await pages.close(bytes, never);
    await pages.closeRtf(Buffer.from(String.raw`{\rtf1\ansi Words.\par}`), never);
    await pages.closeOdt(odt(op('Words.')), never);
    expect(await pages.countPages(pdf, never)).toBe(1);
    const pool = new ReaderPool({ processes: 1 });
    for (const task of [{ format: 'docx', bytes } as const, { format: 'pdf', bytes: pdf } as const])
      await pool.read({ ...task, attributeMode: 'semantic' }, never);
    pool.close();
    process.execPath = node;
    await expect.poll(() => logs().filter((log) => log.includes('reader-process')).length).toBeGreaterThan(0);

    const { opened, written, started, called } = traceOf(logs());
    expect(opened.some((name) => name.startsWith(ROOT))).toBe(true);
    const isAllowed = (name: string): boolean =>
      name.startsWith(ROOT) || name === realpathSync(node) || OF_NODE.some((each) => each.test(name));
    expect(opened.filter((name) => name.startsWith('/') && !isAllowed(name))).toEqual([]);
    expect(written.filter((name) => !name.startsWith('/dev/'))).toEqual([]);
    expect(started).toEqual([node]);
    expect(called).toEqual([]);
  });
});
