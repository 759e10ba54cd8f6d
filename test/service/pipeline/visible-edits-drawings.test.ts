/** One visible edit of a drawing, a field or an equation of a DOCX. Each must be mentioned, and equal ones must not. */
import { describe, expect, it } from 'vitest';
import { INCLUDES, type Include } from '../../../shared/api/include.ts';
import { describeDifferences } from '../../../shared/change/describe-uncompared.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { docx, picture, r, wp, type DocxParts } from '../../builders/docx.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

async function mentions(
  original: Uint8Array,
  revised: Uint8Array,
  include: readonly Include[] = [],
): Promise<string[]> {
  const comparison = await compareFiles({
    ...{ formats: { original: 'docx', revised: 'docx' }, original, revised, mode: 'word', attributeMode: 'semantic' },
    include,
  });
  return [
    ...comparison.page(0, 100).changes.map(({ type }) => type),
    ...describeDifferences(comparison.uncompared ?? { differs: false, items: [] }),
  ];
}

/** A document with a relationship to each target, by its id. */
function related(body: string, type: string, targets: Readonly<Record<string, string>>, parts: DocxParts = {}) {
  const relationships = Object.entries(targets).map(
    ([id, target]) => `<Relationship Id="${id}" Type="${RELATIONSHIP}/${type}" ${target}/>`,
  );
  const images = Object.keys(parts.images ?? {}).map(
    (id) => `<Relationship Id="${id}" Type="${RELATIONSHIP}/image" Target="media/${id}.png"/>`,
  );
  return docx(body, {
    ...parts,
    files: {
      ...parts.files,
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[...relationships, ...images].join('')}</Relationships>`,
    },
  });
}

const INCLUSIONS = [
  { name: 'alone', include: [] },
  { name: 'where all is included', include: INCLUDES },
] as const;

describe('the vector original of a picture is mentioned', () => {
  const withSvg = (text: string): Uint8Array => {
    const svg =
      '<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main" r:embed="svg1"/></a:ext></a:extLst>';
    const body = picture('i1').replace('<a:blip r:embed="i1"/>', `<a:blip r:embed="i1">${svg}</a:blip>`);
    const files = { 'word/media/a.svg': `<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>` };
    return related(wp(r('See ') + body), 'image', { svg1: 'Target="media/a.svg"' }, { images: { i1: PNG }, files });
  };
  it.each(INCLUSIONS)('$name', async ({ include }) => {
    expect(await mentions(withSvg('5'), withSvg('900'), include)).toHaveLength(1);
    expect(await mentions(withSvg('5'), withSvg('5'), include)).toEqual([]);
  });
});

describe('a drawing that nobody sees is mentioned', () => {
  const box = (hidden: string): string =>
    `<w:r><w:drawing><wp:anchor><wp:extent cx="9" cy="9"/><wp:docPr id="7" name="Box"${hidden}/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${wp('Pay 5')}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`;
  const shape = (hidden: string): string => box(hidden).replace(/<wps:txbx>.*<\/wps:txbx>/u, '<wps:spPr/>');
  const seal = (hidden: string): string => picture('i1').replace('name="Picture"', `name="Picture"${hidden}`);
  const kinds = [
    ['a box', box],
    ['a shape', shape],
    ['a picture', seal],
  ] as const;
  it.each(kinds)('%s', async (_, drawing) => {
    const file = (hidden: string): Uint8Array => docx(wp(r('See ') + drawing(hidden)), { images: { i1: PNG } });
    for (const { include } of INCLUSIONS) {
      expect(await mentions(file(' hidden="1"'), file(''), include)).toHaveLength(1);
      expect(await mentions(file(' hidden="true"'), file(' hidden="1"'), include)).toEqual([]);
      expect(await mentions(file(' hidden="0"'), file(''), include)).toEqual([]);
    }
  });
});

describe('the link of a picture is mentioned', () => {
  const click = picture('i1').replace(/<wp:docPr([^>]*)\/>/u, '<wp:docPr$1><a:hlinkClick r:id="l1"/></wp:docPr>');
  const file = (body: string, address: string): Uint8Array =>
    docx(wp(r('See ') + body), { images: { i1: PNG }, links: { l1: address } });
  const around = `<w:hyperlink r:id="l1">${picture('i1')}</w:hyperlink>`;
  it.each(INCLUSIONS)('$name', async ({ include }) => {
    for (const body of [click, around]) {
      const original = file(body, 'https://example.org/');
      expect(await mentions(original, file(body, 'https://example.com/'), include)).toHaveLength(1);
      expect(await mentions(original, file(picture('i1'), ''), include)).toHaveLength(1);
    }
    expect(await mentions(file(click, 'https://a.example/'), file(around, 'https://a.example/'), include)).toEqual([]);
  });
});

describe('a field without a result', () => {
  const character = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const field = (instruction: string): Uint8Array =>
    docx(
      wp(
        `${r('Sum: ')}${character('begin')}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>${character('end')}`,
      ),
    );
  const simple = (instruction: string): Uint8Array =>
    docx(wp(`${r('Sum: ')}<w:fldSimple w:instr=" ${instruction} "/>`));
  it.each([
    ['EQ \\f(1,5)', 'EQ \\f(1,6)'],
    ['LISTNUM \\s 5', 'LISTNUM \\s 9'],
    ['AUTONUM', 'AUTONUMLGL'],
    ['PAGE', 'NUMPAGES'],
    ['MERGEFIELD a', 'MERGEFIELD b'],
  ])('is mentioned where %s becomes %s', async (from, to) => {
    expect(await mentions(field(from), field(to))).toEqual([
      `Field without a stored result after “Sum:”: “${from}” became “${to}”.`,
    ]);
    expect(await mentions(simple(from), simple(to))).toHaveLength(1);
    expect(await mentions(field(from), simple(from))).toEqual([]);
  });
  it('is not mentioned where its instruction is only spelled another way', async () => {
    expect(await mentions(field('PAGE'), field(' page   \\* MERGEFORMAT'))).toEqual([]);
  });
});

describe('what stands outside the text is mentioned', () => {
  it('a document that is inserted by its address', async () => {
    const file = (target: string): Uint8Array =>
      related(`${wp('Terms')}<w:p><w:subDoc r:id="s1"/></w:p>`, 'subDocument', {
        s1: `TargetMode="External" Target="${target}"`,
      });
    expect(await mentions(file('a.docx'), file('b.docx'))).toHaveLength(1);
    expect(await mentions(file('a.docx'), docx(wp('Terms')))).toHaveLength(1);
    expect(await mentions(file('a.docx'), file('a.docx'))).toEqual([]);
  });

  it('the same between two paragraphs', async () => {
    const file = (target: string): Uint8Array =>
      related(`${wp('Terms')}<w:subDoc r:id="s1"/>${wp('End')}`, 'subDocument', {
        s1: `TargetMode="External" Target="${target}"`,
      });
    expect(await mentions(file('a.docx'), file('b.docx'))).toHaveLength(1);
    expect(await mentions(file('a.docx'), file('a.docx'))).toEqual([]);
  });

  it('the text between the page and its notes', async () => {
    const file = (separator: string): Uint8Array =>
      docx(wp(`${r('Sum')}<w:r><w:footnoteReference w:id="2"/></w:r>`), {
        footnotes: `<w:footnote w:type="separator" w:id="0">${separator}</w:footnote><w:footnote w:id="2">${wp('A note.')}</w:footnote>`,
      });
    expect(await mentions(file(wp('Pay 5')), file(wp('Pay 900')))).toHaveLength(1);
    expect(await mentions(file(wp('<w:r><w:separator/></w:r>')), file(wp('Pay 900')))).toHaveLength(1);
    expect(await mentions(file(wp('<w:r><w:separator/></w:r>')), file(wp()))).toEqual([]);
  });
});

describe('what an equation shows around its letters is mentioned', () => {
  const part = (name: string, text: string): string => `<m:${name}><m:r><m:t>${text}</m:t></m:r></m:${name}>`;
  const equation = (name: string, properties: string, parts: string): Uint8Array =>
    docx(wp(`${r('So ')}<m:oMath><m:${name}><m:${name}Pr>${properties}</m:${name}Pr>${parts}</m:${name}></m:oMath>`));
  const letters = part('e', '5');
  const sum = `${part('sub', '1')}${part('sup', '9')}${letters}`;
  it.each([
    ['a rising strike', 'borderBox', '<m:strikeBLTR m:val="1"/>', letters],
    ['a strike', 'borderBox', '<m:strikeH/>', letters],
    ['a side', 'borderBox', '<m:hideTop m:val="on"/>', letters],
    ['a hidden lower limit', 'nary', '<m:subHide m:val="1"/>', sum],
    ['a hidden upper limit', 'nary', '<m:supHide m:val="1"/>', sum],
    ['a hidden degree', 'rad', '<m:degHide m:val="1"/>', `${part('deg', '3')}${letters}`],
    ['letters without width', 'phant', '<m:zeroWid m:val="1"/>', letters],
  ])('%s', async (_, name, properties, parts) => {
    const plain = equation(name, '', parts);
    expect(await mentions(plain, equation(name, properties, parts))).toHaveLength(1);
    expect(
      await mentions(plain, equation(name, properties.replace(/ m:val="\w+"|(?=\/>)/u, ' m:val="0"'), parts)),
    ).toEqual([]);
  });
  it('a box', async () => {
    const plain = docx(wp(`${r('So ')}<m:oMath><m:r><m:t>5</m:t></m:r></m:oMath>`));
    expect(await mentions(equation('borderBox', '', letters), plain)).toHaveLength(1);
  });
});

describe('a control that shows a value of custom data', () => {
  const ID = '{11111111-1111-1111-1111-111111111111}';
  const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const bound = (value: string, around: (control: string) => string = wp): Uint8Array => {
    const binding = `<w:dataBinding w:prefixMappings="xmlns:n='urn:q'" w:xpath="/n:r[1]/n:v[2]/@name" w:storeItemID="${ID}"/>`;
    const shown = around === wp ? r('5 euro') : wp('5 euro');
    const control = `<w:sdt><w:sdtPr>${binding}<w:text/></w:sdtPr><w:sdtContent>${shown}</w:sdtContent></w:sdt>`;
    return related(
      wp('Fee') + around(control),
      'customXml',
      { c1: 'Target="../customXml/item1.xml"' },
      {
        files: {
          'customXml/item1.xml': `<r xmlns="urn:q"><v name="other"/><v name="${value}"/></r>`,
          'customXml/itemProps1.xml': `<ds:datastoreItem ds:itemID="${ID}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>`,
          'customXml/_rels/item1.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${RELATIONSHIP}/customXmlProps" Target="itemProps1.xml"/></Relationships>`,
        },
      },
    );
  };
  it('is mentioned where the value is not the stored text', async () => {
    expect(await mentions(bound('5 euro'), bound('900 euro'))).toEqual([
      'Form control after “Fee” (900 euro) is only in the revised document.',
    ]);
    const block = (control: string): string => control;
    expect(await mentions(bound('5 euro', block), bound('900 euro', block))).toHaveLength(1);
    expect(await mentions(bound('900 euro'), bound('900 euro'))).toEqual([]);
    expect(await mentions(bound('5 euro'), bound('5  euro'))).toEqual([]);
  });
});
