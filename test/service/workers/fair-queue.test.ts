import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../../service/workers/fair-queue.ts';

function queueOf(...items: readonly (readonly [owner: string, item: string])[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [owner, item] of items) queue.push(owner, item);
  return queue;
}

function all(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
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
    expect(queue.take()).toBe('a0');
    queue.push('b', 'b0');
    expect([queue.take(), queue.take()]).toEqual(['a1', 'b0']);
  });

  it('removes what has left', () => {
    const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['b', 'b1']);
    expect(queue.remove('a', 'a1')).toBe(true);
    expect(queue.remove('b', 'b1')).toBe(true);
    expect(queue.remove('b', 'b1')).toBe(false);
    expect(all(queue)).toEqual(['a2']);
  });
});
