import type { Issue } from '../../../shared/errors.ts';
import { characterFaults } from '../../pipeline/text-position.ts';

/** Characters that no text has: NUL, and half of a surrogate pair. The first of each is reported with its place. */
export function textIssues(path: string, text: string): Issue[] {
  return characterFaults(text).map((message) => ({ in: 'body', path, message }));
}
