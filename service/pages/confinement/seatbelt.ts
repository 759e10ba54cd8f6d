import type { Confinement, ProgramView } from './confinement.ts';

/** Confinement by the sandbox of macOS. `sandbox` is the executable file of `sandbox-exec`. */
export function seatbelt(sandbox: string): Confinement {
  return {
    name: 'sandbox-exec',
    around: (view, given) => ({ file: sandbox, arguments: ['-p', profileOf(view), view.file, ...given] }),
  };
}

/**
 * The rules in the language of the sandbox. What no rule allows is refused, the network too. Only files of the program's
 * own folders start as programs.
 */
function profileOf({ readable, work }: ProgramView): string {
  const folders = (each: readonly string[]): string => each.map((path) => `(subpath ${quoted(path)})`).join(' ');
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-fork) (allow signal (target same-sandbox)) (allow sysctl-read) (allow mach-lookup)',
    '(allow ipc-posix-shm*) (allow file-read-metadata)',
    `(allow process-exec ${folders(readable.filter((path) => path.endsWith('.app')))})`,
    `(allow file-read* (literal "/") ${folders([...readable, work])})`,
    '(allow file-read* file-write* (literal "/dev/null") (literal "/dev/urandom") (literal "/dev/random"))',
    `(allow file-write* (subpath ${quoted(work)}))`,
  ].join('\n');
}

function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/gu, String.raw`\$&`)}"`;
}
