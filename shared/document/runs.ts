import type { Run } from './model.ts';

/** Whether two runs differ in their text only. Always false for runs with an image. */
function alike(a: Run, b: Run): boolean {
  return (
    !a.image &&
    !b.image &&
    a.marks === b.marks &&
    a.href === b.href &&
    a.look === b.look &&
    (a.edit === b.edit ||
      (a.edit?.side === b.edit?.side && a.edit?.changeId === b.edit?.changeId && a.edit?.moveId === b.edit?.moveId)) &&
    (a.format === b.format ||
      (a.format?.changeId === b.format?.changeId &&
        a.format?.originalMarks === b.format?.originalMarks &&
        a.format?.originalLook === b.format?.originalLook)) &&
    (a.link === b.link || (a.link?.changeId === b.link?.changeId && a.link?.originalHref === b.link?.originalHref))
  );
}

/** Whether runs are in the normal form that `joinRuns` returns. */
export function areJoined(runs: readonly Run[]): boolean {
  return runs.every(
    (run, at) => (run.text !== '' || run.image !== undefined) && !(at > 0 && alike(runs[at - 1]!, run)),
  );
}

type Growing = { -readonly [Key in keyof Run]: Run[Key] };

/** Normal form of runs: none is empty, and neighbours differ in more than their text. */
export function joinRuns(runs: Iterable<Run>): Run[] {
  const joined: Run[] = [];
  /** The last run, once it is a copy that may grow. */
  let growing: Growing | undefined;
  for (const run of runs) {
    if (run.text === '' && !run.image) continue;
    const last = joined.at(-1);
    if (last === undefined || !alike(last, run)) {
      joined.push(run);
      growing = undefined;
      continue;
    }
    if (growing === undefined) joined[joined.length - 1] = growing = { ...last };
    growing.text += run.text;
  }
  return joined;
}
