import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import type { Change } from '../../../../shared/change/page.ts';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { runsOf } from '../../../seed/seed.ts';

function compare(original: string, revised: string) {
  return compareText({ original, revised, format: 'html', mode: 'auto' });
}

function canonical(html: string): string {
  return compare(html, html).html;
}

/** Type and both texts of every change. */
function changesOf(original: string, revised: string): (string | undefined)[][] {
  return compare(original, revised)
    .page(0, 500)
    .changes.map((change: Change) => [
      change.type,
      'before' in change ? change.before.text : undefined,
      'after' in change ? change.after.text : undefined,
    ]);
}

const words = [
  'the',
  'fee',
  'tenant',
  'landlord',
  'pays',
  'within',
  'thirty',
  'days',
  'unless',
  'notice',
  'was',
  'given',
];
/** Sentences of words that occur only once, so that the alignment is unambiguous. */
const sentences = fc
  .array(fc.array(fc.constantFrom(...words), { minLength: 3, maxLength: 9 }), { minLength: 2, maxLength: 6 })
  .map((lists) => lists.map((list, index) => `${list.map((word) => `${word}${index}`).join(' ')}.`));
const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('');

describe('a split or merged paragraph', () => {
  it('is one change of the boundary', () => {
    fc.assert(
      fc.property(sentences, fc.nat(), (texts, pick) => {
        const at = 1 + (pick % (texts.length - 1));
        const whole = paragraphs(['Before.', texts.join(' '), 'After.']);
        const parts = paragraphs(['Before.', texts.slice(0, at).join(' '), texts.slice(at).join(' '), 'After.']);
        expect(changesOf(whole, parts)).toEqual([['insert', undefined, '\n']]);
        expect(changesOf(parts, whole)).toEqual([['delete', '\n', undefined]]);
      }),
    );
  });

  it('is found if a sentence was inserted at the split', () => {
    const [first, second, added] = [
      'The supplier delivers within ten days.',
      'The customer reports defects at once.',
      'Part deliveries are allowed and are paid for one by one.',
    ];
    const whole = paragraphs([`${first} ${second}`]);
    for (const parts of [
      [`${first} ${added}`, second],
      [first, `${added} ${second}`],
    ]) {
      expect(changesOf(whole, paragraphs(parts)).map(([type, , after]) => [type, after?.trim()])).toEqual(
        parts[0] === first
          ? [
              ['insert', ''],
              ['insert', added],
            ]
          : [
              ['insert', added],
              ['insert', ''],
            ],
      );
    }
  });

  it('round-trips with pieces, marks and words changed at once', () => {
    const marked = fc.tuple(sentences, fc.array(fc.tuple(fc.nat(), fc.constantFrom('split', 'word', 'mark', 'drop'))));
    fc.assert(
      fc.property(marked, ([texts, edits]) => {
        const whole = paragraphs([texts.join(' ')]);
        const tokens = texts.join(' ').split(' ');
        for (const [pick, edit] of edits) {
          const at = pick % tokens.length;
          if (edit === 'split' && at > 0) tokens[at] = `</p><p>${tokens[at]!}`;
          else if (edit === 'word') tokens[at] = `new ${tokens[at]!}`;
          else if (edit === 'mark') tokens[at] = `<b>${tokens[at]!.replaceAll(/<.*?>/gu, '')}</b>`;
          else tokens[at] = tokens[at]!.replaceAll(/[a-z]+\d/gu, '');
        }
        const parts = `<p>${tokens.join(' ')}</p>`;
        for (const [x, y] of [
          [whole, parts],
          [parts, whole],
        ] as const) {
          const { html } = compare(x, y);
          expect(resolve(html, { reject: 'all' })).toBe(canonical(x));
          expect(resolve(html, { accept: 'all' })).toBe(canonical(y));
        }
      }),
      { numRuns: runsOf(400) },
    );
  });

  it('names the one block of the other side in both entries', () => {
    const page = compare(
      '<p>One two three four. Five six seven eight.</p>',
      '<p>One two three four.</p><p>Five six seven 8.</p>',
    ).page(0, 10);
    expect(page.alignment!.map(({ sourceBlockId, revisedBlockId }) => [sourceBlockId, revisedBlockId])).toEqual([
      ['src_b_1', 'rev_b_1'],
      ['src_b_1', 'rev_b_2'],
    ]);
    expect(page.source!.blocks.map(({ id, text }) => [id, text])).toEqual([
      ['src_b_1', 'One two three four. Five six seven eight.'],
    ]);
    const replaced = page.changes.find(({ type }) => type === 'replace')!;
    const { start, end } = (replaced as Extract<Change, { type: 'replace' }>).sourceLocation.charRange;
    expect('One two three four. Five six seven eight.'.slice(start, end)).toBe('eight');
  });

  const [rent, repairs] = [
    'The tenant pays the rent on the first working day of each month.',
    'The landlord keeps the roof in good repair at its own cost.',
  ];

  it.each([
    ['a heading', '<h2>Repairs</h2>', ['Repairs']],
    [
      'a paragraph',
      '<p>Notices are given in writing by either party.</p>',
      ['Notices are given in writing by either party.'],
    ],
    ['items of a list', '<ul><li>one thing</li><li>another</li></ul>', ['one thing', 'another']],
    ['a table', '<table><tr><td>Roof</td><td>10 years</td></tr></table>', ['Roof\n10 years']],
    ['a rule', '<hr>', ['']],
  ])('keeps its words with %s between the pieces', (_, between, texts) => {
    for (const place of [
      (html: string) => `<p>Before.</p>${html}<p>After.</p>`,
      (html: string) => `<table><tr><td>${html}</td><td>One</td></tr></table>`,
      (html: string) => `<blockquote>${html}</blockquote>`,
    ]) {
      const whole = place(paragraphs([`${rent} ${repairs}`]));
      const parts = place(`<p>${rent}</p>${between}<p>${repairs}</p>`);
      expect(changesOf(whole, parts)).toEqual([
        ...texts.map((text) => ['block_insert', undefined, text]),
        ['insert', undefined, '\n'],
      ]);
      expect(changesOf(parts, whole)).toEqual([
        ...texts.map((text) => ['block_delete', text, undefined]),
        ['delete', '\n', undefined],
      ]);
    }
  });

  it('keeps its words with an item between two pieces in a list, however short they are', () => {
    const items = (texts: readonly string[]): string => `<ul>${texts.map((text) => `<li>${text}</li>`).join('')}</ul>`;
    expect(
      changesOf(items(['One two. Three four.', 'Five']), items(['One two.', 'New', 'Three four.', 'Five'])),
    ).toEqual([
      ['block_insert', undefined, 'New'],
      ['insert', undefined, '\n'],
    ]);
  });

  it('keeps its words with blocks between several pieces that were edited', () => {
    const last = 'Either party may end the lease with three months of notice.';
    const whole = paragraphs([`${rent} ${repairs} ${last}`]);
    const parts = `<p>${rent}</p><h2>Repairs</h2><p>${repairs.replace('landlord', 'owner')}</p><p>Of the end</p><h2>End</h2><p>${last}</p>`;
    expect(changesOf(whole, parts)).toEqual([
      ['block_insert', undefined, 'Repairs'],
      ['insert', undefined, '\n'],
      ['replace', 'landlord', 'owner'],
      ['block_insert', undefined, 'Of the end'],
      ['block_insert', undefined, 'End'],
      ['insert', undefined, '\n'],
    ]);
  });

  it('has one block in the alignment, whatever is between the pieces', () => {
    const page = compare(paragraphs([`${rent} ${repairs}`]), `<p>${rent}</p><h2>Repairs</h2><p>${repairs}</p>`).page(
      0,
      10,
    );
    expect(page.alignment!.map(({ sourceBlockId, revisedBlockId }) => [sourceBlockId, revisedBlockId])).toEqual([
      ['src_b_1', 'rev_b_1'],
      [undefined, 'rev_b_2'],
      ['src_b_1', 'rev_b_3'],
    ]);
    expect(page.source!.blocks.map(({ text }) => text)).toEqual([`${rent} ${repairs}`]);
  });

  it('is a paragraph again when all between the pieces and the boundary is rejected, in whatever order', () => {
    const { html } = compare(paragraphs([`${rent} ${repairs}`]), `<p>${rent}</p><h2>Repairs</h2><p>${repairs}</p>`);
    const whole = canonical(paragraphs([`${rent} ${repairs}`]));
    for (const order of [
      ['chg_000001', 'chg_000002'],
      ['chg_000002', 'chg_000001'],
    ]) {
      const rejected = order.reduce((fragment, id) => resolve(fragment, { reject: [id] }), html);
      expect(rejected).toBe(whole);
    }
    expect(resolve(html, { reject: ['chg_000001'], accept: ['chg_000002'] })).toBe(
      canonical(paragraphs([rent, repairs])),
    );
  });

  it('is not reported if another paragraph after a heading shares a few words', () => {
    const types = changesOf(
      paragraphs([`${rent} ${repairs}`]),
      `<p>${rent} ${repairs}</p><h2>Repairs</h2><p>The landlord repairs nothing on the first of May.</p>`,
    ).map(([type]) => type);
    expect(types).toEqual(['block_insert', 'block_insert']);
  });

  it('is not reported if the pieces have other text', () => {
    expect(changesOf('<p>One two three four.</p>', '<p>One two three four.</p><p>Five six seven.</p>')).toEqual([
      ['block_insert', undefined, 'Five six seven.'],
    ]);
  });
});

it('matches a paragraph with one remaining sentence between rewritten ones', () => {
  const stays = 'The deposit is paid back within two weeks of the end of the lease.';
  const original = [
    'The rent is due on the first day.',
    `${stays} The landlord keeps it on an account of its own, and pays the interest to the tenant every year, less what the bank takes for it, and says what that was.`,
    'Pets are welcome.',
  ];
  const revised = ['No one may smoke here, neither inside nor out.', stays, 'Bicycles stand in the yard.'];
  expect(changesOf(paragraphs(original), paragraphs(revised)).filter(([, before]) => before?.includes(stays))).toEqual(
    [],
  );
});

it('matches a heading in another letter case among rewritten texts', () => {
  const original =
    '<p>Last changed in May.</p><h2>PRIVACY POLICY</h2><p>We never sell your data to anyone who asks.</p>';
  const revised =
    '<p>Last changed in May.</p><p>This has effect in law.</p><h2>Privacy Policy</h2><p>A site stores cookies, small files.</p>';
  expect(changesOf(original, revised)).toContainEqual(['replace', 'PRIVACY POLICY', 'Privacy Policy']);
});

describe('a moved block', () => {
  const moved = (original: string, revised: string): (string | undefined)[] =>
    compare(original, revised)
      .page(0, 500)
      .changes.map(
        (change) =>
          ('sourceLocation' in change ? change.sourceLocation.moveId : undefined) ??
          ('revisedLocation' in change ? change.revisedLocation.moveId : undefined),
      );

  it('has a move id at both ends', () => {
    const [x, y, z] = ['<p>One two three four five.</p>', '<p>Six seven eight nine.</p>', '<p>Ten eleven twelve.</p>'];
    expect(moved(x + y + z, y + z + x)).toEqual(['mov_0001', 'mov_0001']);
  });

  it('moves with its heading, however short that is', () => {
    const fees = '<h2>Fees</h2><p>Ten euro a month are due.</p>';
    const others = '<h2>Term</h2><p>Nothing else is agreed upon here.</p><p>The term is a year.</p>';
    expect(moved(fees + others, others + fees)).toEqual(['mov_0001', 'mov_0002', 'mov_0001', 'mov_0002']);
  });

  it('has a move id if it was also edited', () => {
    const long = (word: string): string => `<p>The tenant pays the ${word} fee to the landlord within thirty days.</p>`;
    const others = '<p>Nothing else is due.</p><p>Notices are given in writing.</p>';
    expect(moved(long('monthly') + others, others + long('yearly'))).toEqual(['mov_0001', undefined, 'mov_0001']);
  });

  it('has a move id as a row of a table', () => {
    const rows = ['Basic plan 10 euro', 'Creator plan 20 euro', 'Big plan 90 euro'].map(
      (text) =>
        `<tr>${text
          .split(' ')
          .map((word) => `<td>${word}</td>`)
          .join('')}</tr>`,
    );
    const table = (order: readonly number[]): string => `<table>${order.map((at) => rows[at]!).join('')}</table>`;
    expect(moved(table([0, 1, 2]), table([1, 2, 0]))).toEqual(['mov_0001', 'mov_0001']);
  });

  it('moves with its heading, even if that has another number', () => {
    const fees = (at: number): string => `<h2>${at}. Fees</h2><p>Ten euro a month are due in advance.</p>`;
    const others = (at: number): string =>
      `<h2>${at}. Term</h2><p>Nothing else is agreed upon here.</p><h2>${at + 1}. Law</h2><p>The term is a year.</p>`;
    const ids = moved(fees(1) + others(2), others(1) + fees(3));
    expect(ids.filter((id) => id !== undefined)).toEqual(['mov_0001', 'mov_0002', 'mov_0001', 'mov_0002']);
  });

  it('has a move id however short it is, if its text is unique', () => {
    const items = (order: readonly string[]): string => `<ul>${order.map((text) => `<li>${text}</li>`).join('')}</ul>`;
    const [original, revised] = [
      ['Apples', 'Bread', 'Cheese', 'Dates'],
      ['Bread', 'Cheese', 'Dates', 'Apples'],
    ];
    expect(moved(items(original), items(revised))).toEqual(['mov_0001', 'mov_0001']);
    const row = ([plan, price]: readonly string[]): string => `<tr><td>${plan}</td><td>${price}</td></tr>`;
    const table = (rows: readonly (readonly string[])[]): string => `<table>${rows.map(row).join('')}</table>`;
    const plans = [
      ['Basic', '€10'],
      ['Plus', '€15'],
      ['Pro', '€20'],
      ['Team', '€40'],
    ] as const;
    expect(moved(table(plans), table([plans[3], ...plans.slice(0, 3)]))).toEqual(['mov_0001', 'mov_0001']);
  });

  it('has none if it is short and repeated', () => {
    const others = '<p>One two three.</p><p>Yes.</p><p>Four five.</p>';
    expect(moved(`<p>Yes.</p>${others}`, `${others}<p>Yes.</p>`)).toEqual([undefined, undefined]);
  });

  it('is the shorter of two that changed places', () => {
    const long =
      '<p>The landlord keeps the roof, the pipes and the stairs in good repair at all times, at its own cost.</p>';
    const short = '<h2>Fees</h2><p>Ten euro.</p>';
    const texts = changesOf(long + short, short + long).map(([, before, after]) => before ?? after);
    expect(texts).toEqual(['Fees', 'Ten euro.', 'Fees', 'Ten euro.']);
  });

  it('is a short text and not the edited one that it was moved past', () => {
    const clause = (which: string): string =>
      `<p>Notices under ${which} clause are given in writing, and take effect when the other party receives them.</p>`;
    expect(changesOf(`<h2>Fees</h2>${clause('this')}`, `${clause('any')}<h2>Fees</h2>`)).toEqual([
      ['block_delete', 'Fees', undefined],
      ['replace', 'this', 'any'],
      ['block_insert', undefined, 'Fees'],
    ]);
  });

  it('is not a heading whose section was edited', () => {
    const clause = '<p>Notices are given in writing by either party.</p>';
    const fees = (amount: string): string =>
      `<h2>Fees</h2><p>The tenant pays ${amount} euro a month, due in advance on the first working day.</p>`;
    expect(changesOf(clause + fees('ten'), fees('nine') + clause).map(([type]) => type)).toEqual([
      'block_delete',
      'replace',
      'block_insert',
    ]);
  });
});
