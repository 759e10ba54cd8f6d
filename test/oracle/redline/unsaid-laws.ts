import type { InvariantFinding } from '../../../service/pipeline/verify-result.ts';

/** Warnings that tell a user why a law may not hold. */
const UNTRACKED = ['laws_not_kept', 'not_trackable', 'styles_differ', 'defaults_differ', 'settings_differ'];
const SAID: Readonly<Record<InvariantFinding['law'], readonly string[]>> = {
  // An equation outside of a paragraph has text, and no revision can show it. The warning names it. The number that a
  // style gives to a heading is text too.
  text: ['laws_not_kept', 'not_trackable', 'styles_differ'],
  // The file has one definition of each style, and the other document may have another: of direction, or of a number.
  structure: UNTRACKED,
  formatting: ['laws_not_kept', 'not_trackable'],
  headers: ['laws_not_kept', 'not_trackable'],
};

/** The laws that a redline breaks, and of which its warnings say nothing. */
export function unsaidLaws(
  findings: readonly InvariantFinding[],
  warnings: readonly { readonly code: string }[],
): InvariantFinding[] {
  const said = new Set(warnings.map(({ code }) => code));
  return findings.filter(({ law, holds }) => !holds && !SAID[law].some((code) => said.has(code)));
}
