import fc from 'fast-check';

const NAMES = (
  'p div section blockquote ul ol li dl dt dd h1 h2 pre table caption thead tbody tfoot tr td th b strong i em u s ' +
  'ins del sup sub mark code a span font center button form address article noscript svg math title textarea select ' +
  'template object iframe script style details summary figure label unknown-element ruby rt nobr body html head ' +
  'option optgroup datalist dialog canvas video picture meter progress text tspan foreignObject mi mfrac msup mroot mtable mtr'
).split(' ');
const VOID = ['br', 'hr', 'img', 'input', 'wbr', 'col', 'meta'];
const ATTRIBUTES = [
  '',
  ' hidden',
  ' style="font-weight:bold"',
  ' style="display:none"',
  ' dir=rtl lang=ar',
  ' href="x?a=1&amp;b"',
  ' href=" javascript:1 "',
  ' src="data:image/png;base64,A" alt=i',
  ' type=checkbox checked',
  ' type=radio value=v',
  ' value=" v  w "',
  ' open selected label=l',
  ' display=block id=i x=1',
  ' start=7 value=4',
  ' colspan=2 rowspan=0',
  ' class="line"',
];
const TEXTS = [
  'a',
  'bc',
  ' ',
  '\n',
  '\t x ',
  '\u00a0',
  '\u2003y',
  'e\u0301',
  '\u0301',
  '\u1100',
  '\u1161',
  '&lt;',
  '&#13;',
  '&nbsp;',
];

/** One piece of HTML: a tag of any kind, whether it fits or not, or a text. */
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...ATTRIBUTES)).map(([n, a]) => `<${n}${a}>`),
  },
  { weight: 3, arbitrary: fc.constantFrom(...NAMES).map((name) => `</${name}>`) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...VOID), fc.constantFrom(...ATTRIBUTES)).map(([n, a]) => `<${n}${a}>`),
  },
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<!-- c -->',
      '<!doctype html>',
      '<![CDATA[ x ]]>',
      '<?pi?>',
      '<',
      '</',
      '<div class="diffsvc">',
    ),
  },
);

/** HTML in any disorder. */
export const tagSoup: fc.Arbitrary<string> = fc
  .array(piece, { maxLength: 40, size: 'max' })
  .map((pieces) => pieces.join(''));

const INLINE_AND_BLOCKS =
  'p div section blockquote ul ol li dl dt dd h1 h2 b strong i em u s ins del sup code a span'.split(' ');
const TABLE_PARTS = 'tr td th tbody'.split(' ');

const FORMATTING = /^<(?:b|strong|i|em|u|s|code|a|span|ins|del|sup)\b/;
/**
 * With five, one end tag can take a block out of an element whose text has been read. The adoption agency keeps three
 * elements between. Browsers then unmark that text after the fact; this reader, which builds no tree, does not.
 */
const FORMATTING_MAX = 4;

function pair(name: string): string[] {
  return [`<${name}${name === 'a' ? ' href=x' : ''}>`, `</${name}>`];
}

function soupOf(tags: readonly string[]): fc.Arbitrary<string> {
  const pieces = fc.oneof(fc.constantFrom(...tags), fc.constantFrom('x', 'y', 'zz', 'w'));
  return fc.array(pieces, { maxLength: 40, size: 'max' }).map((list) => {
    let formatting = 0;
    return list.filter((each) => !FORMATTING.test(each) || ++formatting <= FORMATTING_MAX).join('');
  });
}

/**
 * Tag soup that this reader must read as browsers do. It has none of the elements that the reader drops. Cells and rows
 * appear only where a table is open.
 */
export const browserSoup: fc.Arbitrary<string> = fc.oneof(
  soupOf(INLINE_AND_BLOCKS.flatMap(pair)),
  soupOf([...INLINE_AND_BLOCKS.flatMap(pair), ...TABLE_PARTS.flatMap(pair), '<table>']).map((soup) => `<table>${soup}`),
);
