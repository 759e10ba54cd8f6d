import { formatPatch, structuredPatch } from 'diff';
import type { StructuredPatch } from 'diff';

/**
 * Edited lines up to which the shortest patch is looked for. The time of the search grows with the square of this
 * number. Texts further apart share too little for a readable patch.
 */
const MAX_EDITED_LINES = 5_000;

/**
 * Unified patch from the original text to the revised one, as they are in their files. Texts that differ in more than
 * 5,000 lines give a patch that replaces everything between their common beginning and end. Such a patch applies all
 * the same.
 */
export function writePatch(originalName: string, revisedName: string, original: string, revised: string): string {
  const shortest = structuredPatch(originalName, revisedName, original, revised, undefined, undefined, {
    context: 3,
    maxEditLength: MAX_EDITED_LINES,
  });
  return formatPatch(shortest ?? replaceMiddle(originalName, revisedName, original, revised));
}

function replaceMiddle(originalName: string, revisedName: string, original: string, revised: string): StructuredPatch {
  const before = linesOf(original);
  const after = linesOf(revised);
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  return {
    oldFileName: originalName,
    newFileName: revisedName,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [
      {
        oldStart: head + 1,
        oldLines: removed.length,
        newStart: head + 1,
        newLines: added.length,
        lines: [...removed.flatMap((line) => patchLine('-', line)), ...added.flatMap((line) => patchLine('+', line))],
      },
    ],
  };
}

/** Lines with their line feed, so that a last line without one differs from one with it. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}

function patchLine(sign: '-' | '+', line: string): string[] {
  return line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'];
}
