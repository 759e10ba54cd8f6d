/** Every visible difference of two pages is a change, or an item of `uncompared` that differs. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { describeDifferences } from '../../../shared/change/describe-uncompared.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { compareText, type TextComparison } from '../../../service/pipeline/compare/compare-text.ts';
import { verifyFragment } from '../../../service/pipeline/verify-result.ts';
import { tagSoup } from '../formats/html/html-arbitrary.ts';
import { runsOf } from '../../seed/seed.ts';

type Pair = readonly [name: string, original: string, revised: string];
type ListedPair = readonly [...pair: Pair, sentence: string];

function compare(original: string, revised: string, format: 'html' | 'markdown' = 'html'): TextComparison {
  return compareText({ original, revised, format, mode: 'word' });
}

/** Laws of the round trip that do not hold. */
async function broken(original: string, revised: string, format: 'html' | 'markdown' = 'html') {
  const { html } = compare(original, revised, format);
  const findings = await verifyFragment({ format, original, revised }, html);
  return findings.filter(({ holds }) => !holds);
}

const around = (middle: string): string => `<h1>Order</h1><p>Before ${middle} after</p>`;
const pair = (name: string, original: string, revised: string): Pair => [name, around(original), around(revised)];
const listed = (name: string, original: string, revised: string, sentence: string): ListedPair => [
  ...pair(name, original, revised),
  sentence,
];

const drawing = (text: string, shape = 'M0 0h9'): string =>
  `<svg viewBox="0 0 9 9"><defs><path id="a"/></defs><path d="${shape}"/><text x="1"><tspan>${text}</tspan></text></svg>`;

const READ: readonly Pair[] = [
  pair('the value of a field', '<input value="12 EUR">', '<input value="15 EUR">'),
  pair('the value of a number', '<input type=number value=12>', '<input type=number value=13>'),
  pair('the words of a button', '<input type=submit value="Pay 10">', '<input type=submit value="Pay 20">'),
  pair('a checkbox', '<input type=checkbox>', '<input type=checkbox checked>'),
  pair('a radio button', '<input type=radio checked>', '<input type=radio>'),
  pair('an option', '<select><option>Red<option>Green</select>', '<select><option>Red<option>Blue</select>'),
  pair(
    'the selected option',
    '<select><option>Red<option selected>Green</select>',
    '<select><option selected>Red<option>Green</select>',
  ),
  pair('the option that is selected by itself', '<select><option>A</select>', '<select><option disabled>A</select>'),
  pair(
    'a group of options',
    '<select><optgroup label=Old><option>A</optgroup></select>',
    '<select><optgroup label=New><option>A</optgroup></select>',
  ),
  pair('the text of a text area', '<textarea>one\ntwo</textarea>', '<textarea>one\nthree</textarea>'),
  pair('the text of a drawing', drawing('2025'), drawing('2026')),
  pair('the title of a drawing', '<svg><title>Up</title></svg>', '<svg><title>Down</title></svg>'),
  pair(
    'HTML inside a drawing',
    '<svg><foreignObject><p>a</p></foreignObject></svg>',
    '<svg><foreignObject><p>b</p></foreignObject></svg>',
  ),
  pair(
    'the bar of a fraction',
    '<math><mfrac><mi>a</mi><mi>b</mi></mfrac></math>',
    '<math><mi>a</mi><mi>b</mi></math>',
  ),
  pair('an exponent', '<math><msup><mi>x</mi><mn>2</mn></msup></math>', '<math><mi>x</mi><mn>2</mn></math>'),
  pair('an open dialog', '<dialog open>Yes?</dialog>', '<dialog open>No?</dialog>'),
  pair('a progress', '<progress value=3 max=9></progress>', '<progress value=4 max=9></progress>'),
];

const PIXEL = 'R0lGODlhAQABAAAAACw=';
const LISTED: readonly ListedPair[] = [
  listed(
    'the description of a picture',
    '<img src=a.png alt="Plan A">',
    '<img src=a.png alt="Plan B">',
    'Picture after “Order Before”: “Plan A” became “Plan B”.',
  ),
  listed(
    'the title of a picture',
    '<img src=a.png alt=Plan title=East>',
    '<img src=a.png alt=Plan title=West>',
    'Picture after “Order Before”: “Plan, East” became “Plan, West”.',
  ),
  listed(
    'the link around a picture',
    '<a href="https://a.example/"><img src=a.png alt=Plan></a>',
    '<a href="https://b.example/"><img src=a.png alt=Plan></a>',
    'Picture after “Order Before”: “Plan, link to https://a.example/” became “Plan, link to https://b.example/”.',
  ),
  listed(
    'the address of a picture',
    '<img src=a.png alt=Plan>',
    '<img src=b.png alt=Plan>',
    'Picture after “Order Before” (Plan) differs.',
  ),
  listed(
    'the bytes of a picture',
    `<img src="data:image/gif;base64,${PIXEL}">`,
    `<img src="data:image/gif;base64,A${PIXEL.slice(1)}">`,
    'Picture after “Order Before” differs.',
  ),
  listed(
    'the size of a picture',
    '<img src=a.png style="color:red;width:9px">',
    '<img src=a.png style="width:90px">',
    'Picture after “Order Before” differs.',
  ),
  listed(
    'the sources of a picture',
    '<picture><source srcset=a.webp><img src=a.png></picture>',
    '<picture><source srcset=b.webp><img src=a.png></picture>',
    'Picture after “Order Before” differs.',
  ),
  listed(
    'a picture that is gone',
    '<img src=a.png>',
    '',
    'Picture after “Order Before” is only in the original document.',
  ),
  listed(
    'an area of a picture',
    '<map name=m><area href=a alt=East></map>',
    '<map name=m><area href=b alt=East></map>',
    'Picture after “Order Before” (East) differs.',
  ),
  listed(
    'the link around a drawing',
    '<a href=a><svg><rect/></svg></a>',
    '<a href=b><svg><rect/></svg></a>',
    'Vector image after “Order Before”: “link to a” became “link to b”.',
  ),
  listed(
    'the link around an icon',
    '<a href=a><i class=mail></i></a>',
    '<a href=b><i class=mail></i></a>',
    'Drawing after “Order Before”: “mail, link to a” became “mail, link to b”.',
  ),
  listed('a drawing', drawing('x'), drawing('x', 'M0 0v9'), 'Vector image after “Order Before” differs.'),
  listed(
    'a frame',
    '<iframe src=a></iframe>',
    '<iframe src=b></iframe>',
    'Frame after “Order Before”: “a” became “b”.',
  ),
  listed(
    'the page inside a frame',
    '<iframe srcdoc="<p>1"></iframe>',
    '<iframe srcdoc="<p>2"></iframe>',
    'Frame after “Order Before” differs.',
  ),
  listed(
    'a source of a video',
    '<video><source src=a.mp4></video>',
    '<video><source src=b.mp4></video>',
    'Video or sound after “Order Before” differs.',
  ),
  listed('a canvas', '<canvas width=9></canvas>', '<canvas width=8></canvas>', 'Canvas after “Order Before” differs.'),
  listed(
    'an object',
    '<object data=a></object>',
    '<object data=b></object>',
    'Embedded object after “Order Before” differs.',
  ),
  ...(
    [
      ['a hidden part', '<b hidden>1</b>', '<b hidden>2</b>'],
      ['a part that is not displayed', '<i style="display:none">1</i>', '<i style="display:none">2</i>'],
      ['a part that is not visible', '<i style="visibility:hidden">1</i>', '<i style="visibility:hidden">2</i>'],
      ['a closed dialog', '<dialog>1</dialog>', '<dialog>2</dialog>'],
      ['a popover', '<i popover>1</i>', '<i popover>2</i>'],
      ['a template', '<template><p>1</template>', '<template><p>2</template>'],
      ['a list of suggestions', '<datalist><option value=1></datalist>', '<datalist><option value=2></datalist>'],
      ['a drawing that is hidden', '<svg display=none><text>1</text></svg>', '<svg display=none><text>2</text></svg>'],
    ] as const
  ).map(([name, a, b]) => listed(name, a, b, 'Hidden content after “Order Before” differs.')),
  listed(
    'the hint of an empty field',
    '<input placeholder=Name>',
    '<input placeholder=Firm>',
    'Form control after “Order Before”: “Name” became “Firm”.',
  ),
];

describe('two pages whose other content is the same', () => {
  it.each(READ)('and that differ in %s have a change', async (_, original, revised) => {
    const { summary, sameness, degraded } = compare(original, revised);
    expect([sameness, degraded]).toEqual(['different', 0]);
    expect(summary.changeCount).toBeGreaterThan(0);
    expect(await broken(original, revised)).toEqual([]);
  });

  it.each(LISTED)('and that differ in %s are never called the same', async (_, original, revised, sentence) => {
    const comparison = compare(original, revised);
    const { summary, sameness, uncompared } = comparison;
    expect(summary.changeCount).toBe(0);
    expect(sameness).toBe('no_differences_in_compared_content');
    expect(describeDifferences(uncompared!)).toEqual([sentence]);
    expect(comparison.page(0, 10).uncompared).toEqual(uncompared);
    expect(await broken(original, revised)).toEqual([]);
  });

  it.each([...READ, ...LISTED.map(([name, a, b]): Pair => [name, a, b])])(
    'and that have %s alike differ in nothing',
    (_, original, revised) => {
      for (const text of [original, revised]) {
        const { summary, uncompared, sameness } = compare(text, `${text} `);
        expect([summary.changeCount, uncompared?.differs ?? false, sameness]).toEqual([0, false, 'no_differences']);
      }
    },
  );

  it.each([
    ['the password', '<input type=password value=one>', '<input type=password value=two>'],
    ['a hidden field', '<input type=hidden value=1>', '<input type=hidden value=2>'],
    [
      'a password that is hidden',
      '<p hidden>x<input type=password value=1>',
      '<p hidden>x<input type=password value=2>',
    ],
    ['ids inside a drawing', drawing('x'), drawing('x').replace('id="a"', 'id="b"')],
    ['the description of a drawing', '<svg><desc>1</desc><rect/></svg>', '<svg><desc>2</desc><rect/></svg>'],
    ['the id behind a drawing', '<a href="#a"><svg><rect/></svg></a>', '<a href="#b"><svg><rect/></svg></a>'],
    ['how a frame is loaded', '<iframe src=a loading=lazy sandbox></iframe>', '<iframe src=a></iframe>'],
    ['the class of an element without words', '<b class=css-1></b>', '<b class=css-2></b>'],
    ['a picture of one pixel', '<img src=a width=1 height=1>', '<img src=b width=1 height=1>'],
    ['a script that is hidden', '<p hidden>x<script>1</script>', '<p hidden>x<script>2</script>'],
  ])('and that differ in %s, which nobody sees, differ in nothing', (_, original, revised) => {
    const { summary, uncompared } = compare(around(original), around(revised));
    expect([summary.changeCount, uncompared?.differs ?? false]).toEqual([0, false]);
  });

  test('in Markdown are read the same way', () => {
    const { uncompared, summary } = compare('![Plan A](a.png)', '![Plan B](a.png)', 'markdown');
    expect(summary.changeCount).toBe(0);
    expect(describeDifferences(uncompared!)).toEqual(['Picture at the start: “Plan A” became “Plan B”.']);
    expect(compare('a <input value=1>', 'a <input value=2>', 'markdown').summary.changeCount).toBe(1);
  });
});

describe('the description and the title of a picture', () => {
  const BYTES = 'data:image/png;base64,iVBORw0KGgo=';
  const tag = (rest: string): string => `<img src="${BYTES}" ${rest}>`;
  const places: readonly (readonly [name: string, around: (image: string) => string])[] = [
    ['a paragraph', (image) => `<p>Before ${image} after</p>`],
    ['a figure', (image) => `<p>x</p><figure>${image}<figcaption>A plan</figcaption></figure>`],
    ['a link', (image) => `<p><a href="https://a.example/">${image}</a></p>`],
    ['a cell', (image) => `<table><tr><td>x</td><td>${image}</td></tr></table>`],
    ['a list', (image) => `<ul><li>x ${image}</li></ul>`],
    ['other sources', (image) => `<picture><source srcset="b.avif">${image}</picture>`],
    ['a page beyond the envelope', (image) => `<p>${image}</p>${'<p>x</p>'.repeat(1_600)}`],
  ];
  const changes = [
    ['description', 'alt="Plan East"', 'alt="Plan West"', 'Plan West'],
    ['title', 'alt=Plan title=Ahead', 'alt=Plan title=Behind', 'Behind'],
    ['new description', '', 'alt=Plan', 'Plan'],
    ['new title', 'alt=Plan', 'alt=Plan title=Behind', 'Behind'],
  ] as const;

  it.each(
    places.flatMap(([place, around]) =>
      changes.flatMap(([name, was, is, said]) =>
        [[], ['pictures']].map((include) => ({ place, name, was, is, said, include, around })),
      ),
    ),
  )('in $place: a changed $name is said with include $include', ({ was, is, said, include, around }) => {
    const [original, revised] = [around(tag(was)), around(tag(is))];
    const texts = { original, revised, format: 'html', mode: 'word' } as const;
    const comparison = compareText({ ...texts, include: include as ['pictures'] | [] });
    const { uncompared, sameness } = comparison;
    const page = comparison.page(0, 10);
    expect(['no_differences', 'same_file']).not.toContain(sameness);
    const told = page.changes.map((change) => JSON.stringify('after' in change ? change.after : change));
    expect([...told, ...(uncompared === undefined ? [] : describeDifferences(uncompared))].join('\n')).toContain(said);
    expect(page.uncompared).toEqual(uncompared);
  });
});

describe('links inside a page', () => {
  const page = (...sections: readonly (readonly [id: string, title: string])[]): string =>
    `<p><a href="#s1">See there</a></p>${sections.map(([id, title]) => `<h2 id="${id}">${title}</h2><p>Text</p>`).join('')}`;
  const ONE = page(['s1', 'Rent'], ['s2', 'Term']);

  test('whose id is the same and whose target is another are listed with both targets', async () => {
    const revised = page(['s2', 'Rent'], ['s1', 'Term']);
    const { sameness, uncompared } = compare(ONE, revised);
    expect(sameness).toBe('no_differences_in_compared_content');
    expect(describeDifferences(uncompared!)).toEqual(['Target of “#s1”: “Rent” became “Term”.']);
    expect(await broken(ONE, revised)).toEqual([]);
  });

  test('to a heading that was edited are not listed', () => {
    const { summary, uncompared } = compare(ONE, ONE.replace('>Rent<', '>Rent and deposit<'));
    expect(summary.changeCount).toBe(1);
    expect(uncompared).toBeUndefined();
  });

  test('whose address changed are a change with both addresses', () => {
    const { changes } = compare(ONE, ONE.replace('#s1', '#s2')).page(0, 10);
    expect(changes).toMatchObject([{ before: { href: '#s1' }, after: { href: '#s2' } }]);
  });

  const numbered = (first: number, titles: readonly string[]): string =>
    titles.map((title, at) => `<h2 id="sec-${first + at}">${title}</h2><p>Text of ${title}</p>`).join('') +
    titles.map((title, at) => `<p>See <a href="#sec-${first + at}">${title}</a> below</p>`).join('') +
    `<table><tr><td>In a <a href="#sec-${first}">cell</a></td></tr></table><pre><a href="#sec-${first}">here</a></pre>`;
  const TITLES = ['Rent', 'Term', 'Notices'];

  test('with other ids and the same targets are no change, and keep the address of each side', async () => {
    const [original, revised] = [numbered(12, TITLES), numbered(13, TITLES)];
    const { html, summary, uncompared, sameness } = compare(original, revised);
    expect([summary.changeCount, uncompared, sameness]).toEqual([0, undefined, 'no_differences']);
    expect(resolve(html, { reject: 'all' })).toBe(compare(original, original).html);
    expect(resolve(html, { accept: 'all' })).toBe(compare(revised, revised).html);
    expect(await broken(original, revised)).toEqual([]);
  });

  test('with other ids around words with changes keep the address of each side', async () => {
    const original = `${numbered(12, TITLES)}<p>A <a href="#sec-12">long <b>link</b> text with a code</a> end</p>`;
    const revised = `${numbered(13, TITLES)}<p>A <a href="#sec-13">long <b>link</b> words with <i>a</i> code</a> end</p>`;
    const { html } = compare(original, revised);
    expect(html).toContain('[[2,12,\\"#sec-12\\"],[16,28,\\"#sec-12\\"]]'.replaceAll('\\"', '&quot;'));
    expect(await broken(original, revised)).toEqual([]);
    expect(await broken(revised, original)).toEqual([]);
  });

  test('to a heading with another id and another number are no change', () => {
    const written = (first: number): string =>
      `<p><a href="#s${first}">There</a></p><h2 id="s${first}">${first}. Payment terms</h2><h2>Other things</h2>`;
    expect(
      compare(written(12), written(13))
        .page(0, 10)
        .changes.map(({ type }) => type),
    ).toEqual(['replace']);
  });

  test('to another of two headings with one text are a change', () => {
    const twins = (to: string): string =>
      `<p><a href="#${to}">x</a></p><h2 id="a">Scope</h2><p>One</p><h2 id="b">Scope</h2><p>Two</p>`;
    expect(compare(twins('a'), twins('b')).summary.linkChanges).toBe(1);
    const renamed = twins('a').replaceAll('"a"', '"c"').replaceAll('#a', '#c');
    expect(compare(twins('a'), renamed).summary.changeCount).toBe(0);
  });

  test('with an address that was given to another target are listed, and only those', () => {
    const original = numbered(12, TITLES);
    const left = `${numbered(13, TITLES)}<p>Left <a href="#sec-13">behind</a></p>`;
    const { summary, uncompared } = compare(`${original}<p>Left <a href="#sec-13">behind</a></p>`, left);
    expect(summary.changeCount).toBe(0);
    expect(describeDifferences(uncompared!)).toEqual(['Target of “#sec-13”: “Term” became “Rent”.']);
  });

  test('that exchange their addresses are listed both', () => {
    const links = '<p><a href="#a">x</a> <a href="#b">y</a></p>';
    const heads = (one: string, two: string): string => `<h2 id="${one}">Rent</h2><h2 id="${two}">Term</h2>`;
    const { uncompared } = compare(links + heads('a', 'b'), links + heads('b', 'a'));
    expect(describeDifferences(uncompared!)).toHaveLength(2);
  });

  test('of random pages with new ids keep both invariants, and are no change', async () => {
    const title = fc.constantFrom('Rent', 'Term', 'Scope', 'Notices and more');
    const section = fc.record({
      title,
      words: fc.lorem({ maxCount: 6 }),
      to: fc.nat(),
      note: fc.lorem({ maxCount: 2 }),
    });
    const write = (
      sections: readonly { title: string; words: string; to: number; note: string }[],
      ids: string,
    ): string =>
      sections
        .map(({ title: name, words, to, note }, at) => {
          const link = `<a href="#${ids}${to % sections.length}">${note} <code>c</code></a>`;
          return `<h2 id="${ids}${at}">${name}</h2><p>${words} ${link} and</p><table><td>${link}</td></table>`;
        })
        .join('');
    await fc.assert(
      fc.asyncProperty(
        fc.array(section, { minLength: 1, maxLength: 5 }),
        fc.array(section, { maxLength: 3 }),
        async (own, more) => {
          expect(compare(write(own, 'a'), write(own, 'b')).summary.changeCount).toBe(0);
          const revised = write([...own.slice(1), ...more], 'b');
          if (revised !== '') expect(await broken(write(own, 'a'), revised)).toEqual([]);
        },
      ),
      { numRuns: runsOf(200) },
    );
  });

  test('find a target that is an anchor before its heading, or spelled with percent signs', () => {
    const named = (title: string): string =>
      `<p><a href="#caf%C3%A9">x</a></p><a name="café"></a><h2>${title}</h2><p>Other</p>`;
    const { uncompared } = compare(named('Title'), named('Name').replace('Other', 'Title'));
    expect(describeDifferences(uncompared!)).toEqual(['Target of “#caf%C3%A9”: “Title” became “Name”.']);
  });

  test('to nowhere are compared as written', () => {
    expect(compare('<a href="#a">x</a>', '<a href="#b">x</a>').summary.changeCount).toBe(1);
  });
});

describe('pages in any disorder', () => {
  test('keep the round trip, and are equal to themselves', async () => {
    await fc.assert(
      fc.asyncProperty(tagSoup, tagSoup, async (original, revised) => {
        const links = '<a href="#i">l</a>';
        expect(await broken(original + links, revised + links)).toEqual([]);
        const { summary, uncompared } = compare(original, original);
        expect([summary.changeCount, uncompared?.differs ?? false]).toEqual([0, false]);
      }),
      { numRuns: runsOf(300) },
    );
  });
});
