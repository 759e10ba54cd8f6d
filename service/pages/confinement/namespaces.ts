import type { Confinement } from './confinement.ts';

/** The programs of util-linux that make the namespaces. */
export interface NamespacePrograms {
  /** Executable files. */
  readonly unshare: string;
  readonly setpriv: string;
  /** Search path of `mount`, `umount`, `pivot_root`, `mkdir`, `dirname` and `ln`. */
  readonly path: string;
}

/** Name of an empty folder in the folder of work, over which the new file system is mounted. */
const ROOT = '.root';

/**
 * Makes a file system in memory with the folders of the view and nothing else, and leaves the one of the machine. Its
 * arguments are the search path, the folder of work, `unshare`, `setpriv`, the folders, `--`, links with their targets,
 * `--`, and the program with its arguments. The program is no user of the machine, and has no capability and gains none.
 */
const SCRIPT = String.raw`
set -e
given=$PATH PATH=$1 work=$2 unshare=$3 setpriv=$4
shift 4
mkdir -p "$work/${ROOT}"
mount -t tmpfs -o mode=755,size=256m,nosuid,nodev tmpfs "$work/${ROOT}"
cd "$work/${ROOT}"
place() {
  if [ -d "$1" ]; then mkdir -p ".$2"; else mkdir -p ".$(dirname "$2")"; : > ".$2"; fi
  mount --bind "$1" ".$2"
}
while [ "$1" != -- ]; do
  place "$1" "$1"
  mount -o remount,bind,ro,nosuid,nodev ".$1"
  shift
done
shift
while [ "$1" != -- ]; do
  mkdir -p ".$(dirname "$1")"
  ln -s "$2" ".$1"
  shift 2
done
shift
for device in null zero random urandom; do place "/dev/$device" "/dev/$device"; done
place "$work" "$work"
mount -o remount,bind,nosuid,nodev,noexec ".$work"
place "$unshare" /.unshare
place "$setpriv" /.setpriv
mkdir -p proc tmp .old
mount -t proc proc proc
umount=$(command -v umount)
pivot_root . .old
"/.old$umount" -l /.old
cd "$work"
PATH=$given
exec /.unshare --user --map-user=1000 --map-group=1000 -- /.setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"
`;

/** Confinement by namespaces of users, mounts, processes and the network. */
export function namespaces({ unshare, setpriv, path }: NamespacePrograms): Confinement {
  const apart = ['--user', '--map-root-user', '--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
  return {
    name: 'namespaces',
    around: ({ file, readable, links, work }, given) => ({
      file: unshare,
      arguments: [
        ...[...apart, '--', '/bin/sh', '-c', SCRIPT, 'sh', path, work, unshare, setpriv],
        ...[...readable, '--', ...links.flat(), '--', file, ...given],
      ],
    }),
  };
}
