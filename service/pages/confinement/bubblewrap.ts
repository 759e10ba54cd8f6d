import type { Confinement } from './confinement.ts';

/** Maximum size of the program's own `/tmp`, in bytes. */
const TEMPORARY_BYTES = 256 * 1024 * 1024;

/** Confinement by bubblewrap, as Flatpak uses it. `bwrap` is its executable file. */
export function bubblewrap(bwrap: string): Confinement {
  return {
    name: 'bubblewrap',
    around: ({ file, readable, links, work }, given) => ({
      file: bwrap,
      arguments: [
        ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
        ...readable.flatMap((each) => ['--ro-bind', each, each]),
        ...links.flatMap(([link, target]) => ['--symlink', target, link]),
        ...['--dev', '/dev', '--proc', '/proc', '--size', String(TEMPORARY_BYTES), '--tmpfs', '/tmp'],
        ...['--bind', work, work, '--chdir', work, '--', file, ...given],
      ],
    }),
  };
}
