/** Checks that comparing B with A reports the changes of A with B, with insertions and deletions exchanged. */
import type { Change } from '../../shared/change/change.ts';

const MIRRORED: Readonly<Record<Change['type'], Change['type']>> = {
  insert: 'delete',
  delete: 'insert',
  replace: 'replace',
  format: 'format',
  link: 'link',
  block_insert: 'block_delete',
  block_delete: 'block_insert',
};

/**
 * Null when every change has a mirrored counterpart, else a description of the first change without one. The order does
 * not count, because a deletion comes before an insertion in both directions.
 */
export function findUnmirrored(there: readonly Change[], back: readonly Change[]): string | null {
  const waiting = new Map<string, number>();
  for (const change of there) {
    const key = keyOf(change.type, change);
    waiting.set(key, (waiting.get(key) ?? 0) + 1);
  }
  for (const change of back) {
    const key = keyOf(MIRRORED[change.type], { before: partOf(change, 'after'), after: partOf(change, 'before') });
    const count = waiting.get(key) ?? 0;
    if (count === 0) return `only from revised to original, mirrored: ${key}`;
    if (count === 1) waiting.delete(key);
    else waiting.set(key, count - 1);
  }
  for (const key of waiting.keys()) return `only from original to revised: ${key}`;
  return null;
}

function keyOf(type: Change['type'], change: object): string {
  return JSON.stringify([type, partOf(change, 'before'), partOf(change, 'after')]);
}

// Text, format and destination; the HTML of a fragment names the change's id.
function partOf(change: object, side: 'before' | 'after'): object | null {
  const part = (change as Readonly<Record<string, unknown>>)[side];
  if (typeof part !== 'object' || part === null) return null;
  const { text = null, format = null, href = null } = part as Readonly<Record<string, unknown>>;
  return { text, format, href };
}
