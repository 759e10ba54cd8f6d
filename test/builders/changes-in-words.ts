/** Changes as short sentences, for tests that state them one by one. */
import type { Change } from '../../shared/change/change.ts';

/**
 * The changes in order: `old → new`, `inserted: …`, `deleted: …`, `moved: …`. Both ends of a move are one sentence. Cells
 * and lines are set apart by a slash.
 */
export function inWords(changes: readonly Change[]): string[] {
  const moves = new Set<string>();
  return changes.flatMap((change) => {
    const move = change.type === 'block_insert' || change.type === 'block_delete' ? moveOf(change) : undefined;
    if (move === undefined) return [sentenceOf(change)];
    if (moves.has(move)) return [];
    moves.add(move);
    return [`moved: ${textsOf(change).find((text) => text !== '') ?? ''}`];
  });
}

function moveOf(change: Change): string | undefined {
  const source = 'sourceLocation' in change ? change.sourceLocation.moveId : undefined;
  return source ?? ('revisedLocation' in change ? change.revisedLocation.moveId : undefined);
}

function textsOf(change: Change): [before: string, after: string] {
  const inOne = (text: string): string => text.replaceAll('\n', ' / ');
  return ['before' in change ? inOne(change.before.text) : '', 'after' in change ? inOne(change.after.text) : ''];
}

function sentenceOf(change: Change): string {
  const [before, after] = textsOf(change);
  switch (change.type) {
    case 'insert':
    case 'block_insert':
      return `inserted: ${after}`;
    case 'delete':
    case 'block_delete':
      return `deleted: ${before}`;
    case 'replace':
      return `${before} → ${after}`;
    case 'format':
      return `format: ${after}`;
    case 'link':
      return `link: ${'before' in change ? (change.before.href ?? 'none') : ''} → ${'after' in change ? (change.after.href ?? 'none') : ''}`;
  }
}
