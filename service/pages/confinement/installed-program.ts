import { closeSync, existsSync, globSync, lstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { ProgramView } from './confinement.ts';

/** A program that is confined: its executable file, and what it reads besides its folder of work. */
export interface InstalledProgram extends Omit<ProgramView, 'work'> {
  /** The argument that makes it say its version and end. */
  readonly versionArgument: string;
}

/** Executable files that a command leads to, beside the command's own file or at their usual places on Linux. */
const EXECUTABLES: readonly {
  readonly kind: 'office' | 'browser' | 'tool';
  readonly command: RegExp;
  readonly beside: readonly string[];
  readonly files: readonly string[];
}[] = [
  { kind: 'office', command: /^(?:soffice|libreoffice)$/u, beside: ['soffice.bin'], files: [] },
  {
    kind: 'browser',
    command: /^chromium(?:-browser)?$/u,
    beside: [],
    files: [
      '/usr/lib/chromium/chromium',
      '/usr/lib/chromium-browser/chromium-browser',
      '/usr/lib64/chromium-browser/chromium-browser',
    ],
  },
  {
    kind: 'browser',
    command: /^google-chrome(?:-stable)?$/u,
    beside: ['chrome'],
    files: ['/opt/google/chrome/chrome'],
  },
  { kind: 'tool', command: /^pdftotext$/u, beside: ['pdftotext'], files: [] },
  {
    kind: 'browser',
    command: /^microsoft-edge(?:-stable)?$/u,
    beside: ['msedge'],
    files: ['/opt/microsoft/msedge/msedge'],
  },
];

/** Libraries, fonts and settings of Linux systems that both programs read. No folder of programs is among them. */
const LINUX_FILES: readonly string[] = [
  ...['/etc/alternatives', '/etc/chromium', '/etc/fonts', '/etc/ld.so.cache', '/etc/libreoffice', '/etc/localtime'],
  ...['/usr/lib/locale', '/usr/lib32', '/usr/lib64', '/usr/local/share/fonts', '/usr/share/X11/fonts'],
  ...['/usr/share/X11/locale', '/usr/share/fontconfig', '/usr/share/fonts', '/usr/share/hunspell', '/usr/share/hyphen'],
  ...['/usr/share/icu', '/usr/share/liblangtag', '/usr/share/libreoffice', '/usr/share/locale', '/usr/share/mime'],
  ...[
    '/usr/share/mythes',
    '/usr/share/poppler',
    '/usr/share/texmf/fonts',
    '/usr/share/zoneinfo',
    '/var/cache/fontconfig',
  ],
  ...['/var/lib/libreoffice'],
];
/** Folders at the root that are links into `/usr` on most systems. */
const ROOT_FOLDERS: readonly string[] = ['/lib', '/lib32', '/lib64'];
/** Libraries of Debian's systems are in one folder for each kind of processor, without programs. */
const LIBRARIES = '{/usr,}/lib/*-linux-gnu*';

/** The same of macOS. */
const MAC_FILES: readonly string[] = [
  ...['/System', '/usr/lib', '/usr/share', '/Library/Fonts', '/private/etc/localtime', '/private/var/db/timezone'],
];

/** The program behind a command, for confining it; null if its executable file is not found. */
export function installedProgram(command: string): InstalledProgram | null {
  if (process.platform === 'darwin') return onMac(command);
  return process.platform === 'linux' ? onLinux(command) : null;
}

function onLinux(command: string): InstalledProgram | null {
  const real = realpath(command);
  const name = command.slice(command.lastIndexOf('/') + 1);
  const known = EXECUTABLES.find((each) => each.command.test(name));
  if (real === null || known === undefined) return null;
  const file = [...known.beside.map((each) => join(dirname(real), each)), ...known.files].find((each) =>
    existsSync(each),
  );
  // A script needs programs that the view has not.
  if (file === undefined || !isExecutable(file)) return null;
  const own = { office: dirname(dirname(file)), browser: dirname(file), tool: file }[known.kind];
  const links = ROOT_FOLDERS.filter(isLink).map((link) => [link, readlinkSync(link)] as const);
  const libraries = globSync(LIBRARIES).filter((each) => !links.some(([link]) => each.startsWith(`${link}/`)));
  const folders = libraries.length > 0 ? [...libraries, '/lib64'] : ['/usr/lib', '/lib', '/lib64'];
  const readable = [own, ...folders.filter((each) => !isLink(each)), ...LINUX_FILES].filter((each) => existsSync(each));
  return { file, readable: withoutInner(readable), links, versionArgument: known.kind === 'tool' ? '-v' : '--version' };
}

/** Whether a file is a program itself (ELF). */
function isExecutable(file: string): boolean {
  const head = Buffer.alloc(4);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, head);
  } finally {
    closeSync(opened);
  }
  return head.toString('latin1') === '\x7fELF';
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function onMac(command: string): InstalledProgram | null {
  const file = realpath(command);
  const app = /^.*?\.app(?=\/)/u.exec(file ?? '')?.[0];
  if (file === null || app === undefined) return null;
  return { file, readable: [app, ...MAC_FILES], links: [], versionArgument: '--version' };
}

/** Paths without those that are inside another one of them. */
function withoutInner(paths: readonly string[]): string[] {
  return paths.filter((path, at) => paths.indexOf(path) === at && !paths.some((each) => path.startsWith(each + sep)));
}

function realpath(file: string): string | null {
  try {
    return realpathSync(file);
  } catch {
    return null;
  }
}
