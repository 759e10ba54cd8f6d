import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findProgram } from '../find-program.ts';
import { runProgram } from '../run-program.ts';
import { bubblewrap } from './bubblewrap.ts';
import type { Confinement } from './confinement.ts';
import type { InstalledProgram } from './installed-program.ts';
import { namespaces } from './namespaces.ts';
import { seatbelt } from './seatbelt.ts';

/** Folders of system programs, which the search path of a user may lack. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'];
/** Time for saying the version. LibreOffice says it in a tenth of a second. */
const TRIAL_MS = 10_000;

/**
 * The strongest confinement in which the program starts on this system; null if there is none. Each is tried, because
 * only a trial shows whether the kernel and its policies allow it.
 */
export async function findConfinement(program: InstalledProgram, path: string): Promise<Confinement | null> {
  for (const each of candidates(path)) if (await works(each, program)) return each;
  return null;
}

function candidates(path: string): Confinement[] {
  const search = [path, ...SYSTEM_FOLDERS].join(delimiter);
  const found = (name: string): string | null => findProgram([name], [], search);
  if (process.platform === 'darwin') {
    const sandbox = found('sandbox-exec');
    return sandbox === null ? [] : [seatbelt(sandbox)];
  }
  if (process.platform !== 'linux') return [];
  const [bwrap, unshare, setpriv] = [found('bwrap'), found('unshare'), found('setpriv')];
  return [
    ...(bwrap === null ? [] : [bubblewrap(bwrap)]),
    ...(unshare === null || setpriv === null
      ? []
      : [namespaces({ unshare, setpriv, path: SYSTEM_FOLDERS.join(delimiter) })]),
  ];
}

async function works(confinement: Confinement, program: InstalledProgram): Promise<boolean> {
  const work = await mkdtemp(join(tmpdir(), 'diffsvc-trial-'));
  try {
    const started = confinement.around({ ...program, work }, [program.versionArgument]);
    const environment = { HOME: work, TMPDIR: work, PATH: '' };
    await runProgram({ ...started, environment, directory: work }, AbortSignal.timeout(TRIAL_MS));
    return true;
  } catch {
    return false;
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 3 });
  }
}
