/** Tables: inserted, deleted, moved and merged rows, columns and cells. */
import { describe, expect, it } from 'vitest';
import { changesOf, compare, moveIdsOf, plans, table, typesOf } from '../changes-of.ts';
import { costlyTest } from '../../../seed/costly-test.ts';

describe('tables', () => {
  it('report a column, wherever it is inserted', () => {
    for (const at of [0, 1, 2, 3]) {
      const wider = plans.map((row, index) => row.toSpliced(at, 0, `new ${index}`));
      expect(typesOf(table(plans), table(wider))).toEqual(['block_insert']);
      expect(typesOf(table(wider), table(plans))).toEqual(['block_delete']);
    }
  });

  costlyTest('report a column as one change up to the limits, and beyond them a text in each row', () => {
    for (const [count, changes] of [
      [100, ['block_insert']],
      [2_000, Array.from({ length: 2_000 }, () => 'insert')],
    ] as const) {
      const rows = Array.from({ length: count }, (_, row) =>
        Array.from({ length: 10 }, (__, cell) => `r${row} c${cell}`),
      );
      const wider = rows.map((row, index) => row.toSpliced(4, 0, `x${index}`));
      expect(typesOf(table(rows), table(wider))).toEqual(changes);
    }
  });

  it('report an inserted, a deleted and a moved row', () => {
    expect(typesOf(table(plans), table(plans.toSpliced(2, 0, ['Team', '50 euro net', '9000'])))).toEqual([
      'block_insert',
    ]);
    expect(typesOf(table(plans), table(plans.toSpliced(1, 1)))).toEqual(['block_delete']);
    const moved = changesOf(compare(table(plans), table([...plans.toSpliced(1, 1), plans[1]!])));
    expect(moveIdsOf(moved)).toEqual(['mov_0001', 'mov_0001']);
  });

  it('report a column that was moved', () => {
    const moved = plans.map(([name, price, limit]) => [price!, limit!, name!]);
    const changes = changesOf(compare(table(plans), table(moved)));
    expect(changes.map(({ type }) => type).sort()).toEqual(['block_delete', 'block_insert']);
    expect(moveIdsOf(changes)).toEqual(['mov_0001', 'mov_0001']);
  });

  it('locate a changed cell', () => {
    const other = plans.map((row, index) => (index === 2 ? row.toSpliced(1, 1, '25 euro net') : row));
    const [change] = changesOf(compare(table(plans), table(other)));
    expect(change).toMatchObject({
      type: 'replace',
      sourceLocation: { tableCell: { table: 0, row: 2, column: 1 }, charRange: { start: 0, end: 2 } },
      before: { text: '20' },
      after: { text: '25' },
    });
  });
});

describe('tables with merged cells', () => {
  it('count columns with the cells that reach down from rows above', () => {
    const merged = (word: string): string =>
      `<table><tr><td rowspan="2">a</td><td colspan="2">b</td></tr><tr><td>c</td><td>${word}</td></tr></table>`;
    expect(changesOf(compare(merged('old'), merged('new')))).toMatchObject([
      { type: 'replace', revisedLocation: { tableCell: { table: 0, row: 1, column: 2 } } },
    ]);
  });

  it('report an inserted and a deleted column under a heading over all columns', () => {
    const page = (width: number, rows: readonly (readonly string[])[]): string =>
      `<table><tr><th colspan="${width}">Fees of a month</th></tr>${rows
        .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
        .join('')}</table>`;
    const wider = plans.map((row, index) => row.toSpliced(1, 0, `tax ${index}`));
    expect(typesOf(page(3, plans), page(4, wider))).toEqual(['block_insert']);
    expect(typesOf(page(4, wider), page(3, plans))).toEqual(['block_delete']);
  });

  it('report a column beside cells that reach down', () => {
    const page = (tax: boolean): string =>
      `<table>${plans
        .map(([name, price, limit], index) => {
          const first = index % 2 === 0 ? `<td rowspan="2">${name!}</td>` : '';
          return `<tr>${first}<td>${price!}</td>${tax ? `<td>tax ${index}</td>` : ''}<td>${limit!}</td></tr>`;
        })
        .join('')}</table>`;
    expect(typesOf(page(false), page(true))).toEqual(['block_insert']);
    expect(typesOf(page(true), page(false))).toEqual(['block_delete']);
  });

  it('report extra cells at the ends of some rows one by one', () => {
    const page = (more: boolean): string =>
      `<table>${plans
        .map(
          (row, index) =>
            `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}${more && index % 2 === 1 ? '<td>more</td>' : ''}</tr>`,
        )
        .join('')}</table>`;
    expect(typesOf(page(false), page(true))).toEqual(['block_insert', 'block_insert']);
  });

  it('move the rows of a table half after an inserted block, and of two merged tables', () => {
    const more = [...plans, ['Team', '120 euro net', '60000'], ['Company', '300 euro net', '250000']];
    const whole = `<p>Before.</p>${table(more)}<p>After.</p>`;
    for (const cut of [2, 4]) {
      const halves = `<p>Before.</p>${table(more.slice(0, cut))}<p>Prices are checked each year.</p>${table(more.slice(cut))}<p>After.</p>`;
      for (const [original, revised] of [
        [whole, halves],
        [halves, whole],
      ] as const) {
        const changes = changesOf(compare(original, revised));
        expect(changes.map(({ type }) => type).toSorted()).toEqual(
          original === whole
            ? ['block_delete', 'block_insert', 'block_insert']
            : ['block_delete', 'block_delete', 'block_insert'],
        );
        // The rows of the smaller half at both ends, and the paragraph between.
        const moved = changes.filter((_, at) => moveIdsOf(changes)[at] === 'mov_0001');
        expect(moved.map(({ type }) => type).toSorted()).toEqual(['block_delete', 'block_insert']);
        const half = (cut === 2 ? more.slice(0, 2) : more.slice(4)).flat().join('\n');
        for (const change of moved)
          expect('before' in change ? change.before.text : 'after' in change && change.after.text).toBe(half);
      }
    }
  });

  it('move the rows of a split table with a head of its own, in a list and in cells', () => {
    const [head, ...rows] = plans;
    const more = [...rows, ['Team', '120 euro net', '60000'], ['Company', '300 euro net', '250000']];
    for (const place of [
      (html: string) => `<ul><li><p>One</p>${html}</li><li>Two</li></ul>`,
      (html: string) => `<table><tr><td>${html}</td><td>Two</td></tr></table>`,
    ]) {
      const whole = place(table([head!, ...more]));
      const halves = place(`${table([head!, ...more.slice(0, 3)])}<p>A note.</p>${table([head!, ...more.slice(3)])}`);
      for (const [original, revised] of [
        [whole, halves],
        [halves, whole],
      ] as const) {
        const moves = moveIdsOf(changesOf(compare(original, revised)));
        expect(moves.filter((id) => id !== undefined)).toEqual(['mov_0001', 'mov_0001']);
      }
    }
  });

  it('insert an unrelated table beside a changed one whole', () => {
    const other = table([
      ['City', 'People living there'],
      ['Berlin', '3,755,251 in all'],
    ]);
    const changed = table(plans.toSpliced(2, 1));
    expect(typesOf(table(plans), `${changed}<p>A note.</p>${other}`)).toEqual([
      'block_delete',
      'block_insert',
      'block_insert',
    ]);
  });
});
