/** Properties that no revision can show: the side from which the result takes them, and their warning. */
import { describe, expect, test } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { docx, wp, xmlPart, type DocxParts } from '../../builders/docx.ts';
import { bodies, innerXml, STAMP } from './judge.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Parts beside the body by the type of the relationship that leads to them, and their XML. */
function beside(parts: Readonly<Record<string, string>>): DocxParts {
  const files: Record<string, string> = {};
  let list = '';
  for (const [type, xml] of Object.entries(parts)) {
    files[`word/${type}.xml`] = xml;
    list += `<Relationship Id="rId${type}" Type="${OFFICE}/${type}" Target="${type}.xml"/>`;
  }
  files['word/_rels/document.xml.rels'] =
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`;
  return { files };
}

const settings = (inside: string): DocxParts => beside({ settings: xmlPart('w:settings', inside) });

/** The XML of a part of the result that is related as so; null: there is none. And the warnings. */
async function result(
  type: string,
  original: DocxParts,
  revised: DocxParts,
): Promise<{ xml: string | null; told: Record<string, string> }> {
  const { bytes, warnings } = await bodies(wp('some words'), wp('some words'), original, revised);
  const { package: archive, mainPart } = await openWordPackage(bytes);
  const name = archive.related(mainPart, type);
  const root = name === undefined ? undefined : archive.tree(name);
  return {
    xml: root === undefined ? null : innerXml(root).replace(/<\?.*?\?>\s*| xmlns:\w+="[^"]*"/g, ''),
    told: Object.fromEntries(warnings.map(({ code, message }) => [code, message])),
  };
}

describe('settings', () => {
  test('that decide how pages look come from the revised, in the order of the schema', async () => {
    const compat = (mode: number): string =>
      `<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="${mode}"/></w:compat>`;
    const { xml, told } = await result(
      'settings',
      settings(`<w:zoom w:percent="100"/>${compat(12)}<w:rsids/><w:decimalSymbol w:val="."/>`),
      settings(
        `<w:zoom w:percent="90"/><w:defaultTabStop w:val="500"/><w:evenAndOddHeaders/>${compat(15)}<w:decimalSymbol w:val="."/>`,
      ),
    );
    expect(xml).toBe(
      `<w:settings><w:zoom w:percent="100"/><w:defaultTabStop w:val="500"/><w:evenAndOddHeaders/>${compat(15)}<w:rsids/><w:decimalSymbol w:val="."/></w:settings>`,
    );
    expect(told['settings_differ']).toContain('compat, defaultTabStop, evenAndOddHeaders.');
  });

  test('stand before those of Word 97 that the first edition of the standard has', async () => {
    const old = '<w:uiCompat97To2003/>';
    const { xml } = await result(
      'settings',
      settings(old),
      settings('<w:compat/><m:mathPr/><w:themeFontLang w:val="en"/>'),
    );
    expect(xml).toBe(`<w:settings><w:compat/><m:mathPr/>${old}<w:themeFontLang w:val="en"/></w:settings>`);
  });

  test('come although only one of the documents has any', async () => {
    const some = settings('<w:evenAndOddHeaders/>');
    expect((await result('settings', {}, some)).xml).toBe('<w:settings><w:evenAndOddHeaders/></w:settings>');
    const gone = await result('settings', some, {});
    expect(gone.xml).toBe('<w:settings/>');
    expect(gone.told['settings_differ']).toContain('evenAndOddHeaders');
  });

  test('for notes come without the ids of separators, which are those of the result', async () => {
    const notes = (position: string, ids: readonly number[]): DocxParts =>
      settings(`<w:footnotePr>${position}${ids.map((id) => `<w:footnote w:id="${id}"/>`).join('')}</w:footnotePr>`);
    const { xml } = await result('settings', notes('', [-1, 0]), notes('<w:pos w:val="beneathText"/>', [0, 1]));
    expect(xml).toBe(
      '<w:settings><w:footnotePr><w:pos w:val="beneathText"/><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr></w:settings>',
    );
    expect((await result('settings', notes('', [-1, 0]), notes('', [0, 1]))).told).toEqual({});
  });

  test('that say nothing of how pages look stay, and are told', async () => {
    const { xml, told } = await result('settings', settings(''), settings('<w:documentProtection w:edit="readOnly"/>'));
    expect(xml).toBe('<w:settings/>');
    expect(told['settings_left']).toContain('documentProtection');
  });
});

describe('defaults, backgrounds and parts beside the text', () => {
  const styles = (inside: string): DocxParts => beside({ styles: xmlPart('w:styles', inside) });
  const defaults = (size: number): string =>
    `<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="${size}"/></w:rPr></w:rPrDefault></w:docDefaults>`;
  const style = (name: string, attributes = ''): string =>
    `<w:style w:type="paragraph"${attributes} w:styleId="${name}"><w:name w:val="${name}"/></w:style>`;

  test('the defaults of all text come from the revised, also where only it states some', async () => {
    const taken = await result('styles', styles(style('A')), styles(defaults(20) + style('A')));
    expect(taken.xml).toBe(`<w:styles>${defaults(20)}${style('A')}</w:styles>`);
    expect(taken.told['defaults_differ']).toContain('revised');
    expect((await result('styles', {}, styles(defaults(20) + style('A')))).xml).toContain(defaults(20));
    const left = await result('styles', styles(defaults(20) + style('A')), styles(style('A')));
    expect(left.told['defaults_differ']).toContain('original');
  });

  test('another default style is told, and the original’s stays', async () => {
    const isDefault = ' w:default="1"';
    const { xml, told } = await result(
      'styles',
      styles(style('A', isDefault) + style('B')),
      styles(style('A') + style('B', isDefault)),
    );
    expect(xml).toContain(style('A', isDefault));
    expect(told['defaults_differ']).toContain('original');
  });

  test('the background of the pages comes from the revised', async () => {
    const paged = (color: string): DocxParts => ({
      files: {
        'word/document.xml': xmlPart(
          'w:document',
          `${color === '' ? '' : `<w:background w:color="${color}"/>`}<w:body>${wp('a')}</w:body>`,
        ),
      },
    });
    for (const [before, after] of [
      ['', 'FF0000'],
      ['FF0000', '00FF00'],
      ['FF0000', ''],
    ] as const) {
      const { bytes, warnings } = await bodies('', '', paged(before), paged(after));
      const { document } = await openWordPackage(bytes);
      expect(/<w:background[^>]*>/.exec(innerXml(document))?.[0]).toBe(
        after === '' ? undefined : `<w:background w:color="${after}"/>`,
      );
      expect(warnings.map(({ code }) => code)).toEqual(['background_differs']);
    }
  });

  test('separators of notes, descriptions of fonts, web settings and properties of the document are told', async () => {
    const told = async (original: DocxParts, revised: DocxParts): Promise<string> =>
      (await result('settings', original, revised)).told['parts_left'] ?? '';
    const notes = (inside: string): DocxParts => ({
      footnotes: `<w:footnote w:id="0" w:type="separator">${wp(inside)}</w:footnote><w:footnote w:id="1" w:type="continuationNotice">${wp()}</w:footnote>`,
    });
    const rule = '<w:r w:rsidR="00112233"><w:separator/></w:r>';
    expect(await told(notes(rule), notes('continued'))).toContain('separators of notes.');
    expect(await told(notes(rule), notes('<w:r><w:separator/></w:r>'))).toBe('');
    const fonts = (name: string): DocxParts =>
      beside({ fontTable: xmlPart('w:fonts', `<w:font w:name="F"><w:altName w:val="${name}"/></w:font>`) });
    expect(await told(fonts('A'), fonts('B'))).toContain('descriptions of fonts.');
    const web = (name: string): DocxParts => beside({ webSettings: xmlPart('w:webSettings', `<w:${name}/>`) });
    expect(await told(web('allowPNG'), web('optimizeForBrowser'))).toContain('settings of web pages.');
    const core = (inside: string): DocxParts => ({
      files: {
        '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="core.xml"/></Relationships>`,
        'core.xml': `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${inside}</cp:coreProperties>`,
      },
    });
    expect(await told(core('<dc:title>One</dc:title>'), core('<dc:title>Two</dc:title>'))).toContain(
      'title and other properties of the document.',
    );
    expect(await told(core('<dc:title/><cp:revision>1</cp:revision>'), core('<cp:revision>2</cp:revision>'))).toBe('');
    expect(await told(core('<broken'), core(''))).toBe('');
  });

  test('parts that stay the original’s are told', async () => {
    const { told } = await result(
      'customXml',
      beside({ customXml: '<a>1</a>' }),
      beside({ customXml: '<a>2</a>', glossaryDocument: '<b/>' }),
    );
    expect(told['parts_left']).toContain('data that content controls are bound to, building blocks.');
    expect(
      (await result('customXml', beside({ customXml: '<a>1</a>' }), beside({ customXml: '<a>1</a>' }))).told,
    ).toEqual({});
  });
});

describe('elements that no mark may stand around', () => {
  test.each(['w:subDoc', 'w:altChunk'])(
    '%s stays the original’s and is told, and the rest is compared in detail',
    async (name) => {
      const chunk = (id: string): string =>
        name === 'w:subDoc' ? wp(`<${name} r:id="${id}"/>`) : `<${name} r:id="${id}"/>`;
      const links = { one: 'https://one.example/', two: 'https://two.example/' };
      const story = (inside: string, word: string): Uint8Array =>
        docx(wp('The first clause.') + inside + wp(`The second ${word} clause.`), { links });
      for (const [original, revised, stays] of [
        ['', chunk('one'), 0],
        [chunk('one'), '', 1],
        [chunk('one'), chunk('two'), 1],
      ] as const) {
        const { bytes, warnings, counts, degradedBlocks } = await writeRedline(
          story(original, 'old'),
          story(revised, 'new'),
          STAMP,
        );
        const codes = warnings.map(({ code }) => code);
        expect(codes).toContain('not_trackable');
        expect(codes).not.toContain('laws_not_kept');
        expect(degradedBlocks).toBeLessThanOrEqual(1);
        expect(counts.insertions).toBeLessThanOrEqual(3);
        const xml = innerXml((await openWordPackage(bytes)).document);
        expect(xml.split(`<${name} `).length - 1).toBe(stays);
        expect(xml).not.toMatch(new RegExp(`<w:(?:ins|del)[^>]*[^/]>(?:(?!</w:(?:ins|del)>).)*<${name}`));
      }
    },
  );
});
