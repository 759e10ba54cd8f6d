import { isAbsolute, resolve } from 'node:path';
import { FILES_AT_ONCE_MOST } from '../../../shared/messages/desktop-channels.ts';
import { DOCUMENT_ENDINGS, endingOf } from './document-types.ts';

/**
 * The documents that a start of the application was given, as absolute paths, in their order: "Open with", a drop on the
 * icon, or a command line. `args` without the program itself; options and what Chromium adds are passed over.
 */
export function filesInArguments(args: readonly string[], workingDirectory: string): readonly string[] {
  const files = args
    .filter((argument) => !argument.startsWith('-') && DOCUMENT_ENDINGS.includes(endingOf(argument)))
    .map((argument) => (isAbsolute(argument) ? argument : resolve(workingDirectory, argument)));
  return files.slice(0, FILES_AT_ONCE_MOST);
}
