import { isAbsolute, resolve } from 'node:path';
import { FILES_AT_ONCE_MOST } from '../../../shared/messages/desktop-channels.ts';
import { extensionOf } from '../../../shared/formats.ts';
import { DOCUMENT_ENDINGS } from './document-types.ts';

/**
 * The documents with which the application was started, as absolute paths in order. They come from "Open with", a drop
 * on the icon, or a command line. `args` excludes the program. Options and Chromium's own arguments are ignored.
 */
export function filesInArguments(args: readonly string[], workingDirectory: string): readonly string[] {
  const files = args
    .filter((argument) => !argument.startsWith('-') && DOCUMENT_ENDINGS.includes(extensionOf(argument)))
    .map((argument) => (isAbsolute(argument) ? argument : resolve(workingDirectory, argument)));
  return files.slice(0, FILES_AT_ONCE_MOST);
}
