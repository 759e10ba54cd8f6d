/**
 * One visible edit at one place of a DOCX. Each must be mentioned: as a change, or as what was not compared. The snapshot
 * beside this file states what is said of each; `-u` writes it anew.
 */
import { describe, expect, it } from 'vitest';
import { describeDifferences } from '../../../shared/change/describe-uncompared.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { docx, picture, r, tc, tr, wp, type DocxParts } from '../../builders/docx.ts';

const PNG = (last: number): Uint8Array => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, last);
const field = (code: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const shape = (text: string, fill: string, place = '1'): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:positionH><wp:posOffset>${place}</wp:posOffset></wp:positionH>` +
  `<wp:extent cx="100" cy="100"/><wp:docPr id="7" name="Box"/><a:graphic><a:graphicData><wps:wsp><wps:spPr><a:solidFill><a:srgbClr val="${fill}"/></a:solidFill></wps:spPr>` +
  `<wps:txbx><w:txbxContent>${wp(text)}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice></mc:AlternateContent></w:r>`;

/** A body with something to edit of each kind. */
const BODY = [
  wp(r('Terms of the sale'), '<w:pStyle w:val="H"/>'),
  wp(r('The seller ') + r('delivers', '<w:b/>') + r(' the goods within ') + r('ten', '<w:i/>') + r(' days.')),
  wp(r('The price is ') + r('due') + r(' on Monday. H') + r('2', '<w:vertAlign w:val="subscript"/>') + r('O.')),
  wp(r('See ') + '<w:hyperlink r:id="link1">' + r('the price') + '</w:hyperlink>' + r('.')),
  wp('First item', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
  wp('Second item', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
  wp('One step', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>'),
  wp(r('A line') + '<w:r><w:br/></w:r>' + r('break and') + '<w:r><w:tab/></w:r>' + r('a tab')),
  `<w:tbl><w:tblPr><w:tblStyle w:val="T"/><w:tblBorders><w:top w:val="single" w:sz="4"/></w:tblBorders></w:tblPr><w:tblGrid/>${tr(
    [tc('Left'), tc('Right')],
  )}${tr([tc('Below left'), tc('Below right')])}</w:tbl>`,
  wp(picture('pic1', 914_400, 914_400, 'A seal')),
  wp(r('Page ') + field('REF a', 'seven') + r(' and a note') + '<w:r><w:footnoteReference w:id="2"/></w:r>'),
  wp(
    `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="0"/></w14:checkbox></w:sdtPr><w:sdtContent>${r('☐')}</w:sdtContent></w:sdt>` +
      r(' Agree'),
  ),
  wp(
    '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>' +
      r(' Old box'),
  ),
  wp(r('Box here') + shape('Words in a box', 'FF0000')),
  wp('<m:oMath><m:r><m:t>x+1</m:t></m:r></m:oMath>'),
  wp(r('Commented') + '<w:r><w:commentReference w:id="1"/></w:r>'),
  wp(r('\u2665 and Ein') + '<w:r><w:softHyphen/></w:r>' + r('kauf')),
  wp(r('\u7532\u65b9') + r(' ') + r('Цена') + r(' ') + r('سعر', '<w:rtl/>')),
  wp('The last words.'),
  '<w:sectPr><w:headerReference w:type="default" r:id="header1"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:left="1440"/></w:sectPr>',
].join('');

const PARTS: DocxParts = {
  styles:
    '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi"/><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>' +
    '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:color w:val="0000FF"/></w:rPr></w:style>' +
    '<w:style w:type="table" w:styleId="T"><w:name w:val="Grid"/><w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:fill="CCCCCC"/></w:tcPr></w:tblStylePr></w:style>',
  numbering:
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum>' +
    '<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>' +
    '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>',
  footnotes: `<w:footnote w:id="2">${wp('A note.')}</w:footnote>`,
  endnotes: `<w:endnote w:id="2">${wp('A note.')}</w:endnote>`,
  comments: `<w:comment w:id="1" w:author="Ada">${wp('A comment.')}</w:comment>`,
  headers: { header1: wp(r('Draft of May')) },
  links: { link1: 'https://example.org/' },
  images: { pic1: PNG(1) },
  theme:
    '<a:themeElements><a:clrScheme><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme></a:themeElements>',
};

async function mentions(original: Uint8Array, revised: Uint8Array): Promise<string[]> {
  const comparison = await compareFiles({
    ...{ formats: { original: 'docx', revised: 'docx' }, original, revised, mode: 'word', attributeMode: 'semantic' },
    ...{ include: ['headers', 'footers', 'comments', 'pictures'], complexity: 'extended' },
  });
  return [
    ...comparison.page(0, 100).changes.map(({ type }) => type),
    ...describeDifferences(comparison.uncompared ?? { differs: false, items: [] }),
  ];
}

const ofRun = (properties: string): [string, string] => [r('due'), r('due', properties)];
const ofParagraph = (properties: string): [string, string] => [
  wp('The last words.'),
  wp('The last words.', properties),
];
const SEAL = picture('pic1', 914_400, 914_400, 'A seal');
/** The seal beside the text. `x`: EMU from the column. `wrap`: what the text around it does. */
const floating = (x: string, wrap: string): string =>
  SEAL.replace(
    '<wp:inline>',
    `<wp:anchor><wp:positionH relativeFrom="column"><wp:posOffset>${x}</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>`,
  ).replace('</wp:inline>', `<wp:wrap${wrap}/></wp:anchor>`);
const ofItem = (properties: string): [string, string] => {
  const item = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>';
  return [item, item + properties];
};
const LEFT = '<w:tc><w:tcPr></w:tcPr><w:p><w:r><w:t xml:space="preserve">Left';

describe('one visible edit of the body of a DOCX is mentioned', () => {
  it.each([
    ['a word', [' days.', ' weeks.']],
    ['bold', [r('delivers', '<w:b/>'), r('delivers')]],
    ['underline', ofRun('<w:u w:val="single"/>')],
    ['a strike', ofRun('<w:strike/>')],
    ['a double strike', [r('due'), r('due', '<w:dstrike/>')]],
    ['a lowered digit', [r('2', '<w:vertAlign w:val="subscript"/>'), r('2')]],
    ['a highlight', ofRun('<w:highlight w:val="yellow"/>')],
    ['white letters', ofRun('<w:color w:val="FFFFFF"/>')],
    ['a size', ofRun('<w:sz w:val="4"/>')],
    ['a font', ofRun('<w:rFonts w:ascii="Courier"/>')],
    ['the font of Chinese letters', [r('\u7532\u65b9'), r('\u7532\u65b9', '<w:rFonts w:eastAsia="KaiTi"/>')]],
    ['the font of Russian letters', [r('Цена'), r('Цена', '<w:rFonts w:hAnsi="Courier"/>')]],
    ['the size of Arabic letters', [r('سعر', '<w:rtl/>'), r('سعر', '<w:szCs w:val="80"/><w:rtl/>')]],
    ['the weight of Arabic letters', [r('سعر', '<w:rtl/>'), r('سعر', '<w:bCs/><w:rtl/>')]],
    ['capitals', ofRun('<w:caps/>')],
    ['small capitals', ofRun('<w:smallCaps/>')],
    ['hidden letters', ofRun('<w:vanish/>')],
    ['letter spacing', ofRun('<w:spacing w:val="60"/>')],
    ['a raised word', ofRun('<w:position w:val="12"/>')],
    ['an effect', ofRun('<w:emboss/>')],
    ['an effect of later versions', ofRun('<w14:textFill><w14:noFill/></w14:textFill>')],
    ['a frame of letters', ofRun('<w:bdr w:val="single"/>')],
    ['shaded letters', ofRun('<w:shd w:val="clear" w:fill="000000"/>')],
    ['wide letters', ofRun('<w:w w:val="200"/>')],
    ['a heading that is not bold', [r('Terms of the sale'), r('Terms of the sale', '<w:b w:val="0"/>')]],
    ['a heading that is black', [r('Terms of the sale'), r('Terms of the sale', '<w:color w:val="auto"/>')]],
    ['no heading', ['<w:pStyle w:val="H"/>', '']],
    ['an alignment', ofParagraph('<w:jc w:val="center"/>')],
    ['an indent', ofParagraph('<w:ind w:left="720"/>')],
    ['space before a paragraph', ofParagraph('<w:spacing w:before="720"/>')],
    ['the height of lines', ofParagraph('<w:spacing w:line="480"/>')],
    ['the border of a paragraph', ofParagraph('<w:pBdr><w:top w:val="single" w:sz="4"/></w:pBdr>')],
    ['the shade of a paragraph', ofParagraph('<w:shd w:val="clear" w:fill="FFFF00"/>')],
    ['the direction of a paragraph', ofParagraph('<w:bidi/>')],
    ['a drop cap', ofParagraph('<w:framePr w:dropCap="drop"/>')],
    [
      'stops of tabs',
      [`<w:p>${r('A line')}`, `<w:p><w:pPr><w:tabs><w:tab w:val="right" w:pos="9000"/></w:tabs></w:pPr>${r('A line')}`],
    ],
    [
      'dots that lead to a tab',
      [
        `<w:p>${r('A line')}`,
        `<w:p><w:pPr><w:tabs><w:tab w:val="left" w:leader="dot" w:pos="720"/></w:tabs></w:pPr>${r('A line')}`,
      ],
    ],
    ['a tab at the margin', ['<w:tab/>', '<w:ptab w:alignment="right" w:relativeTo="margin" w:leader="none"/>']],
    ['an endnote for a footnote', ['w:footnoteReference', 'w:endnoteReference']],
    ['a number that is struck', ofItem('<w:rPr><w:strike/></w:rPr>')],
    ['a hidden end of a paragraph', ofParagraph('<w:rPr><w:vanish/></w:rPr>')],
    ['letters from right to left', [r('due'), `<w:bdo w:val="rtl">${r('due')}</w:bdo>`]],
    ['a bold equation', ['<m:r><m:t>x+1', '<m:r><m:rPr><m:sty m:val="b"/></m:rPr><m:t>x+1']],
    ['a red equation', ['<m:r><m:t>x+1', '<m:r><w:rPr><w:color w:val="FF0000"/></w:rPr><m:t>x+1']],
    ['the width of a table', ['</w:tblPr>', '<w:tblW w:w="2500" w:type="pct"/></w:tblPr>']],
    ['a page break', ofParagraph('<w:pageBreakBefore/>')],
    ['a page break in a run', [r('break and'), '<w:r><w:br w:type="page"/></w:r>' + r('break and')]],
    ['a line break', ['<w:r><w:br/></w:r>', r(' ')]],
    ['a space for a tab', ['<w:r><w:tab/></w:r>', r(' ')]],
    ['the target of a link', ['<w:hyperlink r:id="link1">', '<w:hyperlink w:anchor="x">']],
    ['numbers for bullets', ['<w:numId w:val="1"/>', '<w:numId w:val="2"/>']],
    ['no bullet', ['<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>', '']],
    ['the level of an item', ['<w:ilvl w:val="0"/><w:numId w:val="1"/>', '<w:ilvl w:val="1"/><w:numId w:val="1"/>']],
    ['the border of a table', ['<w:tblBorders><w:top w:val="single" w:sz="4"/></w:tblBorders>', '']],
    ['the style of a table', ['<w:tblStyle w:val="T"/>', '']],
    ['the place of a table', ['</w:tblPr>', '<w:jc w:val="center"/></w:tblPr>']],
    ['the shade of a cell', [LEFT, LEFT.replace('<w:tcPr>', '<w:tcPr><w:shd w:fill="FFFF00"/>')]],
    [
      'the border of a cell',
      [LEFT, LEFT.replace('<w:tcPr>', '<w:tcPr><w:tcBorders><w:top w:val="double"/></w:tcBorders>')],
    ],
    ['merged cells', [LEFT, LEFT.replace('<w:tcPr>', '<w:tcPr><w:gridSpan w:val="2"/>')]],
    ['the direction of a cell', [LEFT, LEFT.replace('<w:tcPr>', '<w:tcPr><w:textDirection w:val="tbRl"/>')]],
    ['the ground of an empty cell', [tc('Below right'), `${tc('Below right')}${tc('', '<w:shd w:fill="FFFF00"/>')}`]],
    ['the size of a picture', ['cx="914400"', 'cx="91440"']],
    ['the description of a picture', ['A seal', 'A stamp']],
    ['a cut picture', ['<a:blip r:embed="pic1"/>', '<a:blip r:embed="pic1"/><a:srcRect l="20000"/>']],
    ['a picture beside the text', [SEAL, floating('100000', 'Square')]],
    ['the result of a field', ['seven', 'nine']],
    ['no note', ['<w:r><w:footnoteReference w:id="2"/></w:r>', '']],
    ['a checked box', [r('☐'), r('☒')]],
    ['a checked box of a form', ['<w:default w:val="0"/>', '<w:default w:val="1"/>']],
    ['the words of a box', ['Words in a box', 'Words of a box']],
    ['the colour of a box', ['FF0000', '00FF00']],
    ['the place of a box', ['<wp:posOffset>1<', '<wp:posOffset>900000<']],
    ['an equation', ['x+1', 'x-1']],
    ['a heart as an emoji', ['\u2665', '\u2665\ufe0f']],
    ['a soft hyphen', ['<w:r><w:softHyphen/></w:r>', '']],
    ['a header that is gone', ['<w:headerReference w:type="default" r:id="header1"/>', '']],
    ['the size of the page', ['w:w="11906"', 'w:w="16838"']],
    ['the margins', ['w:left="1440"', 'w:left="720"']],
    ['lines between the rows of a table', ['</w:tblBorders>', '<w:insideH w:val="single" w:sz="4"/></w:tblBorders>']],
    [
      'a diagonal line in a cell',
      [LEFT, LEFT.replace('<w:tcPr>', '<w:tcPr><w:tcBorders><w:tl2br w:val="single"/></w:tcBorders>')],
    ],
    ['a line between paragraphs', ofParagraph('<w:pBdr><w:between w:val="single" w:sz="4"/></w:pBdr>')],
    ['a pattern behind a paragraph', ofParagraph('<w:shd w:val="pct50" w:color="auto" w:fill="auto"/>')],
    ['the colour of an underline', [r('due'), r('due', '<w:u w:val="wave" w:color="FF0000"/>')]],
    ['a colour of the theme', ofRun('<w:color w:val="000000" w:themeColor="accent1"/>')],
    ['no space between paragraphs of one style', ofParagraph('<w:spacing w:before="400"/><w:contextualSpacing/>')],
    ['a table with text around it', ['<w:tblPr>', '<w:tblPr><w:tblpPr w:vertAnchor="page" w:tblpY="4000"/>']],
    ['a row that repeats on each page', ['<w:tr>', '<w:tr><w:trPr><w:tblHeader/></w:trPr>']],
    ['a row that starts further right', ['<w:tr>', '<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>']],
    ['a grid of lines', ['<w:pgMar', '<w:docGrid w:type="lines" w:linePitch="600"/><w:pgMar']],
    ['the position of letters on the line', ofParagraph('<w:textAlignment w:val="top"/>')],
    ['indents in characters', ofParagraph('<w:ind w:firstLineChars="200"/>')],
    ['space in lines', ofParagraph('<w:spacing w:beforeLines="200"/>')],
    ['automatic space', ofParagraph('<w:spacing w:beforeAutospacing="1"/>')],
    ['an emphasis mark', ofRun('<w:em w:val="dot"/>')],
    ['letters that fit a width', ofRun('<w:fitText w:val="3000"/>')],
    ['two lines in one', ofRun('<w:eastAsianLayout w:combine="1"/>')],
    ['a line between columns', ['<w:pgMar', '<w:cols w:num="2" w:sep="1"/><w:pgMar']],
    ['a frame around a paragraph', ofParagraph('<w:framePr w:w="2000" w:x="5000" w:y="900"/>')],
    ['empty lines', [wp('The last words.'), wp('') + wp('') + wp('The last words.')]],
    ['an empty line at the end of a cell', ['</w:tc>', `${wp('')}</w:tc>`]],
    ['empty lines before a table', ['<w:tbl>', `${wp('')}${wp('')}<w:tbl>`]],
    ['digits of another form', ofRun('<w14:numForm w14:val="oldStyle"/>')],
    ['the height of a row', ['<w:tr>', '<w:tr><w:trPr><w:trHeight w:val="2000"/></w:trPr>']],
    ['the widths of columns', ['<w:tblGrid/>', '<w:tblGrid><w:gridCol w:w="900"/><w:gridCol w:w="5000"/></w:tblGrid>']],
    ['the space between cells', ['</w:tblPr>', '<w:tblCellSpacing w:w="200" w:type="dxa"/></w:tblPr>']],
    ['the margins of a cell', [LEFT, LEFT.replace('<w:tcPr>', '<w:tcPr><w:tcMar><w:left w:w="900"/></w:tcMar>')]],
    ['text that runs across cells', [LEFT, LEFT.replace('<w:tcPr>', '<w:tcPr><w:noWrap/>')]],
    ['vertical place on the page', ['<w:pgMar', '<w:vAlign w:val="center"/><w:pgMar']],
    ['a first page of its own', ['<w:pgMar', '<w:titlePg/><w:pgMar']],
    ['line numbers', ['<w:pgMar', '<w:lnNumType w:countBy="1"/><w:pgMar']],
    ['the start of page numbers', ['<w:pgMar', '<w:pgNumType w:start="7"/><w:pgMar']],
    ['a page from right to left', ['<w:pgMar', '<w:bidi/><w:pgMar']],
    ['vertical lines', ['<w:pgMar', '<w:textDirection w:val="tbRl"/><w:pgMar']],
    ['columns', ['<w:pgMar', '<w:cols w:num="2"/><w:pgMar']],
    ['the border of pages', ['<w:pgMar', '<w:pgBorders><w:top w:val="single"/></w:pgBorders><w:pgMar']],
    [
      'a section on a page of its own',
      [wp('The last words.'), wp('', '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>') + wp('The last words.')],
    ],
    ['an inserted word that is tracked', [r('due'), '<w:ins>' + r('overdue') + '</w:ins>']],
  ] as const)('%s', async (_name, [from, to]) => {
    const body = BODY.replace(from, to);
    expect(body).not.toBe(BODY);
    const mentioned = await mentions(docx(BODY, PARTS), docx(body, PARTS));
    expect(mentioned).not.toEqual([]);
    expect(mentioned).toMatchSnapshot();
  });
});

describe('one visible edit of another part of a DOCX is mentioned', () => {
  const theme = (font: string): string =>
    `<a:themeElements><a:fontScheme><a:minorFont><a:latin typeface="${font}"/></a:minorFont></a:fontScheme></a:themeElements>`;
  const ofNumber = (properties: string): string =>
    PARTS.numbering!.replace('<w:lvlText w:val="%1."/>', `$&${properties}`);
  const before = { ...PARTS, theme: theme('Calibri') };
  it.each<[string, DocxParts]>([
    ['a note', { footnotes: PARTS.footnotes!.replace('A note', 'No note') }],
    ['a comment', { comments: PARTS.comments!.replace('A comment', 'No comment') }],
    ['a header', { headers: { header1: wp('Draft of June') } }],
    ['an empty line at the end of a header', { headers: { header1: PARTS.headers!['header1']! + wp('') } }],
    ['the look of a header', { headers: { header1: wp(r('Draft of May', '<w:color w:val="FFFFFF"/>')) } }],
    ['a picture', { images: { pic1: PNG(2) } }],
    ['a link', { links: { link1: 'https://example.com/' } }],
    ['the size of the standard', { styles: PARTS.styles!.replace('w:val="22"', 'w:val="28"') }],
    ['the colour of a style', { styles: PARTS.styles!.replace('0000FF', 'FFFFFF') }],
    ['the weight of a style', { styles: PARTS.styles!.replace('<w:b/>', '') }],
    ['the shade of a table style', { styles: PARTS.styles!.replace('CCCCCC', '333333') }],
    ['a bullet', { numbering: PARTS.numbering!.replace('w:lvlText w:val="•"', 'w:lvlText w:val="–"') }],
    ['letters for numbers', { numbering: PARTS.numbering!.replace('"decimal"', '"upperLetter"') }],
    ['the weight of numbers', { numbering: ofNumber('<w:rPr><w:b/></w:rPr>') }],
    ['the colour of numbers', { numbering: ofNumber('<w:rPr><w:color w:val="FF0000"/></w:rPr>') }],
    ['the indent of a list', { numbering: ofNumber('<w:pPr><w:ind w:left="2880"/></w:pPr>') }],
    ['a picture for a bullet', { numbering: ofNumber('<w:lvlPicBulletId w:val="0"/>') }],
    ['what follows a number', { numbering: ofNumber('<w:suff w:val="nothing"/>') }],
    ['another first number', { numbering: PARTS.numbering!.replace('<w:start w:val="1"/>', '<w:start w:val="4"/>') }],
    ['numbers of notes as letters', { settings: '<w:footnotePr><w:numFmt w:val="upperLetter"/></w:footnotePr>' }],
    ['numbers on the right', { numbering: ofNumber('<w:lvlJc w:val="right"/>') }],
    ['headers of even pages', { settings: '<w:evenAndOddHeaders/>' }],
    ['hyphenation', { settings: '<w:autoHyphenation/>' }],
    ['the ground of the page', { settings: '<w:displayBackgroundShape/>' }],
    ['mirrored margins', { settings: '<w:mirrorMargins/>' }],
    ['the distance of tabs', { settings: '<w:defaultTabStop w:val="2880"/>' }],
    [
      'bold in the first row of a table style',
      { styles: PARTS.styles!.replace('<w:tblStylePr w:type="firstRow">', '$&<w:rPr><w:b/></w:rPr>') },
    ],
    ['the font of the theme', { theme: theme('Aptos') }],
    ['the look of a note', { footnotes: PARTS.footnotes!.replace('<w:r>', '<w:r><w:rPr><w:sz w:val="4"/></w:rPr>') }],
  ])('%s', async (_name, parts) => {
    const mentioned = await mentions(docx(BODY, before), docx(BODY, { ...before, ...parts }));
    expect(mentioned).not.toEqual([]);
    expect(mentioned).toMatchSnapshot();
  });
});

describe('the place of a drawing is mentioned', () => {
  const standing = (seal: string): Uint8Array => docx(BODY.replace(SEAL, seal), PARTS);
  const here = standing(floating('127000', 'Square'));

  it('where it moves', async () => {
    expect(await mentions(here, standing(floating('1270000', 'Square')))).toEqual([
      'The same text has another formatting: “Page seven and a note*”, “place of a picture or drawing 10pt across from the column, 0pt down from the paragraph, text around it” became “place of a picture or drawing 100pt across from the column, 0pt down from the paragraph, text around it”.',
    ]);
  });

  it('where the text runs around it in another way', async () => {
    expect(await mentions(here, standing(floating('127000', 'TopAndBottom')))).toHaveLength(1);
  });

  it('and not where the drawing comes or goes, because a change names it', async () => {
    expect(await mentions(standing(''), here)).toEqual(['block_insert']);
    expect(await mentions(here, standing(''))).toEqual(['block_delete']);
  });
});

describe('where a section begins is mentioned', () => {
  const inSections = (type: string): string => {
    const form = '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:left="1440"/>';
    const first = wp('The end of the first section.', `<w:sectPr>${form}</w:sectPr>`);
    return BODY.replace(wp('The last words.'), `${first}${wp('The last words.')}`).replace(
      '<w:sectPr><w:headerReference',
      `<w:sectPr>${type}<w:headerReference`,
    );
  };
  it.each(['continuous', 'oddPage', 'evenPage', 'nextColumn'])('%s', async (type) => {
    const typed = docx(inSections(`<w:type w:val="${type}"/>`), PARTS);
    expect(await mentions(docx(inSections(''), PARTS), typed)).toEqual([
      expect.stringMatching(/“The last words\.”.*break before page.*became/),
    ]);
    const stated = docx(inSections('<w:type w:val="nextPage"/>'), PARTS);
    expect(await mentions(docx(inSections(''), PARTS), stated)).toEqual([]);
  });
});

describe('one visible edit of what a paragraph states is mentioned', () => {
  it.each([
    [
      'the distance of a border',
      '<w:pBdr><w:top w:val="single"/></w:pBdr>',
      '<w:pBdr><w:top w:val="single" w:space="30"/></w:pBdr>',
    ],
    ['letters spread over the line', '<w:jc w:val="both"/>', '<w:jc w:val="distribute"/>'],
    ['another pattern', '<w:shd w:val="pct10" w:fill="FFFFFF"/>', '<w:shd w:val="pct90" w:fill="FFFFFF"/>'],
    [
      'another colour of the pattern',
      '<w:shd w:val="pct50" w:color="0000FF"/>',
      '<w:shd w:val="pct50" w:color="FF0000"/>',
    ],
  ])('%s', async (_name, from, to) => {
    const [original, revised] = [from, to].map((properties) => BODY.replace(...ofParagraph(properties)));
    const mentioned = await mentions(docx(original!, PARTS), docx(revised!, PARTS));
    expect(mentioned).not.toEqual([]);
    expect(mentioned).toMatchSnapshot();
  });
});

it('says in words what became of the letters of a number', async () => {
  const red = '<w:lvlText w:val="%1."/><w:rPr><w:b/><w:color w:val="FF0000"/></w:rPr>';
  const numbering = PARTS.numbering!.replace('<w:lvlText w:val="%1."/>', red);
  expect(await mentions(docx(BODY, PARTS), docx(BODY, { ...PARTS, numbering }))).toEqual([
    'The same text has another formatting: “One step”, “letters of the number standard” became “letters of the number colour #ff0000, weight bold”.',
  ]);
});

describe('what looks the same in two spellings is not mentioned', () => {
  const ofLevel = (indent: string): DocxParts => ({
    ...PARTS,
    numbering: PARTS.numbering!.replace('<w:lvlText w:val="%1."/>', `$&<w:pPr>${indent}</w:pPr>`),
  });
  const INDENT = '<w:ind w:left="720" w:hanging="360"/>';
  const OWN = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>';
  it('the indent of a list, stated by the list or by its item', async () => {
    const byItem = BODY.replace(OWN, `${OWN}${INDENT}`);
    expect(await mentions(docx(BODY, ofLevel(INDENT)), docx(byItem, ofLevel('')))).toEqual([]);
    expect(await mentions(docx(BODY, ofLevel('')), docx(byItem, ofLevel('')))).not.toEqual([]);
  });

  it('the fonts of letters that a text has none of', async () => {
    const fonts = '<w:rFonts w:eastAsia="KaiTi" w:cs="Nazli" w:hAnsi="Courier"/><w:szCs w:val="80"/>';
    expect(await mentions(docx(BODY, PARTS), docx(BODY.replace(...ofRun(fonts)), PARTS))).toEqual([]);
  });

  it('widths of columns a millimetre apart, and those of a table with another column', async () => {
    const grid = (...widths: number[]): string =>
      `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`;
    const wide = BODY.replace('<w:tblGrid/>', grid(3_000, 3_000));
    expect(await mentions(docx(wide, PARTS), docx(BODY.replace('<w:tblGrid/>', grid(3_030, 2_975)), PARTS))).toEqual(
      [],
    );
    const third = BODY.replace('<w:tblGrid/>', grid(2_000, 2_000, 2_000))
      .replace(tc('Right'), `${tc('Right')}${tc('New')}`)
      .replace(tc('Below right'), `${tc('Below right')}${tc('Below new')}`);
    expect(await mentions(docx(wide, PARTS), docx(third, PARTS))).not.toContainEqual(expect.stringContaining('widths'));
  });

  it('a colour of the theme, and the value that a program wrote beside it', async () => {
    const theme = (accent: string): string =>
      `<a:themeElements><a:clrScheme><a:accent1><a:srgbClr val="${accent}"/></a:accent1></a:clrScheme></a:themeElements>`;
    const coloured = (properties: string): string => BODY.replace(...ofRun(properties));
    const named = coloured('<w:color w:val="2F5496" w:themeColor="accent1" w:themeShade="BF"/>');
    const blue = { ...PARTS, theme: theme('4472C4') };
    expect(await mentions(docx(named, blue), docx(coloured('<w:color w:val="2F5496"/>'), blue))).toEqual([]);
    expect(await mentions(docx(named, blue), docx(named, { ...PARTS, theme: theme('FF0000') }))).not.toEqual([]);
    const tinted = '<w:shd w:val="clear" w:fill="8EAADB" w:themeFill="accent1" w:themeFillTint="99"/>';
    const plain = '<w:shd w:val="clear" w:fill="8EAADB"/>';
    expect(await mentions(docx(coloured(tinted), blue), docx(coloured(plain), blue))).toEqual([]);
  });

  it('half an inch between tabs, as two programs round it', async () => {
    const settings = '<w:defaultTabStop w:val="709"/>';
    expect(await mentions(docx(BODY, PARTS), docx(BODY, { ...PARTS, settings }))).toEqual([]);
  });
});
