/** Small DOCX files that would cost their reader far more than their size. */
import { describe, expect, test } from 'vitest';
import { packDocument } from '../../../../service/pipeline/inputs/packed-document.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { Namespaces } from '../../../../service/ooxml/namespaces.ts';
import { parseXml } from '../../../../service/ooxml/parse-xml.ts';
import { resolveRevisions } from '../../../../service/ooxml/resolve-revisions.ts';
import { innerText } from '../../../../service/ooxml/xml-tree.ts';
import { COMPLEXITIES } from '../../../../shared/api/complexity.ts';
import { textOf, type Block } from '../../../../shared/document/model.ts';
import { REPEATED_PICTURES_MAX_BYTES } from '../../../../service/formats/docx/parts/shown-pictures.ts';
import { docx as packed, r, tbl, tc, tr, wp, xmlPart, type DocxParts } from '../../../builders/docx.ts';
import { costlyTest } from '../../../seed/costly-test.ts';

/** A DOCX whose archive is not compressed. */
const docx = (body: string, parts: DocxParts = {}): Uint8Array => packed(body, { ...parts, stored: true });
const many = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join('');
const picture = (id: string): string =>
  wp(
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="a picture"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
  );
const blocksOf = async (bytes: Uint8Array): Promise<readonly Block[]> => (await readDocx(bytes)).document.blocks;

describe('the reader of DOCX', () => {
  test('shows every picture once and up to a limit again, and says so of the others', async () => {
    const data = new Uint8Array(REPEATED_PICTURES_MAX_BYTES / 2).map((_, at) => (at * 2_654_435_761) >>> 24);
    const other = data.map((byte) => byte ^ 1);
    const { document } = await readDocx(
      docx(many(4, () => picture('i')) + many(2, () => picture('k')), { images: { i: data, k: other } }),
    );
    const shown = document.blocks.map((block) => block.kind === 'image' && block.image.src !== '');
    expect(shown).toEqual([true, true, true, false, true, false]);
    expect(document.blocks.at(-1)).toMatchObject({ image: { src: '', alt: 'a picture' } });
    expect(document.warnings).toEqual([
      { code: 'pictures_left_out', message: expect.stringContaining('16 MiB') as string },
    ]);
  });

  test('sends on nothing of the links of a document that is compared as text', async () => {
    const address = `http://x/${'a'.repeat(200_000)}`;
    const links = docx(wp(many(4_000, (at) => `<w:hyperlink r:id="l">${r(`w${at}`)}</w:hyperlink>${r(' x ')}`)), {
      links: { l: address },
    });
    const read = await readDocx(links);
    expect(read.envelope.htmlBytes).toBeGreaterThan(4_000 * address.length);
    for (const complexity of COMPLEXITIES) {
      expect(packDocument({ format: 'docx', read }, { bytes: links, complexity }).packed.byteLength).toBeLessThan(
        100_000,
      );
    }
  });

  test('writes no name of a style that is longer than Word takes', async () => {
    const styles = `<w:style w:type="paragraph" w:styleId="s"><w:name w:val="${'n'.repeat(100_000)}"/></w:style>`;
    const { document } = await readDocx(docx(wp('text', '<w:pStyle w:val="s"/>'), { styles }), {
      attributeMode: 'presentation',
    });
    const [block] = document.blocks;
    expect(block?.kind === 'text' && block.attributes['data-class']).toBe('n'.repeat(255));
  });

  costlyTest('shows a comment once, however many places name it', async () => {
    const comments = `<w:comment w:id="1" w:author="${'A'.repeat(100_000)}">${wp('n '.repeat(100_000))}</w:comment>`;
    const place = '<w:p><w:r><w:commentReference w:id="1"/></w:r></w:p>';
    const { document, inventory } = await readDocx(docx(place.repeat(20_000), { comments }));
    expect(document.blocks).toHaveLength(0);
    expect(inventory?.filter(({ kind }) => kind === 'comment')).toHaveLength(1);
    const included = await readDocx(docx(place.repeat(20_000), { comments }), { include: ['comments'] });
    expect(included.document.blocks).toHaveLength(2);
  });

  test.each([true, false])('refuses a long header that 20,000 sections repeat (included: %s)', async (isIncluded) => {
    const section = '<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr></w:pPr></w:p>';
    const parts = { headers: { h: wp('n '.repeat(100_000)) } };
    const reading = (sections: number) =>
      readDocx(docx(wp('text') + section.repeat(sections), parts), { include: isIncluded ? ['headers'] : [] });
    await expect(reading(20_000)).rejects.toMatchObject({
      code: 'document_too_complex',
      message: expect.stringContaining('32 MiB') as string,
    });
    expect((await reading(100)).document.blocks.length).toBeGreaterThan(0);
  });

  test('refuses a long embedded document that is shown 20,000 times', async () => {
    const chunk = docx(wp('n '.repeat(100_000)));
    const parts: DocxParts = {
      files: {
        'word/chunk.docx': chunk,
        'word/_rels/document.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="chunk.docx"/></Relationships>',
      },
    };
    const reading = (places: number) => readDocx(docx('<w:altChunk r:id="c"/>'.repeat(places) + wp(''), parts));
    await expect(reading(20_000)).rejects.toMatchObject({ code: 'document_too_complex' });
    expect((await reading(2)).document.blocks).toHaveLength(2);
  });

  costlyTest('reads more rows than fit on a stack', async () => {
    const rows = '<w:tr><w:tc><w:p/></w:tc></w:tr>'.repeat(130_000);
    const [table] = await blocksOf(docx(`<w:tbl>${rows}</w:tbl>`));
    expect(table?.kind === 'table' && table.rows.length).toBe(130_000);
  });

  test('reads a row of which all cells are merged into one', async () => {
    const cells = Array.from({ length: 50_000 }, (_, at) =>
      tc(at === 0 ? 'a' : '', `<w:hMerge${at === 0 ? ' w:val="restart"' : ''}/>`),
    );
    const [table] = await blocksOf(docx(tbl(tr(cells))));
    expect(table?.kind === 'table' && table.rows[0]?.cells.map(({ colspan }) => colspan)).toEqual([1_000]);
  });

  costlyTest('joins tens of thousands of paragraphs whose marks are deleted', async () => {
    const gone = '<w:rPr><w:del w:id="1" w:author="a"/></w:rPr>';
    const blocks = await blocksOf(docx(many(40_000, () => wp('ab', gone)) + wp('end')));
    expect(blocks.map((block) => block.kind === 'text' && textOf(block).length)).toEqual([80_003]);
  });

  costlyTest('knows the link of a field behind thousands of open ones, and forgets it at its end', async () => {
    const open = (code: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>${code}</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>`;
    const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
    const [block] = await blocksOf(
      docx(
        wp(
          open('HYPERLINK "http://a"') +
            open('HYPERLINK "http://b"') +
            many(20_000, () => open('PAGE') + r('x')) +
            end.repeat(20_001) +
            r('y') +
            end +
            r('z'),
        ),
      ),
    );
    expect(block?.kind === 'text' && block.runs.map(({ text, href }) => [text.length, href])).toEqual([
      [20_000, 'http://b'],
      [1, 'http://a'],
      [1, null],
    ]);
  });

  test('names tens of thousands of namespaces that share a prefix', () => {
    const part = xmlPart(
      'w:body',
      many(20_000, (at) => `<q:e xmlns:q="urn:${at}"><w:p xmlns:w="urn:mine"/></q:e><w:p/>`),
    );
    const { root } = parseXml(Buffer.from(part), 'word/document.xml', new Namespaces());
    const names = new Set(root.children.map((child) => typeof child === 'object' && child.name));
    expect(names.size).toBe(20_001);
    expect(root.children.at(-1)).toMatchObject({ name: 'w:p' });
    expect(resolveRevisions(root, 'revised')).toBe(root);
    expect(innerText(root)).toBe('');
  });
});
