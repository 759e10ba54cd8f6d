import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILES_GIVEN_MOST } from '../../../shared/messages/desktop-channels.ts';

/** A scheme has at least two letters, so that `C:\a.docx` is a path. */
const ADDRESS = /^[a-z][a-z0-9+.-]+:/i;

/**
 * The files with which the application was started, as absolute paths in order. They come from "Open with", a drop on
 * the icon, or a command line. `args` excludes the program. Linux desktops pass a file as a `file:` address. Options
 * and other addresses are ignored. A file of another type is kept, so that the reader learns why it cannot be compared.
 */
export function filesInArguments(args: readonly string[], workingDirectory: string): readonly string[] {
  const files = args.flatMap((argument) => {
    if (argument === '' || argument.startsWith('-')) return [];
    if (!ADDRESS.test(argument)) {
      return [isAbsolute(argument) ? argument : resolve(workingDirectory, argument)];
    }
    const path = pathOf(argument);
    return path === null ? [] : [path];
  });
  return files.slice(0, FILES_GIVEN_MOST);
}

function pathOf(address: string): string | null {
  try {
    return address.startsWith('file:') ? fileURLToPath(address) : null;
  } catch {
    // The address names another computer, or its percent encoding is wrong.
    return null;
  }
}
