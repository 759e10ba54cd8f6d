/** The documents that the fuzzer damages: small ones of every format, and those of the corpus where it is there. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { docx, picture, r, tbl, tc, tr, wp } from '../../builders/docx.ts';
import { plainPdf, showText } from '../../builders/plain-pdf.ts';
import { corpusRoot, readPairs, type PairFormat } from '../input-pairs.ts';
import type { Bases, FuzzFormat } from './fuzz-case.ts';

/** Larger documents of the corpus make cases slow, and find no more. */
const MOST_BYTES = { text: 20_000, docx: 60_000, pdf: 120_000 };

const HTML = `<h1>Terms &amp; conditions</h1><p dir="rtl">The <b>fee</b> is <a href="#fee">due</a> in 30&nbsp;days.</p>
<ol type="a" start="3"><li>One<ul><li>Two</li></ul></li><li value="9">Three</li></ol>
<table><caption>Rates</caption><tr><th colspan="2">A</th></tr><tr><td rowspan="2">1</td><td>2</td></tr><tr><td><p>x</p><p>y</p></td></tr></table>
<blockquote>Quoted <i>text</i></blockquote><dl><dt>Term</dt><dd>Meaning</dd></dl><pre>a
  b</pre><svg><text>drawn</text></svg><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math><p id="fee">Fee<img src="a.png" alt="Plan"></p>
<select><option>No</option><option selected>Yes</option></select><input value="typed"><textarea>long</textarea><hr>`;
const MARKDOWN = `# Terms\n\nThe **fee** is [due](#fee) in *30* days[^1].\n\n3. One\n   - Two\n4. Three\n\n| A | B |\n|---|--:|\n| 1 | 2 |\n\n> Quoted\n> > twice\n\n\`\`\`js\ncode()\n\`\`\`\n\n- [x] done\n\n[^1]: A note.\n\nLine one  \nline two\n`;
const TXT =
  'Terms\n\n1. The fee is due in 30 days.\n   (a) First\n   (b) Second\n\n\tIndented\nLast line without an end';
const JSON_TEXT = JSON.stringify({
  id: 1,
  name: 'fee',
  list: [1, 'two', null, { a: [] }],
  deep: { a: { b: { c: -0.5 } } },
});

const DOCX = docx(
  wp('Terms of the agreement', '<w:pStyle w:val="H"/>') +
    wp(`${r('The fee is due ')}<w:r><w:footnoteReference w:id="2"/></w:r>${r('in 30 days.', '<w:b/>')}`) +
    wp('First item', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') +
    tbl(
      tr([tc('Rate', '<w:gridSpan w:val="2"/>'), tc('30')]),
      tr([tc('a'), tc(wp('b') + tbl(tr([tc('inner')])) + wp())]),
    ) +
    wp(
      `<w:hyperlink r:id="link">${r('a link')}</w:hyperlink><w:r><w:commentReference w:id="0"/></w:r>${picture('i1')}`,
    ) +
    wp(
      `<w:ins w:id="91" w:author="B">${r('inserted')}</w:ins><w:del w:id="92" w:author="B"><w:r><w:delText>gone</w:delText></w:r></w:del>`,
    ) +
    '<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>',
  {
    styles: '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>',
    numbering:
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    footnotes: `<w:footnote w:id="2">${wp('A note.')}</w:footnote>`,
    comments: `<w:comment w:id="0" w:author="C">${wp('Why?')}</w:comment>`,
    headers: { h1: wp('Draft 1') },
    links: { link: 'https://example.com/' },
    images: { i1: Buffer.from('picture') },
  },
);
const PDF = plainPdf([
  { content: `${showText('Terms of the agreement', 72, 700, 18)}\n${showText('The fee is due in 30 days.', 72, 660)}` },
  { content: `${showText('Rate', 72, 700)}\n${showText('30', 200, 700)}\n72 690 300 1 re f` },
]);

const OWN: Readonly<Record<FuzzFormat, string | Uint8Array>> = {
  html: HTML,
  markdown: MARKDOWN,
  txt: TXT,
  json: JSON_TEXT,
  'json-tree': JSON_TEXT,
  docx: DOCX,
  'docx-bytes': DOCX,
  pdf: PDF,
};

/** The bases of a format. `ownOnly`: without those of the corpus. */
export function fuzzBases(format: FuzzFormat, { ownOnly = false } = {}): Bases {
  const root = ownOnly ? null : corpusRoot();
  return [OWN[format], ...(root === null ? [] : corpusBases(root, format))];
}

function corpusBases(root: string, format: FuzzFormat): Bases {
  if (format === 'docx' || format === 'docx-bytes')
    return filesOf(join(root, 'docx', 'singles'), '.docx', MOST_BYTES.docx);
  if (format === 'pdf') return filesOf(join(root, 'pdf', 'singles'), '.pdf', MOST_BYTES.pdf);
  const name: PairFormat = format === 'json-tree' ? 'json' : format;
  return readPairs(root, name)
    .map(({ original }) => original)
    .filter(({ length }) => length <= MOST_BYTES.text);
}

function filesOf(folder: string, ending: string, mostBytes: number): Uint8Array[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).size <= mostBytes)
    .map((file) => readFileSync(file));
}
