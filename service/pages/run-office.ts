/** Runs LibreOffice on one file. Each run has its own profile, which is then deleted. */
import { realpathSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { faultOfTrial } from './program-fault.ts';
import type { Programs } from './programs.ts';
import { ProgramFailed, runProgram } from './run-program.ts';

/** Settings of the profile: no macros, no active content, no updated links. */
const SETTINGS = [
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
] as const;

const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${SETTINGS.map(([path, name, value]) => `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`).join('\n')}
</oor:items>
`;
const NOWHERE = 'http://127.0.0.1:9';

/** Address space of each process. The program alone takes 600 MiB; a document of 400 pages takes 300 MiB more. */
const ADDRESS_SPACE_MEGABYTES = 3_072;
/** Maximum size of a file that it writes. */
const WRITTEN_FILE_MEGABYTES = 256;

/** The source and the target format of a conversion. */
export interface OfficeRun {
  readonly bytes: Uint8Array;
  /** Extension of the given file, without a dot. */
  readonly from: string;
  /** LibreOffice's name of the filter that reads it. Absent: it finds one by the content. */
  readonly readBy?: string;
  /** Extension of the wanted file, without a dot, and LibreOffice's name of the filter that writes it. */
  readonly to: string;
  readonly filter: string;
  /** Limit of its CPU time, in milliseconds. Absent: none. */
  readonly cpuMs?: number;
}

/** Exit codes by which it asks to be started again, because it has made its new profile (`desktop/exithelper.h`). */
const RESTART_CODES: ReadonlySet<number> = new Set([79, 81]);
/** A new profile takes one restart. */
const STARTS_MOST = 3;

/** LibreOffice, and how it is started. */
export interface Office extends Pick<Programs, 'confinements'> {
  readonly office: string;
}

/**
 * The converted file. Throws the signal's reason if it is aborted, `CpuExceeded`, and a plain error if the program
 * fails or writes nothing.
 */
export async function runOffice(
  office: Office,
  { bytes, from, readBy, to, filter, cpuMs }: OfficeRun,
  signal: AbortSignal,
): Promise<Buffer> {
  const directory = await mkdtemp(join(realpathSync(tmpdir()), 'diffsvc-office-'));
  try {
    const profile = join(directory, 'profile');
    const [source, output] = [join(directory, `source.${from}`), join(directory, 'out')];
    await mkdir(join(profile, 'user'), { recursive: true });
    await mkdir(output);
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE);
    await writeFile(source, bytes);
    const given = [
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nofirststartwizard'],
      ...(readBy === undefined ? [] : [`--infilter=${readBy}`]),
      ...['--convert-to', `${to}:${filter}`, '--outdir', output, source],
    ];
    await start(office, { given, directory, ...(cpuMs !== undefined && { cpuMs }) }, signal);
    return await readFile(join(output, `source.${to}`));
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Why LibreOffice converts no file at all. Null if it converts a text of one word. */
export async function faultOfOffice(office: Office, signal: AbortSignal): Promise<string | null> {
  const run = { bytes: Buffer.from('trial\n'), from: 'txt', to: 'pdf', filter: 'writer_pdf_Export' };
  return await faultOfTrial((either) => runOffice(office, run, either), signal);
}

async function start(
  { office, confinements }: Office,
  {
    given,
    directory,
    cpuMs,
  }: { readonly given: readonly string[]; readonly directory: string; readonly cpuMs?: number },
  signal: AbortSignal,
): Promise<void> {
  for (let started = 1; ; started += 1) {
    const { file, arguments: all, path } = await confinements.start(office, given, directory);
    try {
      const environment = {
        HOME: directory,
        TMPDIR: directory,
        PATH: path,
        LANG: 'C.UTF-8',
        http_proxy: NOWHERE,
        https_proxy: NOWHERE,
        ftp_proxy: NOWHERE,
        all_proxy: NOWHERE,
      };
      const limits = { addressSpaceMegabytes: ADDRESS_SPACE_MEGABYTES, fileMegabytes: WRITTEN_FILE_MEGABYTES };
      await runProgram(
        { file, arguments: all, environment, directory, limits, ...(cpuMs !== undefined && { cpuMs }) },
        signal,
      );
      return;
    } catch (fault) {
      const asked = fault instanceof ProgramFailed && RESTART_CODES.has(fault.exitCode ?? 0);
      if (!asked || started === STARTS_MOST) throw fault;
    }
  }
}
