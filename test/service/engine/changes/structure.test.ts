/** Structures of any size: the reported changes are exactly the edits that a person made. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../shared/change/page.ts';
import { changesOf, compare, list, moveIdsOf, table, typesOf } from '../changes-of.ts';
import { runsOf } from '../../../seed/seed.ts';

describe('lists', () => {
  const items = ['Alpha is first', 'Beta is second', 'Gamma is third'];

  it('report another level, another kind and another place', () => {
    const nested = `<ul><li>${items[0]!}${list([items[1]!])}</li><li>${items[2]!}</li></ul>`;
    expect(changesOf(compare(list(items), nested))).toMatchObject([
      { type: 'format', before: { format: { listLevel: 1 } }, after: { format: { listLevel: 2 } } },
    ]);
    expect(changesOf(compare(list(items), list(items, 'ol')))).toMatchObject(
      items.map(() => ({
        type: 'format',
        before: { format: { listType: 'ul' } },
        after: { format: { listType: 'ol' } },
      })),
    );
    const changes = changesOf(compare(list(items), list([...items.slice(1), items[0]!])));
    expect(changes.map(({ type }) => type)).toEqual(['block_delete', 'block_insert']);
  });

  it('report a paragraph inserted between two items as one insertion', () => {
    const split = `${list(items.slice(0, 1))}<p>And then:</p>${list(items.slice(1))}`;
    expect(typesOf(list(items), split)).toEqual(['block_insert']);
  });

  it('report one word 300 levels deep', () => {
    const deep = (word: string): string => `${'<ul><li>x'.repeat(300)} ${word}${'</li></ul>'.repeat(300)}`;
    expect(typesOf(deep('before'), deep('after'))).toEqual(['replace']);
  });
});

describe('blocks', () => {
  it('are format changes if they become a heading, another heading or an item', () => {
    expect(typesOf('<h2>Fees</h2><p>None at all.</p>', '<h3>Fees</h3><p>None at all.</p>')).toEqual(['format']);
    expect(typesOf('<p>Fees</p><p>None at all.</p>', '<h2>Fees</h2><p>None at all.</p>')).toEqual(['format']);
    expect(typesOf('<p>Pay the fee.</p><p>End.</p>', `${list(['Pay the fee.'])}<p>End.</p>`)).toEqual(['format']);
  });

  it('are matched when 40 of 2,000 were moved', () => {
    const texts = Array.from(
      { length: 2_000 },
      (_, at) => `Clause ${at} says that party ${at * 7} pays ${at * 13} euro.`,
    );
    const moved = texts.filter((_, at) => at % 50 === 7);
    const order = [...texts.filter((_, at) => at % 50 !== 7), ...moved.toReversed()];
    const page = (list: readonly string[]): string => list.map((text) => `<p>${text}</p>`).join('');
    const changes = changesOf(compare(page(texts), page(order)));
    expect(changes.length).toBe(80);
    expect(new Set(moveIdsOf(changes)).size).toBe(40);
    expect(moveIdsOf(changes)).not.toContain(undefined);
  });
});

describe('a text that grew or shrank', () => {
  const more =
    'Interest accrues on overdue sums from the date on which they fell due until they are paid in full, before or after ' +
    'judgment. The supplier may suspend performance, after written notice of ten days, while an invoice is unpaid.';
  const paragraphs = (...texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('');

  it.each(['Each invoice is due within 30 days.', 'The fee is ten euro.'])('is the same, edited: %s', (clause) => {
    for (const grown of [`${clause} ${more}`, `${more} ${clause}`]) {
      expect(typesOf(paragraphs(clause), paragraphs(grown))).toEqual(['insert']);
      expect(typesOf(paragraphs(grown), paragraphs(clause))).toEqual(['delete']);
    }
    expect(typesOf(paragraphs(clause), paragraphs(`${more} ${clause} ${more}`))).toEqual(['insert', 'insert']);
  });

  it('is matched among others, with a word changed', () => {
    const before = ['Nobody is liable.', 'Each invoice is due within 30 days.', 'A court in Riga decides.', 'End.'];
    const after = [
      'New in this place.',
      `Each invoice is due within 45 days. ${more}`,
      'Arbitration it is now.',
      'End.',
    ];
    expect(changesOf(compare(paragraphs(...before), paragraphs(...after)))).toContainEqual(
      expect.objectContaining({ type: 'replace', before: expect.objectContaining({ text: '30' }) }),
    );
  });

  it('is matched by one remaining sentence', () => {
    const stays = 'You agree that we may report the incident to the national center or another authority.';
    const before = [`Automated mechanisms look for abuse. ${stays} See our pages on abuse for more.`, 'Old.', 'End.'];
    const after = ['New.', `${more} ${stays} (b) We review what was flagged, and keep a record of it.`, 'End.'];
    const texts = changesOf(compare(paragraphs(...before), paragraphs(...after))).map((change) =>
      JSON.stringify(change),
    );
    expect(texts.filter((text) => text.includes('national center'))).toEqual([]);
  });

  it('does not match a text that shares only short words with it', () => {
    expect(typesOf(paragraphs('To the end of the year it is on us.'), paragraphs(more))).toEqual([
      'block_delete',
      'block_insert',
    ]);
  });
});

describe('many blocks with few different words', () => {
  const names = ['fee', 'term', 'party', 'notice', 'month', 'year', 'law', 'court', 'rent', 'tax'];
  /** Texts of `words` words, none of them rare. */
  const texts = (count: number, words: number, seed: number): string[] => {
    let state = seed;
    const next = (): string => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return names[Math.floor((state / 2 ** 32) * names.length)]!;
    };
    return Array.from({ length: count }, () => Array.from({ length: words }, next).join(' '));
  };
  const edited = (text: string): string => text.replace(/ \S+ (\S+ \S+)$/u, ' other $1');

  it('are each matched when a word of each was changed', () => {
    const lines = texts(300, 12, 1);
    const types = typesOf(lines.join('\n'), lines.map(edited).join('\n'), 'txt');
    expect(types).toEqual(lines.map(() => 'replace'));
  });

  it('are matched as rows after some were deleted', () => {
    const rows = texts(80, 10, 2).map((text) => text.split(' '));
    const revised = rows.flatMap((row, index) => (index % 10 === 4 ? [] : [row.with(7, 'other')]));
    const types = typesOf(table(rows), table(revised));
    expect(types.filter((type) => type === 'replace')).toHaveLength(revised.length);
    expect(types.filter((type) => type === 'block_delete')).toHaveLength(rows.length - revised.length);
    expect(types).toHaveLength(rows.length);
  });

  it('are matched as reflowed paragraphs', () => {
    const fill = (text: string, width: number): string =>
      text.replace(new RegExp(`((?:\\S+ ){${width}})`, 'gu'), (line) => `${line.trimEnd()}\n`);
    const paragraphs = texts(80, 60, 3);
    const [narrow, wide] = [7, 11].map((width) => paragraphs.map((text) => fill(text, width)).join('\n\n'));
    const comparison = compare(narrow!, wide!, 'txt');
    expect(changesOf(comparison).filter((change) => 'before' in change && /\w/u.test(change.before.text))).toEqual([]);
  });
});

describe('text', () => {
  it('has one format change for text that is interrupted by an edit in the same format', () => {
    expect(
      typesOf(
        '<p>The fee is due in 30 days and no later.</p>',
        '<p><b>The fee is due in 14 days and no later.</b></p>',
      ),
    ).toEqual(['format', 'replace']);
    expect(
      typesOf('<p><b>The fee is due in days and no later.</b></p>', '<p>The fee is due in 14 days and no later.</p>'),
    ).toEqual(['format', 'insert']);
    expect(
      typesOf('<p>The fee is due in 30 days or so.</p>', '<p><b>The fee is due in</b> 14 <b>days or so.</b></p>'),
    ).toEqual(['format', 'replace', 'format']);
    expect(
      typesOf('<p>The fee is due in 30 days or so.</p>', '<p><b>The fee is due in 14</b> <i>days or so.</i></p>'),
    ).toEqual(['format', 'replace', 'format']);
  });

  it.each([
    ['a number whole', 'It costs 1,000.50 now', 'It costs 1,200.50 now', ['1,000.50', '1,200.50']],
    ['a date whole', 'Due 2024-01-31 here', 'Due 2024-02-29 here', ['2024-01-31', '2024-02-29']],
    [
      'an address whole',
      'Ask a.b@example.org today',
      'Ask a.c@example.org today',
      ['a.b@example.org', 'a.c@example.org'],
    ],
    [
      'a URL whole',
      'See https://a.example/x?y=1 now',
      'See https://a.example/x?y=2 now',
      ['https://a.example/x?y=1', 'https://a.example/x?y=2'],
    ],
    ['a hyphenated word whole', 'A well-known fact', 'A well-kept fact', ['well-known', 'well-kept']],
    ['an apostrophe whole', 'It doesn’t work', 'It didn’t work', ['doesn’t', 'didn’t']],
    ['graphemes whole', 'ok 👨‍👩‍👧 done', 'ok 👨‍👩‍👦 done', ['👨‍👩‍👧', '👨‍👩‍👦']],
    ['words of unspaced scripts', '東京地方裁判所', '大阪地方裁判所', ['東京', '大阪']],
    ['Thai words', 'ฉันรักภาษาไทย', 'ฉันรักภาษาจีน', ['ไทย', 'จีน']],
    ['Arabic words', 'خلال ثلاثين يوما', 'خلال أربعين يوما', ['ثلاثين', 'أربعين']],
    ['Hebrew words', 'תוך שלושים יום', 'תוך ארבעים יום', ['שלושים', 'ארבעים']],
  ])('shows %s', (_, original, revised, [before, after]) => {
    expect(changesOf(compare(`<p>${original}</p>`, `<p>${revised}</p>`))).toMatchObject([
      { type: 'replace', before: { text: before }, after: { text: after } },
    ]);
  });

  it('shows quotes separately from the words between them', () => {
    expect(changesOf(compare('<p>a "word" here</p>', '<p>a “word” here</p>'))).toMatchObject([
      { type: 'replace', before: { text: '"' }, after: { text: '“' } },
      { type: 'replace', before: { text: '"' }, after: { text: '”' } },
    ]);
  });

  it('merges lines and paragraphs however short, if nothing else changes', () => {
    expect(changesOf(compare('a\nb', 'a b', 'txt'))).toMatchObject([{ type: 'delete', before: { text: '\n' } }]);
    expect(changesOf(compare('<p>Yes. No.</p>', '<p>Yes.</p><p>No.</p>'))).toMatchObject([
      { type: 'insert', after: { text: '\n' } },
    ]);
  });

  it('reports a blank line inserted between two lines as a boundary', () => {
    const [joined, apart] = ['One line.\nAnother line.', 'One line.\n\nAnother line.'];
    expect(changesOf(compare(joined, apart, 'txt'))).toMatchObject([{ type: 'insert', after: { text: '\n' } }]);
    expect(changesOf(compare(apart, joined, 'txt'))).toMatchObject([{ type: 'delete', before: { text: '\n' } }]);
  });

  it('finds one word among 20,000 like it', () => {
    const words = Array.from({ length: 20_000 }, () => 'word');
    expect(typesOf(words.join(' '), words.toSpliced(9_000, 1, 'other').join(' '), 'txt')).toEqual(['replace']);
  });

  it('shows 45,000 changes in one line, whose runs are more than a call takes arguments', () => {
    const line = (changed: string): string =>
      Array.from({ length: 45_000 }, (_, at) => `untouched${at} ${changed}${at % 100}`).join(' ');
    const [changes, first] = [compare(line('old'), line('new'), 'txt'), 'chg_000001'];
    expect(changes.summary.replacements).toBe(45_000);
    expect(changes.page(0, 1).changes.map(({ id }) => id)).toEqual([first]);
  });

  it('finds no split in 20,000 lines and one line of all their words', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}`);
    expect(changesOf(compare(lines.join('\n'), lines.join(' '), 'txt')).length).toBeGreaterThan(0);
  });

  it('reports no change in a Markdown paragraph with other line breaks', () => {
    expect(typesOf('One two three\nfour five.\n', 'One two\nthree four\nfive.\n', 'markdown')).toEqual([]);
  });
});

describe('a replacement', () => {
  const replaced = (original: string, revised: string): unknown => changesOf(compare(original, revised))[0];

  it('names the marks and the link destination that changed as well', () => {
    expect(
      replaced(
        '<p>See <a href="https://a.example/">here</a>.</p>',
        '<p>See <a href="https://b.example/"><b>there</b></a>.</p>',
      ),
    ).toMatchObject({
      type: 'replace',
      before: { text: 'here', href: 'https://a.example/', format: { strong: false } },
      after: { text: 'there', href: 'https://b.example/', format: { strong: true } },
    });
  });

  it('names a destination that only one side has', () => {
    const change = replaced('<p>See <a href="https://a.example/">here</a>.</p>', '<p>See nowhere.</p>');
    expect(change).toMatchObject({ type: 'replace', before: { href: 'https://a.example/' } });
    expect(change).not.toHaveProperty('after.href');
    expect(change).not.toHaveProperty('after.format');
  });

  it('names neither where only the text changed', () => {
    const change = replaced('<p>Pay <b>five</b> euro.</p>', '<p>Pay <b>six</b> euro.</p>');
    expect(change).toMatchObject({ type: 'replace', before: { text: 'five' }, after: { text: 'six' } });
    expect(change).not.toHaveProperty('before.format');
    expect(change).not.toHaveProperty('before.href');
  });
});

it('mirrors its changes when the sides are exchanged', () => {
  const words = fc.array(fc.constantFrom('fee', 'tenant', 'pays', 'notice', 'days', 'thirty', 'and', ','), {
    minLength: 1,
    maxLength: 12,
  });
  const block = fc
    .tuple(fc.constantFrom('p', 'h2', 'li'), words)
    .map(([tag, text]) =>
      tag === 'li' ? `<ul><li>${text.join(' ')}</li></ul>` : `<${tag}>${text.join(' ')}</${tag}>`,
    );
  const documents = fc.array(block, { maxLength: 8 });
  const mirrored: Partial<Record<Change['type'], string>> = {
    insert: 'delete',
    delete: 'insert',
    block_insert: 'block_delete',
    block_delete: 'block_insert',
  };
  const textsOf = (change: Change): [string | undefined, string | undefined] => [
    'before' in change ? change.before.text : undefined,
    'after' in change ? change.after.text : undefined,
  ];
  fc.assert(
    fc.property(documents, documents, (x, y) => {
      const there = changesOf(compare(x.join(''), y.join(''))).map((change) => [change.type, ...textsOf(change)]);
      const back = changesOf(compare(y.join(''), x.join(''))).map((change) => [
        mirrored[change.type] ?? change.type,
        ...textsOf(change).reverse(),
      ]);
      const sorted = (changes: unknown[][]): string[] => changes.map((change) => JSON.stringify(change)).sort();
      expect(sorted(back)).toEqual(sorted(there));
    }),
    { numRuns: runsOf(300) },
  );
});

it.each([
  ['a rule that moves past a heading', '<hr><h3>One two three four.</h3>', '<h3>One two three four.</h3><hr>'],
  [
    'an image that moves past a text',
    '<img src="data:image/png;base64,AAAA" alt="x"><p>One two three four.</p>',
    '<p>One two three four.</p><img src="data:image/png;base64,AAAA" alt="x">',
  ],
  ['an image that moves past one word', '<p>abc</p><img src="x.png" alt="">', '<img src="x.png" alt=""><p>abc</p>'],
])('tells %s as the same change both ways, and leaves the text alone', (_, original, revised) => {
  expect(changesOf(compare(original, revised)).filter((change) => 'before' in change && change.before.text)).toEqual(
    [],
  );
  const there = typesOf(original, revised);
  const back = typesOf(revised, original);
  expect(back.map((type) => type.replace('insert', 'delete')).sort()).toEqual(
    there.map((type) => type.replace('insert', 'delete')).sort(),
  );
});

it.each([
  ['a b <img src="x.png"> c', 'a b c'],
  ['a <b>b</b> <img src="x.png"> c', 'a <b>b</b> c'],
])('changes nothing of a text whose image came or went: %s', (original, revised) => {
  expect(typesOf(original, revised)).toEqual([]);
  expect(typesOf(revised, original)).toEqual([]);
});

it('needs no boundary if the paragraph of a deleted line continues in the next one', () => {
  const texts = ['Before it.\n\none\ntwo\nthree four', 'Before it.\n\nother\n\nthree four'] as const;
  expect(typesOf(texts[0], texts[1], 'txt').sort()).toEqual(['block_delete', 'block_delete', 'block_insert']);
  expect(typesOf(texts[1], texts[0], 'txt').sort()).toEqual(['block_delete', 'block_insert', 'block_insert']);
});

it('reports in both directions where a paragraph begins after unrelated lines', () => {
  const texts = [
    'x\n\nprovider a\nin b\nagreement co-op\nshall go on and on',
    'x\n\nparty c\nagreement 1,000\ncafe\n\nshall go on and on',
  ] as const;
  expect(changesOf(compare(texts[0], texts[1], 'txt')).at(-1)).toMatchObject({ type: 'insert', after: { text: '\n' } });
  expect(changesOf(compare(texts[1], texts[0], 'txt')).at(-1)).toMatchObject({
    type: 'delete',
    before: { text: '\n' },
  });
});

it('reports that a text continues another item after the image that began its own was removed', () => {
  const own = '<ul><li><p>one</p></li><li><img src="x.png" alt="x"><p>two</p></li></ul>';
  expect(typesOf(own, '<ul><li><p>one</p><p>two</p></li></ul>')).toEqual(['format']);
  expect(typesOf(own, '<ul><li><p>one</p></li><li><p>two</p></li></ul>')).toEqual([]);
});

it('matches a short text whose link address changed', () => {
  const original = '<p>a b c</p><p>Thanks to all of you: http://a.example/long/path/contributors</p><p>x y</p>';
  const revised = '<p>c d e</p><p>Thanks to all of you: https://a.example/long/graphs/contributors</p><p>z</p>';
  expect(changesOf(compare(original, revised))).toContainEqual(
    expect.objectContaining({
      type: 'replace',
      before: expect.objectContaining({ text: 'http://a.example/long/path/contributors' }),
    }),
  );
});

describe('literals of JSON', () => {
  const long = 'a description of more than sixty characters, which is prose and is read word by word';
  it.each([
    ['a string', '{"colour": "light blue"}', '{"colour": "dark blue"}', [['"light blue"', '"dark blue"']]],
    ['a number', '{"n": 1e+10}', '{"n": 1e+11}', [['1e+10', '1e+11']]],
    ['a number that becomes a string', '{"n": 5}', '{"n": "5"}', [['5', '"5"']]],
    ['a string with escapes', '["a \\" b"]', '["a \\" c"]', [['"a \\" b"', '"a \\" c"']]],
    [
      'a name',
      '{"the first name": "Ann Lee"}',
      '{"the last name": "Ann Lee"}',
      [['"the first name"', '"the last name"']],
    ],
    ['prose, by words', `["${long}"]`, `["${long.replace('prose', 'text')}"]`, [['prose', 'text']]],
  ])('are replaced whole: %s', (_, original, revised, texts) => {
    const changes = changesOf(compare(original, revised, 'json'));
    expect(changes).toMatchObject(
      texts.map(([before, after]) => ({ type: 'replace', before: { text: before }, after: { text: after } })),
    );
  });

  it.each([
    ['of numbers', Array.from({ length: 100_000 }, (_, index) => index).join(' '), '77777', '-1'],
    ['of escaped quotes', `"${'\\"'.repeat(200_000)} old`, 'old', 'new'],
    ['of quotes', `${'" '.repeat(100_000)}old`, 'old', 'new'],
  ])('are read once, however long the line is that a fragment brings along: %s', (_, line, before, after) => {
    const fragment = (text: string): string => `<div class="diffsvc"><pre class="line">${text}</pre></div>`;
    const changes = changesOf(compare(fragment(line), fragment(line.replace(before, after))));
    expect(changes).toMatchObject([{ type: 'replace', before: { text: before }, after: { text: after } }]);
  });

  it('leave the punctuation around them unchanged', () => {
    expect(compare('["light blue", 1]', '["dark blue", 1]', 'json').html).toContain(
      '<pre class="line">  <del data-change-id="chg_000001">"light blue"</del><ins data-change-id="chg_000001">"dark blue"</ins>,</pre>',
    );
  });
});

it('reports a JSON array item in another place as moved, with its brackets and its edits', () => {
  const items = ['{"id": 1, "fee": 1.0}', '{"id": 2, "fee": 5}', '{"id": 3, "fee": 7}'];
  const changes = changesOf(
    compare(`[${items.join()}]`, `[${[items[1], items[2], items[0]!.replace('1.0', '1')].join()}]`, 'json'),
  );
  const moves = moveIdsOf(changes);
  // Four lines together, deleted and inserted.
  expect(moves.filter((id) => id !== undefined)).toEqual(['mov_0001', 'mov_0001']);
});

describe('entries of a table of contents', () => {
  it('group the changes of their page numbers, and still count them', () => {
    const entries = (...texts: string[]): string =>
      `<div class="diffsvc">${texts.map((text) => `<p data-toc="contents">${text}</p>`).join('')}<p>Other 3</p></div>`;
    const comparison = compare(
      entries('Scope 3', 'Payment 9', 'Liability 12'),
      entries('Scope 4', 'Payment 10', 'Warranty 12').replace('Other 3', 'Other 4'),
    );
    expect(changesOf(comparison).map(({ type, group }) => [type, group])).toEqual([
      ['replace', 'table_of_contents'],
      ['replace', 'table_of_contents'],
      ['replace', undefined],
      ['replace', undefined],
    ]);
    expect(comparison.page(0, 10).summary.changeCount).toBe(4);
  });
});
