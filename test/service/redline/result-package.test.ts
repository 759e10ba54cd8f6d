import { describe, expect, test } from 'vitest';
import { readArchive } from '../../../service/ooxml/read-archive.ts';
import { writeArchive } from '../../../service/ooxml/write-archive.ts';
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
