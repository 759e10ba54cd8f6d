/** Words of the scripts that are written without spaces between them: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */

/** Letters of these scripts, for use in a character class. */
export const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;
/** A run of such letters with their marks. */
export const UNSPACED_RUN = String.raw`[${UNSPACED}][${UNSPACED}\p{M}]*`;
/** Matches a token of a script without spaces. */
export const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v');

const RUN = new RegExp(UNSPACED_RUN, 'gv');
// One segmenter for every language: the dictionaries of the unspaced scripts do not depend on the locale.
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });
/**
 * UTF-16 units. The segmenter's cost grows faster than its input. Longer runs are cut, which affects at most one word
 * each.
 */
const SEGMENTER_MAX_UNITS = 2_000;
/** Number of remembered runs. Beyond it all are forgotten, so that they stay small beside the texts. */
const REMEMBERED_MAX = 32_768;
/** Separates runs: no word continues after the end of a line. */
const LINE_FEED = '\n';

/**
 * Finds the words of runs. A segmenter call costs more than the words of a short run. Following runs of a text are
 * therefore segmented together, each as if it were alone. The results are remembered for the other document.
 */
export class UnspacedWords {
  /** Ends of the words of each known run, in UTF-16 units from its beginning. */
  readonly #ends = new Map<string, readonly number[]>();

  /** The ends of the words of `text.slice(start, end)`, a run, in UTF-16 units from its beginning. */
  endsIn(text: string, start: number, end: number): readonly number[] {
    if (end - start > SEGMENTER_MAX_UNITS) return endsOfLong(text.slice(start, end));
    const run = text.slice(start, end);
    const known = this.#ends.get(run);
    if (known !== undefined) return known;
    if (this.#ends.size > REMEMBERED_MAX) this.#ends.clear();
    this.#segment(this.#runsAhead(text, run, start));
    return this.#ends.get(run)!;
  }

  /** The run, and later unknown runs: as many as one segmenter call takes. */
  #runsAhead(text: string, run: string, start: number): string[] {
    const runs = new Set([run]);
    const [from, to] = [start + run.length, start + SEGMENTER_MAX_UNITS];
    RUN.lastIndex = from;
    for (let found = RUN.exec(text); found !== null && RUN.lastIndex <= to; found = RUN.exec(text)) {
      if (!this.#ends.has(found[0])) runs.add(found[0]);
    }
    return [...runs];
  }

  #segment(runs: readonly string[]): void {
    let at = 0;
    let from = 0;
    let ends: number[] = [];
    for (const { index, segment } of SEGMENTER.segment(runs.join(LINE_FEED))) {
      if (segment !== LINE_FEED) {
        ends.push(index + segment.length - from);
        continue;
      }
      this.#ends.set(runs[at]!, ends);
      at += 1;
      from = index + 1;
      ends = [];
    }
    this.#ends.set(runs[at]!, ends);
  }
}

function endsOfLong(run: string): number[] {
  const ends: number[] = [];
  for (let at = 0; at < run.length;) {
    let end = Math.min(run.length, at + SEGMENTER_MAX_UNITS);
    // Never cut a surrogate pair.
    if (end < run.length && (run.charCodeAt(end) & 0xfc00) === 0xdc00) end -= 1;
    for (const { index, segment } of SEGMENTER.segment(run.slice(at, end))) ends.push(at + index + segment.length);
    at = end;
  }
  return ends;
}
