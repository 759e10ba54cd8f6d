import { readFileSync } from 'node:fs';
import { addedRules } from '../../../shared/signals/added-rules.ts';
import type { Rule } from '../../../shared/signals/rule.ts';
import { CommandError } from '../command-error.ts';

/** The rules in a file that a person wrote. Throws a CommandError that names the file, what is wrong, and where. */
export function readRules(path: string | undefined): readonly Rule[] {
  if (path === undefined) return [];
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (fault) {
    throw new CommandError(
      `the rules in ${path} cannot be read: ${fault instanceof Error ? fault.message : 'unknown'}`,
    );
  }
  try {
    return addedRules(JSON.parse(text));
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : 'unknown';
    throw new CommandError(`the rules in ${path} cannot be followed: ${reason}; docs/signals.md shows their form`);
  }
}
