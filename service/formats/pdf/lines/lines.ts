import { joinDropCaps, isDropCap } from './drop-caps.ts';
import { breaksAnywhere } from './line-breaks.ts';
import type { Line, LineWord } from './line.ts';
import { textOfWord, type Word } from './words.ts';
import { append, maxOf, minOf } from '../../../../shared/iterables.ts';

/** Words of similar size belong to one line if their baselines differ by less than this (em). */
const SAME_BASELINE = 0.25;
/** Baselines within this distance (em) are the same, even if words overlap. */
const EXACT_BASELINE = 0.03;
/** Words of one line overlap by less than this (em). */
const OVERLAP = 0.4;
/** The baseline of a super- or subscript is off by less than this (em). */
const SCRIPT_SHIFT = 0.65;
/** A super- or subscript is smaller than this part of the line's size. */
const SCRIPT_SIZE = 0.85;
/** A super- or subscript is within this distance (em) of a word of the line. */
const SCRIPT_GAP = 0.6;

/** A gap of this width (em) is a space. TeX's narrowest word space is 0.22; kerns are below 0.1. */
const SPACE_GAP = 0.16;
/** Higher limit (em) for lines with painted spaces: their producers may space letters out. */
const SPACE_GAP_WITH_SPACES = 0.3;
/**
 * A painted space counts if it leaves a gap of at least this width (em). A narrower one was undone by the next move.
 */
const PAINTED_SPACE_GAP = 0.04;
/** Two equal words within this distance (em) are one word struck twice to look bold. */
const DOUBLE_STRIKE = 0.2;

/**
 * Groups the words of one column into lines, from top to bottom.
 *
 * @param around further words of the page that show whether spaces are painted; one line may have too few
 */
export function buildLines(words: readonly Word[], around: readonly Word[] = words): Line[] {
  const paintsSpaces = arePainted(around);
  const clusters: Cluster[] = [];
  const bySize = [...words].sort((a, b) => b.size - a.size || a.y - b.y || a.x0 - b.x0);
  const index = new ClusterIndex();
  for (const word of bySize) {
    if (word.isSpace) continue;
    const cluster = index.find(word);
    if (cluster) cluster.words.push(word);
    else index.add({ y: word.y, size: word.size, words: [word] });
  }
  for (const word of bySize) if (word.isSpace) index.find(word)?.words.push(word);
  append(clusters, index.all);
  return joinDropCaps(
    clusters.map((cluster) => lineOf(cluster, paintsSpaces)).sort((a, b) => a.y - b.y || a.x0 - b.x0),
    words,
  );
}

interface Cluster {
  readonly y: number;
  readonly size: number;
  readonly words: Word[];
}

/** Clusters in buckets of baselines as high as a small line. This keeps crowded pages fast. */
class ClusterIndex {
  readonly all: Cluster[] = [];
  readonly #buckets = new Map<number, Cluster[]>();

  add(cluster: Cluster): void {
    this.all.push(cluster);
    const key = Math.floor(cluster.y / BUCKET);
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.push(cluster);
    else this.#buckets.set(key, [cluster]);
  }

  /** The nearest line that the word belongs to. */
  find(word: Word): Cluster | null {
    let best: Cluster | null = null;
    let bestDistance = Infinity;
    const reach = Math.min(Math.ceil((MAX_SIZE * SCRIPT_SHIFT) / BUCKET), 12);
    const key = Math.floor(word.y / BUCKET);
    for (let bucket = key - reach; bucket <= key + reach; bucket++) {
      for (const cluster of this.#buckets.get(bucket) ?? []) {
        const distance = Math.abs(cluster.y - word.y);
        if (distance < bestDistance && belongs(word, cluster)) {
          best = cluster;
          bestDistance = distance;
        }
      }
    }
    return best;
  }
}

const BUCKET = 6;
/** Largest size (pt) whose super- and subscripts are searched at full reach. Posters have larger type. */
const MAX_SIZE = 72;

function belongs(word: Word, cluster: Cluster): boolean {
  if (cluster.words.length === 1 && isDropCap(cluster.words[0]!, word.size)) return false;
  const shift = Math.abs(cluster.y - word.y);
  if (shift <= SAME_BASELINE * Math.min(word.size, cluster.size)) {
    return shift <= EXACT_BASELINE * word.size || word.isSpace || !overlaps(word, cluster);
  }
  if (word.size > SCRIPT_SIZE * cluster.size || shift > SCRIPT_SHIFT * cluster.size) return false;
  const gap = SCRIPT_GAP * cluster.size;
  return cluster.words.some((other) => word.x0 <= other.x1 + gap && word.x1 >= other.x0 - gap);
}

/** Whether the word is painted over words of the line. Then it belongs to another line at almost the same height. */
function overlaps(word: Word, cluster: Cluster): boolean {
  const limit = Math.min(OVERLAP * word.size, (word.x1 - word.x0) / 2);
  return cluster.words.some(
    (other) => !other.isSpace && Math.min(other.x1, word.x1) - Math.max(other.x0, word.x0) > limit,
  );
}

/** Whether spaces are painted here: at least one for each few words. */
function arePainted(words: readonly Word[]): boolean {
  const spaces = words.filter((word) => word.isSpace).length;
  return spaces > 0 && spaces * WORDS_PER_SPACE >= words.length - spaces;
}

const WORDS_PER_SPACE = 8;

function lineOf(cluster: Cluster, paintsOthers: boolean): Line {
  const words = [...cluster.words].sort((a, b) => a.x0 - b.x0 || a.x1 - b.x1);
  const inked = dropDoubleStrikes(words.filter((word) => !word.isSpace));
  const spaces = words.filter((word) => word.isSpace);
  const tracking = trackingOf(inked);
  // A single spaced-out word contains no space, so other words have to show whether spaces are painted.
  const paintsSpaces = spaces.length > 0 ? arePainted(words) : paintsOthers && inked.every(isLetter);
  const gapLimit = tracking + (paintsSpaces ? SPACE_GAP_WITH_SPACES : SPACE_GAP);
  const placed: LineWord[] = [];
  let reach = -Infinity;
  let nextSpace = 0;
  for (const word of inked) {
    const previous = placed.at(-1);
    let spaceBefore = false;
    let paintedSpaces = 0;
    if (previous) {
      const gap = word.x0 - reach;
      const size = Math.min(previous.size, word.size);
      while (nextSpace < spaces.length && middle(spaces[nextSpace]!) < reach - PAINTED_SPACE_GAP * size) nextSpace++;
      while (nextSpace < spaces.length && middle(spaces[nextSpace]!) <= word.x0 + PAINTED_SPACE_GAP * size) {
        paintedSpaces++;
        nextSpace++;
      }
      const least = isBetweenScripts(previous, word) ? Math.max(gapLimit, SCRIPT_GAP_MAX) : gapLimit;
      spaceBefore = gap > least * size || (paintedSpaces > 0 && gap > PAINTED_SPACE_GAP * size);
    }
    placed.push({ ...word, spaceBefore, paintedSpaces });
    reach = Math.max(reach, word.x1);
  }
  const size = mainSize(placed);
  return {
    words: placed,
    x0: placed[0]!.x0,
    x1: reach,
    y: cluster.y,
    size,
    top: minOf(placed.map((word) => word.top)),
    bottom: maxOf(placed.map((word) => word.bottom)),
  };
}

/** Largest gap (em) that programs set between ideographs or kana and Latin letters or digits. It is no typed space. */
const SCRIPT_GAP_MAX = 0.4;

/** Whether only one of two words is of a script without spaces. */
function isBetweenScripts(before: Word, after: Word): boolean {
  return breaksAnywhere(before.glyphs.at(-1)!.text) !== breaksAnywhere(after.glyphs[0]!.text);
}

function isLetter(word: Word): boolean {
  return word.glyphs.length === 1 && /^\p{L}/u.test(word.glyphs[0]!.text);
}

/** A spaced-out line has at least this many single letters, and they make up this part of its words. */
const SPACED_LETTERS = 5;
const SPACED_SHARE = 0.8;
/** Largest letter spacing (em). */
const MAX_TRACKING = 0.6;

/** The letter spacing (em) of a spaced-out line; 0 for other lines. */
function trackingOf(words: readonly Word[]): number {
  const single = words.filter((word) => word.glyphs.length === 1 && !breaksAnywhere(word.glyphs[0]!.text));
  if (single.length < Math.max(SPACED_LETTERS, SPACED_SHARE * words.length)) return 0;
  const gaps = words.slice(1).map((word, index) => (word.x0 - words[index]!.x1) / word.size);
  const usual = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]!;
  return usual > 0 && usual < MAX_TRACKING ? usual : 0;
}

function middle(space: Word): number {
  return (space.x0 + space.x1) / 2;
}

function dropDoubleStrikes(words: readonly Word[]): Word[] {
  const kept: Word[] = [];
  for (const word of words) {
    const limit = DOUBLE_STRIKE * word.size;
    const duplicate = kept.some(
      (other, index) =>
        index >= kept.length - 2 &&
        Math.abs(other.x0 - word.x0) <= limit &&
        Math.abs(other.x1 - word.x1) <= limit &&
        textOfWord(other) === textOfWord(word),
    );
    if (!duplicate) kept.push(word);
  }
  return kept;
}

function mainSize(words: readonly Word[]): number {
  const counts = new Map<number, number>();
  for (const word of words) {
    const size = Math.round(word.size * 10) / 10;
    counts.set(size, (counts.get(size) ?? 0) + word.glyphs.length);
  }
  let best = 0;
  let bestCount = -1;
  for (const [size, count] of counts) {
    if (count > bestCount || (count === bestCount && size > best)) {
      best = size;
      bestCount = count;
    }
  }
  return best;
}
