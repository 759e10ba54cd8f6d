import type { Issue } from '../../../shared/errors.ts';
import { characterFaults } from '../../pipeline/inputs/text-position.ts';

/** Reports the first NUL and the first unpaired surrogate of a text with their places. No text contains these. */
export function textIssues(path: string, text: string): Issue[] {
  return characterFaults(text).map((message) => ({ in: 'body', path, message }));
}
