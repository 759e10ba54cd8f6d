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

  test('has no digital signature of the original, and tells so', async () => {
    const type = 'http://schemas.openxmlformats.org/package/2006/relationships/digital-signature';
    const relationships = (kind: string, target: string): string =>
      `<Relationship Id="rIdSign" Type="${type}/${kind}" Target="${target}"/>`;
    const rels = (inside: string): string =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
    const text = new TextEncoder();
    const sign = async (bytes: Uint8Array): Promise<Uint8Array> =>
      writeArchive([
        ...(await readArchive(bytes)).map((part) => {
          const added =
            part.name === '_rels/.rels'
              ? (['</Relationships>', relationships('origin', '_xmlsignatures/origin.sigs')] as const)
              : part.name === '[Content_Types].xml'
                ? (['</Types>', `<Override PartName="/_xmlsignatures/sig1.xml" ContentType="a/b"/>`] as const)
                : null;
          if (added === null) return part;
          const xml = new TextDecoder().decode(part.bytes).replace(added[0], added[1] + added[0]);
          return { name: part.name, bytes: text.encode(xml) };
        }),
        { name: '_xmlsignatures/origin.sigs', bytes: new Uint8Array() },
        {
          name: '_xmlsignatures/_rels/origin.sigs.rels',
          bytes: text.encode(rels(relationships('signature', 'sig1.xml'))),
        },
        { name: '_xmlsignatures/sig1.xml', bytes: text.encode('<Signature/>') },
      ]);
    const original = await sign(docx(wp('one two')));
    const { bytes, warnings } = await writeRedline(original, docx(wp('one three')), STAMP);
    expect(warnings.map(({ code }) => code)).toContain('signatures_left_out');
    const archive = (await openWordPackage(bytes)).package;
    expect(archive.parts.map(({ name }) => name).filter((name) => name.includes('signatures'))).toEqual([]);
    expect([...archive.relationshipsOf('').values()].map(({ type: each }) => each).join()).not.toContain('signature');
    expect(archive.contentTypes().typeOf('_xmlsignatures/sig1.xml')).not.toBe('a/b');
    // Nothing is written where nothing differs, and the signature still holds.
    const same = await writeRedline(original, original, STAMP);
    expect(same.bytes).toBe(original);
    expect(same.warnings).toEqual([]);
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
