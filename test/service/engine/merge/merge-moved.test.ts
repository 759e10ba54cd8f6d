import { describe, expect, it } from 'vitest';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import type { Change } from '../../../../shared/change/page.ts';
import { changeIdsOf } from '../../../../shared/fragment/change-ids.ts';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';

function compare(original: string, revised: string) {
  return compareText({ original, revised, format: 'html', mode: 'auto' });
}

function changesOf(original: string, revised: string): Change[] {
  return compare(original, revised).page(0, 500).changes;
}

/** Type, texts and move of every change. */
function described(changes: readonly Change[]): (string | undefined)[][] {
  return changes.map((change) => [
    change.type,
    'before' in change ? change.before.text : undefined,
    'after' in change ? change.after.text : undefined,
    ('sourceLocation' in change ? change.sourceLocation.moveId : undefined) ??
      ('revisedLocation' in change ? change.revisedLocation.moveId : undefined),
  ]);
}

const clause = (days: number): string =>
  `<p>The supplier delivers the goods to the customer within ${days} days of the order and bears all costs.</p>`;
const others = '<p>The customer inspects the goods.</p><p>Payment is due on receipt of the invoice.</p>';

describe('a moved block that was edited', () => {
  const [original, revised] = [clause(30) + others, others + clause(90)];

  it('has its edit as a change of its own', () => {
    const text = (days: number): string => clause(days).slice(3, -4);
    expect(described(changesOf(original, revised))).toEqual([
      ['block_delete', text(30), undefined, 'mov_0001'],
      ['replace', '30', '90', undefined],
      ['block_insert', undefined, text(90), 'mov_0001'],
    ]);
  });

  it('has each side of the edit at its place', () => {
    const [, edit] = changesOf(original, revised) as [Change, Extract<Change, { type: 'replace' }>];
    const at = clause(30).slice(3).indexOf('30');
    expect(edit.sourceLocation).toMatchObject({ blockIndex: 1, charRange: { start: at, end: at + 2 } });
    expect(edit.revisedLocation).toMatchObject({ blockIndex: 3, charRange: { start: at, end: at + 2 } });
  });

  it('is shown with each text once in the alignment', () => {
    const { alignment = [] } = compare(original, revised).page(0, 500);
    const moved = alignment.filter(({ status }) => status === 'moved');
    expect(moved.map(({ segments }) => segments.map(({ op, text }) => [op, text]))).toEqual([
      [['delete', clause(30).slice(3, -4)]],
      [['insert', clause(90).slice(3, -4)]],
    ]);
  });

  it('is decided apart from its edit, in any order', () => {
    const { html } = compare(original, revised);
    const [from, edit, to] = changeIdsOf(scanFragment(html)) as [string, string, string];
    const outcomes = {
      'both rejected': [{ reject: [from, edit, to] }, clause(30) + others],
      'both accepted': [{ accept: [from, edit, to] }, others + clause(90)],
      'the move alone': [{ accept: [from, to], reject: [edit] }, others + clause(30)],
      'the edit alone': [{ accept: [edit], reject: [from, to] }, clause(90) + others],
    } as const;
    for (const [name, [decisions, expected]] of Object.entries(outcomes)) {
      const canonical = compare(expected, expected).html;
      expect(resolve(html, decisions), name).toBe(canonical);
      const { accept = [], reject = [] } = decisions as { accept?: readonly string[]; reject?: readonly string[] };
      const steps = [...accept.map((id) => ({ accept: [id] })), ...reject.map((id) => ({ reject: [id] }))];
      const isOpen = (fragment: string, step: { accept?: string[]; reject?: string[] }): boolean =>
        changeIdsOf(scanFragment(fragment)).includes((step.accept ?? step.reject)![0]!);
      for (const order of [steps, steps.toReversed()]) {
        const decided = order.reduce(
          (fragment, step) => (isOpen(fragment, step) ? resolve(fragment, step) : fragment),
          html,
        );
        expect(decided, `${name}, one by one`).toBe(canonical);
      }
    }
  });

  it('notes new marks and links inside', () => {
    const linked = (inner: string): string =>
      `<p>The supplier delivers the goods to the ${inner} within thirty days of the order.</p>`;
    const to = linked('<strong>customer</strong>').replace('thirty', '<a href="https://b.example/">thirty</a>');
    const from = linked('customer').replace('thirty', '<a href="https://a.example/">thirty</a>');
    expect(changesOf(from + others, others + to).map(({ type }) => type)).toEqual([
      'block_delete',
      'format',
      'link',
      'block_insert',
    ]);
    const { html } = compare(from + others, others + to);
    expect(resolve(html, { reject: 'all' })).toBe(compare(from + others, from + others).html);
    expect(resolve(html, { accept: 'all' })).toBe(compare(others + to, others + to).html);
  });

  it('is replaced whole in block mode, and is no move', () => {
    const page = compareText({ original, revised, format: 'html', mode: 'block' }).page(0, 500);
    expect(described(page.changes).map(([type, , , move]) => [type, move])).toEqual([
      ['block_delete', undefined],
      ['block_insert', undefined],
    ]);
  });
});

describe('a moved row that was edited', () => {
  const rows = (amount: string): string[] => [
    `<tr><td>Basic plan for one person</td><td>${amount} euro a month</td></tr>`,
    '<tr><td>Creator plan for a few people</td><td>20 euro a month</td></tr>',
    '<tr><td>Business plan for whole companies</td><td>90 euro a month</td></tr>',
  ];
  const table = (list: readonly string[]): string => `<table>${list.join('')}</table>`;
  const [first, ...rest] = rows('10');
  const [original, revised] = [table([first!, ...rest]), table([...rest, rows('12')[0]!])];

  it('has the edit of its cell as a change of its own', () => {
    expect(described(changesOf(original, revised)).map(([type, before, after]) => [type, before, after])).toEqual([
      ['block_delete', 'Basic plan for one person\n10 euro a month', undefined],
      ['replace', '10', '12'],
      ['block_insert', undefined, 'Basic plan for one person\n12 euro a month'],
    ]);
  });

  it('is decided apart from its edit', () => {
    const { html } = compare(original, revised);
    const [from, edit, to] = changeIdsOf(scanFragment(html)) as [string, string, string];
    const both = table([...rest, first!]);
    expect(resolve(html, { accept: [from, to], reject: [edit] })).toBe(compare(both, both).html);
    const neither = table([rows('12')[0]!, ...rest]);
    expect(resolve(html, { accept: [edit], reject: [from, to] })).toBe(compare(neither, neither).html);
  });
});

describe('a moved row with a cell that was filled or emptied', () => {
  const cells = (...texts: readonly string[]): string => `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`;
  const others = [
    cells('Cleaning of the stairs each week', '<p>200 francs</p>', '<p>sixty days</p>'),
    cells('Gardening in spring and summer', '<p>300 francs</p>', '<p>sixty days</p>'),
    cells('Heating in the winter months', '<p>400 francs</p>', '<p>sixty days</p>'),
  ].join('');
  const roof = (due: string): string => cells('Repairs of the roof and the walls', '<p>500 francs</p>', due);
  const table = (rows: string): string => `<table>${rows}</table>`;

  it.each([
    ['filled', '', '<p>thirty days</p>', ['insert', undefined, 'thirty days']],
    ['emptied', '<p>thirty days</p>', '', ['delete', 'thirty days', undefined]],
    ['with one more paragraph', '<p>a</p>', '<p>a</p><p>thirty days</p>', ['insert', undefined, 'thirty days']],
    ['with one paragraph less', '<p>thirty days</p><p>a</p>', '<p>a</p>', ['delete', 'thirty days', undefined]],
  ] as const)('moves and has the text as a change of its own: %s', (_, before, after, edit) => {
    const [original, revised] = [table(roof(before) + others), table(others + roof(after))];
    const changes = described(changesOf(original, revised));
    expect(changes.map(([type]) => type)).toEqual(['block_delete', edit[0], 'block_insert']);
    expect(changes[1]!.slice(0, 3)).toEqual(edit);
    expect([changes[0]![3], changes[2]![3]]).toEqual(['mov_0001', 'mov_0001']);
    const { html } = compare(original, revised);
    const [from, inner, to] = changeIdsOf(scanFragment(html)) as [string, string, string];
    const outcomes = [
      [{ reject: 'all' }, original],
      [{ accept: 'all' }, revised],
      [{ accept: [from, to], reject: [inner] }, table(others + roof(before))],
      [{ accept: [inner], reject: [from, to] }, table(roof(after) + others)],
    ] as const;
    for (const [decisions, expected] of outcomes)
      expect(resolve(html, decisions)).toBe(compare(expected, expected).html);
  });

  it('is replaced whole if a picture or a table is in it', () => {
    const inner = '<table><tr><td>thirty days</td></tr></table>';
    const changes = described(changesOf(table(roof('') + others), table(others + roof(inner))));
    expect(changes.map(([type, , , move]) => [type, move])).toEqual([
      ['block_delete', undefined],
      ['block_insert', undefined],
    ]);
  });
});

it('has an edit inside a column that moved', () => {
  const table = (order: readonly number[], price: string): string => {
    const columns = [
      ['Name', 'Basic plan', 'Creator plan', 'Business plan'],
      ['Price', `${price} euro a month`, '20 euro a month', '90 euro a month'],
      ['Words', '5000 words', '20000 words', '90000 words'],
    ];
    const row = (at: number): string =>
      `<tr>${order.map((column) => `<td>${columns[column]![at]}</td>`).join('')}</tr>`;
    return `<table>${[0, 1, 2, 3].map(row).join('')}</table>`;
  };
  const [original, revised] = [table([0, 1, 2], '10'), table([0, 2, 1], '12')];
  const { html } = compare(original, revised);
  expect(
    changesOf(original, revised).flatMap((change) =>
      change.type === 'replace' ? [change.before.text, change.after.text] : [],
    ),
  ).toEqual(['10', '12']);
  expect(resolve(html, { reject: 'all' })).toBe(compare(original, original).html);
  expect(resolve(html, { accept: 'all' })).toBe(compare(revised, revised).html);
});
