import { describe, expect, test } from 'vitest';
import { textOf, type Block, type TextBlock } from '../../../../shared/document/model.ts';
import { TOP } from '../../../../shared/document/path.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { doc, em, h1, img, li, link, ol, p, quote, strong, ul } from '../../../builders/document.ts';
import { docx, r, wp, type DocxParts } from '../../../builders/docx.ts';
import { docxBlocks as read, style } from './docx-blocks.ts';

const level = (at: number, format: string, more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${format === 'bullet' ? '•' : `%${at + 1}.`}"/></w:lvl>`;
const NUMBERING = [
  `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal')}${level(1, 'decimal')}${level(2, 'bullet')}</w:abstractNum>`,
  `<w:abstractNum w:abstractNumId="1">${level(0, 'bullet')}</w:abstractNum>`,
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
  '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>',
  '<w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>',
].join('');
const item = (content: string, numId: number, at = 0): string =>
  wp(content, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${numId}"/></w:numPr>`);
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

describe('a DOCX', () => {
  test('gives paragraphs; empty ones are none', async () => {
    expect(await read(wp('one') + wp() + wp(r('two ') + r('words')))).toEqual(doc('one', 'two words'));
  });

  test('has the capitals that it shows where its pages are asked for, and no small ones', async () => {
    const styles =
      style('Title', '<w:name w:val="Title"/><w:rPr><w:caps/></w:rPr>') +
      style('h1', '<w:name w:val="heading 1"/><w:rPr><w:caps/></w:rPr>');
    const bytes = docx(
      wp('Terms', '<w:pStyle w:val="Title"/>') +
        wp('Scope', '<w:pStyle w:val="h1"/>') +
        wp(r('The ') + r('fee', '<w:caps/>') + r(' is ') + r('due', '<w:smallCaps/>') + r('.', '<w:caps w:val="0"/>')),
      { styles },
    );
    const textsOf = async (capitals: 'typed' | 'printed') =>
      (await readDocx(bytes, { capitals })).document.blocks.map((block) =>
        block.kind === 'text' ? textOf(block) : '',
      );
    expect(await textsOf('typed')).toEqual(['Terms', 'Scope', 'The fee is due.']);
    expect(await textsOf('printed')).toEqual(['TERMS', 'SCOPE', 'The FEE is due.']);
  });

  test('has lists with levels, going on after a break, and restarts', async () => {
    const body =
      item('a', 1) +
      item('b', 1, 1) +
      item('c', 1, 2) +
      item('d', 1) +
      wp('between') +
      item('e', 1) +
      wp('again') +
      item('f', 2) +
      item('g', 3);
    expect(await read(body, { numbering: NUMBERING })).toEqual(
      doc(
        ol(li('a', ol(li('b', ul(li('c'))))), li('d')),
        'between',
        ol({ ...li('e'), value: 3 }),
        'again',
        ol(li('f')),
        ul(li('g')),
      ),
    );
  });

  test('counts a deeper level anew after each item above it', async () => {
    const body = item('a', 1) + item('b', 1, 1) + item('c', 1, 1) + item('d', 1) + item('e', 1, 1);
    expect(await read(body, { numbering: NUMBERING })).toEqual(
      doc(ol(li('a', ol(li('b'), li('c'))), li('d', ol(li('e'))))),
    );
  });

  test('has quotations by style', async () => {
    expect(await read(wp('q', '<w:pStyle w:val="Q"/>'), { styles: style('Q', '<w:name w:val="Quote"/>') })).toEqual(
      doc(quote('q')),
    );
  });

  test('has the seven marks, with toggles that cancel each other', async () => {
    const styles =
      style('P', '<w:rPr><w:b/><w:i/></w:rPr>') +
      style('C', '<w:rPr><w:b/></w:rPr>', 'character') +
      style('D', '<w:basedOn w:val="C"/><w:rPr><w:highlight w:val="yellow"/></w:rPr>', 'character');
    const blocks = await read(
      wp(
        r('a') +
          r('b', '<w:rStyle w:val="C"/>') +
          r('c', '<w:rStyle w:val="D"/>') +
          r('d', '<w:b w:val="0"/><w:i w:val="false"/>'),
        '<w:pStyle w:val="P"/>',
      ) +
        wp(
          r('u', '<w:u w:val="single"/>') +
            r('s', '<w:dstrike/>') +
            r('x', '<w:vertAlign w:val="superscript"/>') +
            r('y', '<w:vertAlign w:val="subscript"/>') +
            r('n', '<w:u w:val="none"/>'),
        ),
      { styles },
    );
    const marksOf = (block: Block | undefined) =>
      block?.kind === 'text' ? block.runs.map(({ text: part, marks }) => [part, marks]) : [];
    expect(marksOf(blocks[0])).toEqual([
      ['a', 3],
      ['b', 2],
      ['c', 66],
      ['d', 0],
    ]);
    expect(marksOf(blocks[1])).toEqual([
      ['u', 4],
      ['s', 8],
      ['x', 16],
      ['y', 32],
      ['n', 0],
    ]);
  });

  test.each([
    ['white on dark', 'darkBlue', 'FFFFFF', 0],
    ['pale on red', 'red', 'f2f2f2', 0],
    ['black on dark', 'darkBlue', '000000', 64],
    ['the automatic colour on black', 'black', 'auto', 64],
    ['white on yellow', 'yellow', 'FFFFFF', 64],
  ])('has %s as a band or as a mark', async (_name, highlight, colour, marks) => {
    const properties = `<w:color w:val="${colour}"/><w:highlight w:val="${highlight}"/>`;
    const [block] = await read(wp(r('a', properties)));
    expect(block?.kind === 'text' && block.runs[0]?.marks).toBe(marks);
  });

  test('has links by relationship and by field, and none to places that the word processor makes', async () => {
    const body =
      wp(`<w:hyperlink r:id="rIdL">${r('one', '<w:rStyle w:val="L"/>')}</w:hyperlink>`) +
      wp(field(' HYPERLINK "https://b.example/?a=1" \\o "tip" ', r('two'))) +
      wp(`<w:hyperlink w:anchor="chapter">${r('three')}</w:hyperlink>`) +
      wp(`<w:hyperlink w:anchor="_Toc1">${r('four')}</w:hyperlink>`) +
      wp(`<w:hyperlink r:id="rIdL" w:anchor="_part">${r('there')}</w:hyperlink>`) +
      wp(`<w:fldSimple w:instr="HYPERLINK https://c.example">${r('five')}</w:fldSimple>`);
    const styles = style('L', '<w:rPr><w:u w:val="single"/></w:rPr>', 'character');
    expect(await read(body, { styles, links: { rIdL: 'https://a.example/' } })).toEqual(
      doc(
        p(link('https://a.example/', 'one')),
        p(link('https://b.example/?a=1', 'two')),
        p(link('#chapter', 'three')),
        p('four'),
        p(link('https://a.example/#_part', 'there')),
        p(link('https://c.example', 'five')),
      ),
    );
  });

  test('shows fields by their result, nested ones and across paragraphs too', async () => {
    const nested = field('IF ', r('x'));
    expect(
      await read(
        wp(r('p. ') + field('PAGE', r('7'))) +
          wp(
            `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC </w:instrText></w:r>${nested}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r('first')}`,
          ) +
          wp(r('second') + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'),
      ),
    ).toEqual(doc('p. 7', 'first', 'second'));
  });

  test('says where the results of fields are that have several words and that nobody writes', async () => {
    const paragraph = wp(
      r('See ') +
        field('REF a', r('Clause ') + r('4.2')) +
        r(' of ') +
        field('DATE', field('IF ', r('1 May'))) +
        r(', p. ') +
        field('PAGE', r('7')) +
        r(' and ') +
        field('HYPERLINK "https://a.example/"', r('a link')) +
        '<w:fldSimple w:instr="AUTHOR">' +
        r(' by A. B.') +
        '</w:fldSimple>',
    );
    const [first] = (await read(paragraph)) as TextBlock[];
    expect(first!.attributes).toEqual({ 'data-fields': '4-14 18-23 40-49' });
    expect(textOf(first!).slice(4, 14)).toBe('Clause 4.2');
    const open = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF </w:instrText></w:r>';
    const across = wp(`${open}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r('a b')}`);
    const end = wp(`${r('c d')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`);
    expect(await read(across + end)).toEqual(doc('a b', 'c d'));
  });

  test('shows what a button says, and says when the result of a field is not stored', async () => {
    const bare = (instruction: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const told = async (instruction: string) => {
      const { blocks, warnings } = (await readDocx(docx(wp(r('a ') + bare(instruction) + r(' z'))))).document;
      return { blocks, codes: warnings.map(({ code }) => code) };
    };
    expect(await told(' MACROBUTTON NoMacro [Click here] ')).toEqual({ blocks: doc('a [Click here] z'), codes: [] });
    expect(await told(' XE "entry" ')).toEqual({ blocks: doc('a z'), codes: [] });
    expect(await told(' EQ \\f(1,2) ')).toEqual({ blocks: doc('a z'), codes: ['field_without_result'] });
    expect(await told(' DATE \\@ "d MMMM" ')).toEqual({ blocks: doc('a z'), codes: ['field_without_result'] });
  });

  test('shows no sign of a page number in a comment', async () => {
    const page =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';
    const bytes = docx(wp(r('a') + '<w:r><w:commentReference w:id="1"/></w:r>'), {
      comments: `<w:comment w:id="1">${wp(page + r('Late'))}</w:comment>`,
    });
    const texts = (await readDocx(bytes, { include: ['comments'] })).document.blocks.map((block) =>
      block.kind === 'text' ? textOf(block) : '',
    );
    expect(texts).toEqual(['a', 'Late']);
  });

  test('loses no text when a field is never closed, and says so', async () => {
    const { document } = await readDocx(docx(wp('<w:r><w:fldChar w:fldCharType="begin"/></w:r>' + r('a')) + wp('b')));
    expect(document.blocks).toEqual(doc('a', 'b'));
    expect(document.warnings.map(({ code }) => code)).toEqual(['field_not_closed']);
  });

  test('lists notes after the text, once each and in the order of their references', async () => {
    const note = (id: number, content: string): string => `<w:footnote w:id="${id}">${wp(content)}</w:footnote>`;
    const blocks = await read(
      wp(r('a') + '<w:r><w:footnoteReference w:id="5"/></w:r>') +
        wp(r('b') + '<w:r><w:footnoteReference w:id="3"/></w:r><w:r><w:endnoteReference w:id="1"/></w:r>'),
      {
        footnotes:
          '<w:footnote w:id="0" w:type="separator"><w:p/></w:footnote>' +
          note(3, 'three') +
          note(5, 'five') +
          note(6, 'unused'),
        endnotes: `<w:endnote w:id="1">${wp('end')}</w:endnote>`,
      },
    );
    const noted = (text: string, note: string) => ({ ...p(text), attributes: { 'data-note': note } });
    const star = (count: string) => ({ text: count, marks: 16, href: null });
    expect(blocks).toEqual(
      doc(
        p('a', star('*')),
        p('b', star('**')),
        ol(li(noted('five', 'footnote 1 0 1')), li(noted('three', 'footnote 2 1 1')), {
          ...li(noted('end', 'endnote 1 1 2')),
          value: 1,
        }),
      ),
    );
  });

  test('says that handwriting is left out, with a picture of it and without', async () => {
    const files = {
      'word/ink/ink1.xml': '<ink xmlns="http://www.w3.org/2003/InkML"/>',
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/ink/ink1.xml" ContentType="application/inkml+xml"/></Types>',
      'word/_rels/document.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml" Target="ink/ink1.xml"/></Relationships>',
    };
    const ink =
      '<mc:AlternateContent><mc:Choice Requires="wpi"><w:drawing><w14:contentPart r:id="rId1"/></w:drawing></mc:Choice><mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent>';
    const warned = async (body: string, parts: DocxParts): Promise<string[]> =>
      (await readDocx(docx(body, parts))).document.warnings.map(({ code }) => code);
    expect(await warned(wp(`<w:r>${ink}</w:r>`), { files })).toEqual(['ink_not_compared']);
    expect(await warned(wp('<w:r><w:contentPart r:id="rId1"/></w:r>'), {})).toEqual(['ink_not_compared']);
    expect(await warned(wp('none'), {})).toEqual([]);
  });

  test('says that text is hidden by a style too, and that computed dates and page numbers are left out', async () => {
    const styles = style('Hid', '<w:rPr><w:vanish/></w:rPr>', 'character');
    const body = wp(
      r('seen ') + r('hidden', '<w:rStyle w:val="Hid"/>') + r(' back', '<w:rStyle w:val="Hid"/><w:vanish w:val="0"/>'),
    );
    const { document } = await readDocx(docx(body + wp('<w:r><w:dayLong/><w:pgNum/></w:r>'), { styles }));
    expect(document.blocks).toEqual(doc('seen hidden back'));
    expect(document.warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'hidden_text_compared: hidden text is compared like visible text.',
      expect.stringMatching(/^computed_text_not_shown: .*\(2 times\)\.$/),
    ]);
  });

  test('has no item where a level shows no number', async () => {
    const silent = '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="none"/><w:lvlText w:val="%1"/></w:lvl>';
    const numbering = `<w:abstractNum w:abstractNumId="0">${silent}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
    expect(await read(item('plain', 1), { numbering })).toEqual(doc('plain'));
  });

  test('lifts text boxes out, one of two alternatives', async () => {
    const box = (content: string): string => `<w:txbxContent>${wp(content)}</w:txbxContent>`;
    const alternate = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${box('boxed')}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box('boxed')}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    expect(await read(wp(r('a') + alternate + r('b')))).toEqual(doc('ab', 'boxed'));
  });

  test('reads through content controls, and takes revisions as accepted', async () => {
    const body =
      `<w:sdt><w:sdtPr/><w:sdtContent>${wp('in block')}</w:sdtContent></w:sdt>` +
      wp(r('a ') + `<w:sdt><w:sdtContent>${r('inline')}</w:sdtContent></w:sdt>`) +
      wp(r('x') + '<w:del w:id="1"><w:r><w:delText>y</w:delText></w:r></w:del>' + `<w:ins w:id="2">${r('z')}</w:ins>`);
    const { document } = await readDocx(docx(body));
    expect(document.blocks).toEqual(doc('in block', 'a inline', 'xz'));
    expect(document.warnings.map(({ code }) => code)).toEqual(['revisions_accepted']);
  });

  test('shows symbols, breaks, tabs and special hyphens as characters', async () => {
    const run = (inside: string): string => `<w:r>${inside}</w:r>`;
    expect(
      await read(
        wp(
          run('<w:sym w:font="Symbol" w:char="F061"/>') +
            run('<w:noBreakHyphen/>') +
            r('b') +
            run('<w:tab/>') +
            r('c') +
            run('<w:br/>') +
            r('d') +
            run('<w:br w:type="page"/>') +
            r('e'),
        ),
      ),
    ).toEqual(doc('α\u2011b c\nd e'));
  });

  test('shows equations as text', async () => {
    const t = (value: string): string => `<m:r><m:t>${value}</m:t></m:r>`;
    const fraction = `<m:f><m:num>${t('a')}${t('+b')}</m:num><m:den>${t('2')}</m:den></m:f>`;
    expect(
      await read(
        wp(`<m:oMath>${t('x=')}${fraction}<m:sSup><m:e>${t('r')}</m:e><m:sup>${t('2')}</m:sup></m:sSup></m:oMath>`),
      ),
    ).toEqual(doc('x=(a+b)/(2)r^2'));
  });

  test('carries pictures with their description, and the direction of paragraphs', async () => {
    const picture =
      '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="n" descr="a cat"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="img1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
    const blocks = await read(wp(r('see ') + picture) + wp('rtl', '<w:bidi/>'), {
      images: { img1: Uint8Array.from([1, 2, 3]) },
    });
    expect(blocks).toEqual(
      doc(p('see', img('data:image/png;base64,AQID', 'a cat')), { ...p('rtl'), attributes: { dir: 'rtl' } }),
    );
  });

  test('never opens what is outside: a linked picture is its description', async () => {
    const picture =
      '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="n" descr="a cat"/><a:blip r:link="rIdL"/></wp:inline></w:drawing></w:r>';
    const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rIdL" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/passwd" TargetMode="External"/></Relationships>`;
    const { document } = await readDocx(
      docx(wp(r('x') + picture), { files: { 'word/_rels/document.xml.rels': rels } }),
    );
    expect(JSON.stringify(document)).not.toContain('passwd');
    expect(document.warnings.map(({ code }) => code)).toEqual(['images_not_shown']);
  });

  test('takes back a run of an equation that is marked as deleted', async () => {
    const run = (text: string, mark = '') => `<m:r>${mark}<m:t>${text}</m:t></m:r>`;
    const body = wp(`<m:oMath>${run('a')}${run('b', '<w:del w:id="1" w:author="x"/>')}</m:oMath>`);
    expect(await read(body)).toEqual(doc('a'));
  });

  test('has horizontal rules, and says that drawn text is left out', async () => {
    const shape = (inside: string): string => `<w:r><w:pict>${inside}</w:pict></w:r>`;
    const rule = shape('<v:rect o:hr="t" xmlns:o="urn:schemas-microsoft-com:office:office"/>');
    expect(await read(wp('one') + wp(rule) + wp('two'))).toEqual(doc('one', { kind: 'rule', path: TOP }, 'two'));
    const art = docx(wp(shape('<v:shape><v:textpath string="ART"/></v:shape>') + r('x')));
    const { document } = await readDocx(art);
    expect(document.warnings.map(({ code }) => code)).toEqual(['drawn_text_not_compared']);
  });

  test('is refused when it is none', async () => {
    const codeOf = (bytes: Uint8Array): Promise<unknown> =>
      readDocx(bytes).catch((fault: unknown) => (fault as { code: unknown }).code);
    expect(await codeOf(new TextEncoder().encode('hello'))).toBe('document_invalid');
    expect(await codeOf(docx('', { files: { 'word/document.xml': '<a/>' } }))).toBe('document_invalid');
    expect(await codeOf(docx('', { files: { 'word/document.xml': '<!DOCTYPE x><x/>' } }))).toBe('document_invalid');
  });

  test('measures the envelope of its canonical HTML', async () => {
    const { document, envelope } = await readDocx(docx(wp('a') + item('b', 3), { numbering: NUMBERING }));
    expect(envelope).toEqual({ htmlBytes: writeFragment(document.blocks).length, blockElements: 4, startTags: 4 });
  });

  test('in Strict reads like one in Transitional', async () => {
    const body = wp('t', '<w:outlineLvl w:val="0"/>') + wp(r('b', '<w:b w:val="on"/>') + r('i', '<w:i/>'));
    const strict = new TextDecoder().decode(
      new TextEncoder().encode(
        `<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:body>${body}</w:body></w:document>`,
      ),
    );
    const rels =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/word/document.xml"/></Relationships>';
    expect(await read('', { files: { 'word/document.xml': strict, '_rels/.rels': rels } })).toEqual(
      doc(h1('t'), p(strong('b'), em('i'))),
    );
  });
});
