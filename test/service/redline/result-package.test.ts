import { describe, expect, test } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { readArchive } from '../../../service/ooxml/read-archive.ts';
import { writeArchive } from '../../../service/ooxml/write-archive.ts';
import { childOf, childrenOf, valueOf } from '../../../service/ooxml/xml-tree.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { docx, r, wp } from '../../builders/docx.ts';

const STAMP = { author: 'A', date: '2026-01-31T00:00:00Z' };
const LINK = '<w:hyperlink r:id="rIdNew"><w:r><w:t>link</w:t></w:r></w:hyperlink>';

describe('the package of a redline', () => {
  test('has parts without a change as they lay in the original', async () => {
    const styles = '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/></w:style>';
    const original = docx(wp('one two'), { styles });
    const { bytes } = await writeRedline(original, docx(wp('one three'), { styles }), STAMP);
    const before = new Map((await readArchive(original)).map((part) => [part.name, part]));
    for (const { name, packed } of await readArchive(bytes))
      expect([name, Buffer.compare(packed.bytes, before.get(name)!.packed.bytes) === 0]).toEqual([
        name,
        name !== 'word/document.xml',
      ]);
  });

  test('has the lists of styles that are the same bytes and mean other ones', async () => {
    const numbering = (format: string): string =>
      `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="${format}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
    const styles =
      '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>';
    const body = wp('one', '<w:pStyle w:val="A"/>');
    const { bytes, warnings } = await writeRedline(
      docx(body, { styles, numbering: numbering('decimal') }),
      docx(body, { styles, numbering: numbering('bullet') }),
      STAMP,
    );
    expect(warnings.map(({ code }) => code)).toContain('styles_differ');
    const { package: archive } = await openWordPackage(bytes);
    const lists = childrenOf(archive.tree('word/numbering.xml'), 'w:num').map((list) => list.attributes.get('w:numId'));
    const style = childOf(archive.tree('word/styles.xml'), 'w:style');
    expect(lists).toEqual(['1', '2']);
    expect(valueOf(childOf(childOf(style, 'w:pPr'), 'w:numPr'), 'w:numId')).toBe('2');
  });

  test('has each part once, however the original spells its name', async () => {
    const original = writeArchive(
      (await readArchive(docx(wp('one'), { links: { rIdOld: 'https://example.org/' } }))).map((part) =>
        part.name.endsWith('document.xml.rels') ? { ...part, name: 'word/_rels/Document.XML.rels' } : part,
      ),
    );
    const revised = docx(wp(`${r('one')}${LINK}`), { links: { rIdNew: 'https://example.org/new' } });
    const { bytes } = await writeRedline(original, revised, STAMP);
    const names = (await readArchive(bytes)).map(({ name }) => name.toLowerCase());
    expect(names).toContain('word/_rels/document.xml.rels');
    expect(names).toHaveLength(new Set(names).size);
  });
});
