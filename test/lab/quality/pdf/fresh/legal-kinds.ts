import { makeText } from './model.ts';
import type { Random } from './random.ts';
import { SCRIPTS } from './scripts.ts';

/** Content of a page, and its styles. */
export interface KindContent {
  readonly body: string;
  readonly style: string;
}

const ENGLISH = SCRIPTS[0]!;
const GERMAN = SCRIPTS[1]!;
const text = (random: Random, least = 1, most = 3): string => escape(makeText(ENGLISH, random, least, most));
const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const paragraphs = (random: Random, count: number): string =>
  times(count, () => `<p>${text(random, 2, 5)}</p>`).join('');

/** Kinds of pages in legal documents that articles and reports lack, each with random text. */
export const LEGAL_KINDS: Readonly<Record<string, (random: Random) => KindContent>> = {
  'clauses with hanging numbers': (random) => ({
    style:
      '.c { padding-left: 3.2em; text-indent: -3.2em; margin: 0 0 .6em; } .d { margin-left: 3.2em; } .c b, .c i { display: inline-block; width: 3.2em; text-indent: 0; font-style: normal; font-weight: normal; }',
    body: times(5, (clause) => {
      const inner = times(random.int(2, 4), (sub) => {
        const points = times(random.int(0, 3), (at) => `<p class="c d"><i>(${'abc'[at]!})</i>${text(random)}</p>`).join(
          '',
        );
        return `<p class="c"><b>${clause + 1}.${sub + 1}</b>${text(random, 2, 4)}</p>${points}`;
      });
      return `<h2>${clause + 1}. Clause</h2>${inner.join('')}`;
    }).join(''),
  }),
  'signature block': (random) => ({
    style:
      '.s { display: flex; gap: 3em; margin-top: 2em; } .s div { flex: 1; } .l { border-bottom: 1pt solid; height: 2.5em; }',
    body: `${paragraphs(random, 3)}<div class="s">${['Supplier', 'Customer']
      .map(
        (party) =>
          `<div><p>For the ${party}</p><div class="l"></div><p>Name of the signatory</p><div class="l"></div><p>Place and date</p></div>`,
      )
      .join('')}</div>`,
  }),
  'two languages side by side': (random) => ({
    style:
      'table { width: 100%; table-layout: fixed; border-spacing: 1.5em 0; } td { vertical-align: top; padding: 0 0 .7em; }',
    body: `<table>${times(10, () => `<tr><td>${text(random, 2, 4)}</td><td lang="de">${escape(makeText(GERMAN, random, 2, 4))}</td></tr>`).join('')}</table>`,
  }),
  'table over pages with repeated head': (random) => ({
    style:
      'table { border-collapse: collapse; width: 100%; } td, th { border: .75pt solid #333; padding: 2pt 5pt; text-align: left; }',
    body: `${paragraphs(random, 1)}<table><thead><tr><th>Item</th><th>Description</th><th>Price</th></tr></thead>${times(
      60,
      (row) =>
        `<tr><td>${row + 1}</td><td>${text(random, 1, 1)}</td><td>${random.int(1, 9)},${random.int(100, 999)}.00</td></tr>`,
    ).join('')}</table>${paragraphs(random, 1)}`,
  }),
  'pleading with numbered lines': (random) => ({
    style:
      'p { line-height: 24pt !important; margin: 0 0 0 12mm !important; text-indent: 3em; } ol.n { position: fixed; left: 0; top: 0; width: 6mm; text-align: right; margin: 0; padding: 0; list-style: none; } ol.n li { line-height: 24pt; height: 24pt; }',
    body: `<ol class="n">${times(26, (line) => `<li>${line + 1}</li>`).join('')}</ol>${paragraphs(random, 9)}`,
  }),
  watermark: (random) => ({
    style:
      '.w { position: fixed; top: 40%; left: 10%; font-size: 90pt; color: #ddd; transform: rotate(-35deg); z-index: -1; }',
    body: `<div class="w">DRAFT</div>${paragraphs(random, 12)}`,
  }),
  'redlined source': (random) => ({
    style: 'del { color: #b00; } ins { color: #00b; }',
    body: times(
      8,
      () =>
        `<p>${text(random)} <del>${text(random, 1, 1)}</del> <ins>${text(random, 1, 1)}</ins> ${text(random, 1, 1)}</p>`,
    ).join(''),
  }),
  'defined terms in small capitals': (random) => ({
    style: '.k { font-variant-caps: small-caps; } .t { letter-spacing: .12em; }',
    body: times(
      8,
      () =>
        `<p>${text(random)} <span class="k">Confidential Information</span> means ${text(random)} <span class="t">Nota bene</span> ${text(random, 1, 1)}</p>`,
    ).join(''),
  }),
  'raised note marks': (random) => ({
    style: 'sup { font-size: .65em; line-height: 0; } .f { font-size: .8em; border-top: .5pt solid; margin-top: 2em; }',
    body: `${times(7, (note) => `<p>${text(random, 2, 3)}<sup>${note + 1}</sup> ${text(random, 1, 2)}</p>`).join('')}<div class="f">${times(7, (note) => `<p><sup>${note + 1}</sup> ${text(random, 1, 1)}</p>`).join('')}</div>`,
  }),
  'bullets of symbol fonts': (random) => ({
    style:
      'li { list-style: none; padding-left: 1.5em; text-indent: -1.5em; } li span { display: inline-block; width: 1.5em; text-indent: 0; }',
    body: times(
      4,
      (list) =>
        `<p>${text(random)}</p><ul>${times(4, () => `<li><span>${'▪➢❖✓'[list]!}</span>${text(random)}</li>`).join('')}</ul>`,
    ).join(''),
  }),
  'landscape annex': (random) => ({
    style:
      '@page wide { size: A4 landscape; } .a { page: wide; break-before: page; } table { border-collapse: collapse; } td { border: .75pt solid; padding: 3pt 6pt; }',
    body: `${paragraphs(random, 4)}<div class="a"><h2>Annex</h2><table>${times(8, () => `<tr>${times(5, () => `<td>${text(random, 1, 1)}</td>`).join('')}</tr>`).join('')}</table></div>`,
  }),
  'form with filled fields': (random) => ({
    style: 'label { display: block; margin: .6em 0; } input { font: inherit; border: .75pt solid #555; width: 60%; }',
    body: `${paragraphs(random, 2)}${times(6, (field) => `<label>Field ${'ABCDEF'[field]!}: <input value="${random.pick(['30 days', 'Supplier', '1,250.00 EUR'])}"></label>`).join('')}${paragraphs(random, 2)}`,
  }),
  'contents with leaders': (random) => ({
    style: '.e { display: flex; } .e i { flex: 1; overflow: hidden; white-space: nowrap; font-style: normal; }',
    body: `<h1>Contents</h1>${times(12, (entry) => `<div class="e"><span>${entry + 1}. ${random.pick(ENGLISH.words.filter((word) => /^[a-z]{6}/.test(word)))}</span><i>${' .'.repeat(200)}</i><span>${entry + 2}</span></div>`).join('')}${paragraphs(random, 3)}`,
  }),
};

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
