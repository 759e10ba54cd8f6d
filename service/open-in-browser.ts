import { spawn } from 'node:child_process';

/** What the opening needs to know about this process. */
export interface DesktopSurroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Opens a file with the program that the desktop of this account has for it. False if none could be started. */
export type OpenFile = (file: string) => Promise<boolean>;

/** An opener may stay until the browser is closed. After this time without a failure it is taken as started. */
const STARTED_AFTER_MS = 3_000;

/**
 * The opener of this desktop; null for a service without one, as on a server. It takes a file and no address, because
 * every account of the machine can read the arguments of a program.
 */
export function fileOpenerOf({ platform, environment }: DesktopSurroundings): OpenFile | null {
  const isSet = (name: string): boolean => (environment[name] ?? '') !== '';
  if (platform === 'darwin') return isSet('SSH_CONNECTION') ? null : (file) => start('open', [file], environment);
  if (platform === 'win32') {
    if (isSet('SSH_CONNECTION')) return null;
    return (file) => start('rundll32.exe', ['url.dll,FileProtocolHandler', file], environment);
  }
  if (!isSet('DISPLAY') && !isSet('WAYLAND_DISPLAY')) return null;
  return (file) => start('xdg-open', [file], environment);
}

function start(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: forOthers(environment), stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), STARTED_AFTER_MS);
    const end = (started: boolean): void => {
      clearTimeout(timer);
      resolve(started);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    // The browser outlives the service.
    child.unref();
  });
}

/** The environment without what is meant for this program. */
function forOthers(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !/^(DIFFSVC_|NODE_)/.test(name)) kept[name] = value;
  }
  return kept;
}
