import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { runsOf } from '../../seed/seed.ts';

function compare(original: unknown, revised: unknown) {
  return compareText({
    original: JSON.stringify(original),
    revised: JSON.stringify(revised),
    format: 'json',
    mode: 'auto',
  });
}

/** Type, pointers and texts of every change. */
function changesOf(original: unknown, revised: unknown) {
  return compare(original, revised)
    .page(0, 500)
    .changes.map((change) => ({
      type: change.type,
      from: 'sourceLocation' in change ? change.sourceLocation.jsonPointer : undefined,
      to: 'revisedLocation' in change ? change.revisedLocation.jsonPointer : undefined,
    }));
}

const plans = ['Basic', 'Creator', 'Creator Pro', 'Team'].map((name, at) => ({
  id: at + 1,
  name,
  units: 500,
  fee: 10,
}));

describe('arrays of objects', () => {
  it('are aligned by the key that identifies their items', () => {
    const revised = plans.slice(1).map((plan) => (plan.id === 3 ? { ...plan, fee: 25 } : plan));
    const changes = changesOf(plans, revised);
    expect(changes.at(-1)).toEqual({ type: 'replace', from: '/2/fee', to: '/1/fee' });
    expect(changes.slice(0, -1).every(({ type, from }) => type === 'block_delete' && from?.startsWith('/0'))).toBe(
      true,
    );
  });

  it('are aligned where every item has changed', () => {
    const revised = plans.map((plan) => ({ ...plan, units: plan.units * 3, fee: plan.fee + plan.id }));
    expect(changesOf(plans, revised)).toEqual(
      plans.flatMap((_, at) =>
        ['fee', 'units'].map((name) => ({ type: 'replace', from: `/${at}/${name}`, to: `/${at}/${name}` })),
      ),
    );
  });

  it('never mix items with different keys', () => {
    const changes = changesOf([plans[0], plans[1]], [{ ...plans[0], id: 9 }, plans[1]]);
    expect(new Set(changes.map(({ type }) => type))).toEqual(new Set(['block_delete', 'block_insert']));
  });

  it('name the ends of an item that was moved', () => {
    const changes = compare(plans, [...plans.slice(1), plans[0]]).page(0, 500).changes;
    const moves = changes.flatMap((change) => ('sourceLocation' in change ? [change.sourceLocation.moveId] : []));
    expect(moves.filter((id) => id !== undefined).length).toBeGreaterThan(0);
  });
});

describe('arrays without a key', () => {
  it('are aligned item by item, with the brackets of each', () => {
    const rows = [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ];
    const changes = changesOf({ rows }, { rows: [rows[0], [4, 0, 6], rows[2], [10, 11, 12]] });
    expect(changes[0]).toEqual({ type: 'replace', from: '/rows/1/1', to: '/rows/1/1' });
    // The comma behind the item before it, and the inserted array as one change.
    expect(changes.slice(1)).toEqual([
      { type: 'insert', from: undefined, to: '/rows/2' },
      { type: 'block_insert', from: undefined, to: '/rows/3' },
    ]);
  });

  it('are aligned by what is in the members of their items', () => {
    const post = (id: number, title: string) => ({ type: 'post', attributes: { id, title } });
    const [first, second] = [post(10, 'Hello'), post(11, 'World')];
    const changes = changesOf(
      [first, second],
      [post(12, 'New'), { ...first, attributes: { id: 10, title: 'Hi' } }, second],
    );
    expect(changes.at(-1)).toEqual({ type: 'replace', from: '/0/attributes/title', to: '/1/attributes/title' });
    expect(changes.slice(0, -1).every(({ type, to }) => type === 'block_insert' && to?.startsWith('/0'))).toBe(true);
  });

  it('are aligned in their order where no item is the same', () => {
    const steps = ['checkout', 'install', 'test'].map((run) => ({ run, on: 'linux' }));
    const revised = steps.map(({ run }) => ({ run: `npm ${run}`, on: 'mac' }));
    expect(changesOf(steps, revised).map(({ from, to }) => [from, to])).toEqual(
      [0, 1, 2].flatMap((at) => ['on', 'run'].map((name) => [`/${at}/${name}`, `/${at}/${name}`])),
    );
  });
});

it('keeps the law whatever the values are', () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  const keyed = fc.array(fc.record({ id: fc.nat(6), name: fc.string({ maxLength: 3 }), more: value }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.oneof(value, keyed), fc.oneof(value, keyed), (x, y) => {
      const { html } = compare(x, y);
      expect(resolve(html, { reject: 'all' })).toBe(compare(x, x).html);
      expect(resolve(html, { accept: 'all' })).toBe(compare(y, y).html);
    }),
    { numRuns: runsOf(300) },
  );
});
