/** How much two texts have in common, estimated from small sketches of their words. */

/** Number of hashes in a sketch. The estimate is right within about 6 in 100. */
const SKETCH_SIZE = 256;
/** Words that are hashed together. Three words in a row are rarely in two unrelated texts. */
const SHINGLE_WORDS = 3;

/** The smallest hashes of all shingles of a text, ascending, each once. */
export type Sketch = readonly number[];

/** The sketch of a text (Broder, "On the resemblance and containment of documents", 1997). */
export function sketchOf(text: string): Sketch {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const hashes = new Set<number>();
  const last = Math.max(words.length - SHINGLE_WORDS, 0);
  for (let at = 0; at <= last && words.length > 0; at += 1)
    hashes.add(hashOf(words.slice(at, at + SHINGLE_WORDS).join(' ')));
  return [...hashes].sort((a, b) => a - b).slice(0, SKETCH_SIZE);
}

/** The share of shingles that two texts have in common, from 0 to 1. Two empty sketches have nothing in common. */
export function resemblance(a: Sketch, b: Sketch): number {
  let [i, j, both, seen] = [0, 0, 0, 0];
  while (seen < SKETCH_SIZE && (i < a.length || j < b.length)) {
    const [x, y] = [a[i] ?? Infinity, b[j] ?? Infinity];
    if (x === y) both += 1;
    if (x <= y) i += 1;
    if (y <= x) j += 1;
    seen += 1;
  }
  return seen === 0 ? 0 : both / seen;
}

/** FNV-1a with 32 bits, over UTF-16 units, and mixed so that its smallest values are spread evenly. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
