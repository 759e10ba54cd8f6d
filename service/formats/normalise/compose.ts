import type { Run } from '../../../shared/document/model.ts';

/** Below U+0300 nothing composes or reorders: such text is in NFC as it stands. */
const MAY_CHANGE = /[^\u0000-\u02ff]/;

/**
 * A character that can compose with, or be reordered before, the one in front of it: combining marks, and the vowels
 * and finals of conjoining Hangul. Two texts in NFC stay in NFC when joined in front of any other character.
 */
const JOINS_BACKWARD = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7ff\u{16d63}\u{16d67}-\u{16d6a}]+/u;

/** Unicode Normalization Form C of a text. */
export function composeText(text: string): string {
  return MAY_CHANGE.test(text) ? text.normalize('NFC') : text;
}

/**
 * Runs whose text, joined, is in NFC. A combining character at the start of a run goes to the text run before it, so
 * that `e<b>◌́</b>` and `<b>é</b>` have one text. Runs that become empty are dropped; images stay where they stand.
 */
export function composeRuns(runs: readonly Run[]): Run[] {
  const composed: Run[] = [];
  let previousText = -1;
  for (const run of runs) {
    if (run.image) {
      composed.push(run);
      continue;
    }
    let text = run.text;
    const first = text.charCodeAt(0);
    const previous = composed[previousText];
    if (first >= 0x300 && previous) {
      const joining = JOINS_BACKWARD.exec(text);
      if (joining) {
        composed[previousText] = { ...previous, text: previous.text + joining[0] };
        text = text.slice(joining[0].length);
        if (text === '') continue;
      }
    }
    previousText = composed.length;
    composed.push(text === run.text ? run : { ...run, text });
  }
  return composed.map((run) => {
    const text = composeText(run.text);
    return text === run.text ? run : { ...run, text };
  });
}
