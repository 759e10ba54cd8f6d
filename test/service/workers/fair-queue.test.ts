import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../service/workers/fair-queue.ts';

function queueOf(...items: readonly (readonly [owner: string, item: string])[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [owner, item] of items) queue.push(owner, item);
  return queue;
}

/** Takes the item whose turn it is, with the running tasks of each owner. */
function taken(queue: FairQueue<string>, running: Readonly<Record<string, number>> = {}): string | undefined {
  const owner = queue.next((each) => running[each] ?? 0);
  return owner === undefined ? undefined : queue.take(owner);
}

function all(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = taken(queue); item !== undefined; item = taken(queue)) items.push(item);
  return items;
}

describe('a queue of several owners', () => {
  it('lets owners take turns, and keeps the order of each', () => {
    const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['a', 'a3'], ['b', 'b1'], ['c', 'c1'], ['b', 'b2']);
    expect(queue.length).toBe(6);
    expect(all(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.length).toBe(0);
  });

  it('serves a late owner after one item of each earlier one', () => {
    const many = Array.from({ length: 100 }, (_, at) => ['a', `a${at}`] as const);
    const queue = queueOf(...many);
    expect(taken(queue)).toBe('a0');
    queue.push('b', 'b0');
    expect([taken(queue), taken(queue)]).toEqual(['a1', 'b0']);
  });

  it('serves whoever has the least running first, and lets the others take turns', () => {
    const queue = queueOf(['a', 'a1'], ['b', 'b1'], ['c', 'c1'], ['a', 'a2']);
    const running = { a: 2, b: 1, c: 1 };
    expect([1, 2, 3, 4, 5].map(() => taken(queue, running))).toEqual(['b1', 'c1', 'a1', 'a2', undefined]);
  });

  it('removes what has left', () => {
    const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['b', 'b1']);
    expect(queue.remove('a', 'a1')).toBe(true);
    expect(queue.remove('b', 'b1')).toBe(true);
    expect(queue.remove('b', 'b1')).toBe(false);
    expect(all(queue)).toEqual(['a2']);
  });
});
