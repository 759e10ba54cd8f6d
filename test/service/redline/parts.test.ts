/** What a redline takes from the parts beside the body: links, notes, shapes, diagrams, styles, pictures, lists. */
import { describe, expect, test } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { verifyRedline } from '../../../service/pipeline/verify-result.ts';
import { readArchive } from '../../../service/ooxml/read-archive.ts';
import { writeArchive } from '../../../service/ooxml/write-archive.ts';
import { isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { docx, picture, r, wp, type DocxParts } from '../../builders/docx.ts';
import { breachesOf, structureFaults } from '../../oracle/redline/judge-redline.ts';
import { bodies, innerXml, judge, STAMP } from './judge.ts';

const relationships = (inside: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;

describe('parts beside the body of a redline', () => {
  test('keeps each link with its own target, whatever ids the two files give them', async () => {
    const link = (id: string, text: string): string => `<w:hyperlink r:id="${id}">${r(text)}</w:hyperlink>`;
    const { counts } = await bodies(
      wp(link('rIdA', 'one') + link('rIdB', 'two')),
      wp(link('rIdB', 'one') + link('rIdA', 'two')),
      { links: { rIdA: 'https://one.example/', rIdB: 'https://two.example/' } },
      { links: { rIdB: 'https://one.example/', rIdA: 'https://two.example/' } },
    );
    expect(counts).toEqual({ insertions: 0, deletions: 0, moves: 0, formatChanges: 0 });
    await bodies(
      wp(link('rIdA', 'one')),
      wp(link('rIdA', 'one')),
      { links: { rIdA: 'https://one.example/' } },
      { links: { rIdA: 'https://new.example/' } },
    );
  });

  test('brings notes in and takes them away with their references, and changes those that stay', async () => {
    const note = (id: number, text: string): string => `<w:footnote w:id="${id}">${wp(text)}</w:footnote>`;
    const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const [one, two] = ['The first sentence stands here.', 'The second sentence stands there.'];
    await bodies(
      wp(r(one) + reference(1)) + wp(r(two) + reference(2)),
      wp(r(one) + reference(7)) + wp(r(two)) + wp(r('A third one follows.') + reference(8)),
      { footnotes: note(1, 'old words') + note(2, 'gone') },
      { footnotes: note(7, 'new words') + note(8, 'came') },
    );
    await bodies(wp(one), wp(r(one) + reference(1)), {}, { footnotes: note(1, 'the only note') });
  });

  test('takes the first of two notes with one id, as every reader does', async () => {
    const note = (id: number, text: string): string => `<w:footnote w:id="${id}">${wp(text)}</w:footnote>`;
    const text = wp(r('some words') + '<w:r><w:footnoteReference w:id="2"/></w:r>');
    const { counts } = await bodies(
      text,
      text,
      { footnotes: note(2, 'same') },
      { footnotes: note(2, 'same') + note(2, 'other') },
    );
    expect(counts).toMatchObject({ insertions: 0, deletions: 0 });
  });

  test('gives the first notes ids that the separators that come with them have not', async () => {
    const note = (id: number, text: string, type: string): string =>
      `<w:footnote w:id="${id}" w:type="${type}">${wp(text)}</w:footnote>`;
    const separators = note(0, '', 'separator') + note(1, '', 'continuationSeparator');
    const text = r('some words') + '<w:r><w:footnoteReference w:id="2"/></w:r>';
    const notes = (words: string): DocxParts => ({ footnotes: separators + note(2, words, 'normal') });
    await bodies(wp('some words'), wp(text), {}, notes('the first note'));
    await bodies(wp(text), wp('some words'), notes('the first note'), {});
    // A note may say that it is none of the separators.
    const { counts } = await bodies(wp(text), wp(text), notes('the first note'), notes('another note'));
    expect(counts).toMatchObject({ insertions: 1, deletions: 1 });
  });

  test.each(['footnote', 'endnote'])('tells a reference to no %s from a reference to one', async (kind) => {
    const parts: DocxParts = { [`${kind}s`]: `<w:${kind} w:id="2">${wp('A note.')}</w:${kind}>` };
    const reference = (id: string): string => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
    const real = docx(wp(r('some words') + reference('2') + r(' more')), parts);
    const ids = [' ', '', '9', '-1', 'x'];
    for (const id of ids) {
      const both = docx(wp(r('some words') + reference(id) + reference('2') + r(' more')), parts);
      const none = docx(wp(r('some words') + reference(id) + r(' more')), parts);
      for (const [original, revised] of [
        [real, both],
        [both, real],
        [real, none],
        [none, real],
        [none, both],
        [both, none],
      ] as const) {
        const { bytes } = await judge(original, revised);
        expect(await verifyRedline({ original, revised }, bytes), id).toEqual(
          expect.not.arrayContaining([expect.objectContaining({ holds: false })]),
        );
      }
      const other = docx(wp(r('some words') + reference('7') + r(' more')), parts);
      expect((await judge(none, other)).counts).toMatchObject({ insertions: 0, deletions: 0 });
    }
  });

  test('numbers notes as they are referred to, since LibreOffice takes them in the order of their ids', async () => {
    const note = (id: number, text: string): string => `<w:footnote w:id="${id}">${wp(text)}</w:footnote>`;
    const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const { bytes } = await judge(
      docx(wp(r('one two') + reference(1)), { footnotes: note(1, 'old') }),
      docx(wp(r('one ') + reference(1) + r('two') + reference(2)), { footnotes: note(1, 'new') + note(2, 'old') }),
    );
    const { package: archive, document } = await openWordPackage(bytes);
    const idsOf = (node: XmlElement, name: string): string[] =>
      node.children.flatMap((child) =>
        isElement(child)
          ? [...(child.name === name ? [child.attributes.get('w:id') ?? ''] : []), ...idsOf(child, name)]
          : [],
      );
    const references = idsOf(document, 'w:footnoteReference');
    expect(references).toEqual(['1', '2']);
    expect(idsOf(archive.tree('word/footnotes.xml')!, 'w:footnote')).toEqual(references);
  });

  test('gives a shape that replaces another one an id of its own', async () => {
    const shape = (path: string): string =>
      wp(
        `<w:r><w:pict><v:shapetype id="_x0000_t75" path="${path}"/><v:shape id="_x0000_i1025" type="#_x0000_t75" style="${path}"/></w:pict></w:r>`,
      );
    const { bytes } = await bodies(shape('m1'), shape('m2'));
    const xml = new TextDecoder().decode((await openWordPackage(bytes)).package.part('word/document.xml')?.bytes);
    expect([...xml.matchAll(/ id="(_x0000_\w+)"/g)].map(([, id]) => id).sort()).toEqual([
      '_x0000_i1025',
      '_x0000_i1026',
      '_x0000_t75',
      '_x0000_t75_2',
    ]);
    expect(xml).toContain('type="#_x0000_t75_2"');
  });

  test('sees a diagram of which only the data differ', async () => {
    const diagram = wp('<w:r><w:drawing><a:graphic><a:graphicData r:id="chart"/></a:graphic></w:drawing></w:r>');
    const parts = (data: string): DocxParts => ({
      files: {
        'word/chart.xml': '<chart/>',
        'word/_rels/chart.xml.rels': relationships('<Relationship Id="d" Type="data" Target="data.bin"/>'),
        'word/data.bin': data,
        'word/_rels/document.xml.rels': relationships('<Relationship Id="chart" Type="chart" Target="chart.xml"/>'),
      },
    });
    const [original, revised] = [docx(diagram, parts('1')), docx(diagram, parts('2'))];
    const redline = await writeRedline(original, revised, STAMP);
    expect(redline.counts).toMatchObject({ insertions: 1, deletions: 1 });
    expect(await breachesOf(original, revised, redline)).toEqual([]);
  });

  test('brings the drawing of a diagram along, and names it by its new id', async () => {
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const drawn = 'http://schemas.microsoft.com/office/2007/relationships/diagramDrawing';
    const dgm = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
    const dsp = 'http://schemas.microsoft.com/office/drawing/2008/diagram';
    const body = (data: string): string =>
      wp(r('A diagram: ') + `<w:r><w:drawing><dgm:relIds xmlns:dgm="${dgm}" r:dm="${data}"/></w:drawing></w:r>`);
    const parts = (text: string, [data, drawing]: readonly [string, string]): DocxParts => ({
      links: { rId1: 'https://one.example/', rId2: 'https://two.example/' },
      files: {
        'word/_rels/document.xml.rels': relationships(
          `<Relationship Id="${data}" Type="${office}/diagramData" Target="diagrams/data1.xml"/><Relationship Id="${drawing}" Type="${drawn}" Target="diagrams/drawing1.xml"/>`,
        ),
        'word/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="${dgm}"><dgm:pt modelId="${text}"/><dgm:extLst><a:ext xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" uri="u"><dsp:dataModelExt xmlns:dsp="${dsp}" relId="${drawing}"/></a:ext></dgm:extLst></dgm:dataModel>`,
        'word/diagrams/drawing1.xml': `<dsp:drawing xmlns:dsp="${dsp}">${text}</dsp:drawing>`,
      },
    });
    // The same diagram under other ids is no change.
    const same = await writeRedline(
      docx(body('rId7'), parts('a', ['rId7', 'rId8'])),
      docx(body('rId3'), parts('a', ['rId3', 'rId4'])),
      STAMP,
    );
    expect(same.counts).toEqual({ insertions: 0, deletions: 0, moves: 0, formatChanges: 0 });
    const [original, revised] = [
      docx(body('rId7'), parts('a', ['rId7', 'rId8'])),
      docx(body('rId7'), parts('b', ['rId7', 'rId8'])),
    ];
    const redline = await writeRedline(original, revised, STAMP);
    expect(await breachesOf(original, revised, redline)).toEqual([]);
    const { bytes } = redline;
    const { package: archive, mainPart } = await openWordPackage(bytes);
    const drawings = [...archive.relationshipsOf(mainPart).values()].filter(({ type }) => type === drawn);
    expect(drawings.map(({ target }) => innerXml(archive.tree(target)!).at(-'</dsp:drawing>'.length - 1))).toEqual([
      'a',
      'b',
    ]);
    const named = ['word/diagrams/data1.xml', 'word/diagrams/data1-2.xml'].map(
      (name) => /relId="(\w+)"/.exec(innerXml(archive.tree(name)!))?.[1],
    );
    expect(named).toEqual(drawings.map(({ id }) => id));
  });

  test('gives each style of the revised one of its own, by its name before its id', async () => {
    const style = (id: string, name: string, mark: string): string =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:rPr><w:${mark}/></w:rPr></w:style>`;
    const original = docx(wp('A figure.', '<w:pStyle w:val="Caption"/>'), { styles: style('Caption', 'caption', 'b') });
    const revised = docx(
      wp('A figure!', '<w:pStyle w:val="Caption1"/>') + wp('Another.', '<w:pStyle w:val="Caption"/>'),
      {
        styles: style('Caption', 'Caption', 'i') + style('Caption1', 'caption', 'b'),
      },
    );
    const redline = await writeRedline(original, revised, STAMP);
    const { bytes } = redline;
    expect(await breachesOf(original, revised, redline)).toEqual([]);
    const { package: archive, mainPart } = await openWordPackage(bytes);
    const styles = innerXml(archive.tree(archive.related(mainPart, 'styles')!)!);
    expect(styles).toContain('<w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/><w:rPr><w:b/>');
    expect(styles).toContain('<w:style w:type="paragraph" w:styleId="Caption2"><w:name w:val="Caption"/><w:rPr><w:i/>');
  });

  test('warns of a style that is based on a style which only one document has', async () => {
    const base = '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>';
    const list = '<w:style w:type="paragraph" w:styleId="L"><w:name w:val="List"/><w:basedOn w:val="H"/></w:style>';
    const body = wp('an item', '<w:pStyle w:val="L"/>');
    const [whole, bare] = [docx(body, { styles: base + list }), docx(body, { styles: list })];
    for (const [original, revised] of [
      [whole, bare],
      [bare, whole],
    ] as const) {
      const { bytes, warnings } = await writeRedline(original, revised, STAMP);
      expect(warnings).toMatchObject([{ code: 'styles_differ', message: expect.stringContaining('List') }]);
      const findings = await verifyRedline({ original, revised }, bytes);
      expect(findings.filter(({ side, holds }) => side === 'revised' && !holds)).toEqual([]);
    }
    expect((await writeRedline(bare, bare, STAMP)).warnings).toEqual([]);
  });

  test('keeps references to missing styles, links, comments, notes and headers missing on their own side', async () => {
    const ghost = '<w:pStyle w:val="Ghost"/>';
    const style = '<w:style w:type="paragraph" w:styleId="Ghost"><w:name w:val="Ghost letters"/></w:style>';
    const parts: DocxParts = {
      styles: style,
      comments: `<w:comment w:id="0" w:author="C">${wp('Why?')}</w:comment>`,
      footnotes: `<w:footnote w:id="2">${wp('A note.')}</w:footnote>`,
      headers: { h1: wp('Draft 1') },
      links: { link: 'https://example.com/' },
      images: { i1: Buffer.from('picture') },
    };
    const paragraphs = [
      wp('here', ghost),
      wp(`<w:hyperlink r:id="link">${r('a link')}</w:hyperlink>`),
      wp(r('a picture') + picture('i1')),
      wp(`${r('a comment')}<w:r><w:commentReference w:id="0"/></w:r>`),
      wp(`${r('a note')}<w:r><w:footnoteReference w:id="2"/></w:r>`),
      wp(`${r('no note')}<w:r><w:footnoteReference/></w:r>`),
    ];
    const header = '<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>';
    for (const at of [...paragraphs.keys(), undefined]) {
      const body = (at === undefined ? paragraphs.join('') : paragraphs[at]!) + header;
      const [whole, bare] = [docx(body, parts), docx(body)];
      for (const [original, revised] of [
        [whole, bare],
        [bare, whole],
        [bare, bare],
      ] as const) {
        const { bytes, counts, warnings } = await writeRedline(original, revised, STAMP);
        if (original === revised) expect(counts).toEqual({ insertions: 0, deletions: 0, moves: 0, formatChanges: 0 });
        const findings = await verifyRedline({ original, revised }, bytes);
        expect(findings.filter(({ holds }) => !holds)).toEqual([]);
        expect(warnings.map(({ code }) => code)).not.toContain('laws_not_kept');
      }
    }
  });

  test('counts a part of another kind than its relationship says as missing', async () => {
    const comment = `<w:comment w:id="0" w:author="C">${wp('Why?')}</w:comment>`;
    const body = wp(`${r('a comment')}<w:r><w:commentReference w:id="0"/></w:r>`);
    const whole = docx(body, { comments: comment });
    const parts = await readArchive(whole);
    const swapped = writeArchive(
      parts.map((part) =>
        part.name === 'word/comments.xml'
          ? {
              name: part.name,
              bytes: Buffer.from(Buffer.from(part.bytes).toString().replaceAll('w:comments', 'w:ftr')),
            }
          : { name: part.name, bytes: part.bytes },
      ),
    );
    for (const [original, revised] of [
      [whole, swapped],
      [swapped, whole],
    ] as const) {
      const { bytes } = await writeRedline(original, revised, STAMP);
      expect((await verifyRedline({ original, revised }, bytes)).filter(({ holds }) => !holds)).toEqual([]);
    }
  });

  test.each([
    ['no body', ''],
    ['2 bodies', '<w:body/><w:body/>'],
  ])('refuses a document with %s', async (name, bodies) => {
    const parts = await readArchive(docx(wp('a')));
    const broken = writeArchive(
      parts.map(({ name: part, bytes }) => ({
        name: part,
        bytes:
          part === 'word/document.xml'
            ? Buffer.from(
                Buffer.from(bytes)
                  .toString()
                  .replace(/<w:body>.*<\/w:body>/s, bodies),
              )
            : bytes,
      })),
    );
    await expect(writeRedline(broken, docx(wp('a')), STAMP)).rejects.toMatchObject({
      code: 'document_invalid',
      message: expect.stringContaining(name) as string,
    });
  });

  test('brings pictures, styles and lists of the revised document along', async () => {
    const picture = (id: string): string =>
      `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="n"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
    const level = '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>';
    const numbering = `<w:abstractNum w:abstractNumId="0">${level}</w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="0"/></w:num>`;
    const styles = '<w:style w:type="paragraph" w:styleId="S"><w:name w:val="Own"/></w:style>';
    const redline = await writeRedline(
      docx(wp(r('a') + picture('img1')), { images: { img1: Uint8Array.of(1) } }),
      docx(
        wp(r('a') + picture('img1')) +
          wp('b', '<w:pStyle w:val="S"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="5"/></w:numPr>'),
        {
          images: { img1: Uint8Array.of(2) },
          numbering,
          styles,
        },
      ),
      STAMP,
    );
    const { package: archive, mainPart } = await openWordPackage(redline.bytes);
    const media = [...archive.relationshipsOf(mainPart).values()].filter(({ target }) =>
      target.startsWith('word/media/'),
    );
    expect(media.map(({ target }) => [...(archive.part(target)?.bytes ?? [])])).toEqual([[1], [2]]);
    expect(archive.related(mainPart, 'numbering')).toBe('word/numbering.xml');
    expect(archive.related(mainPart, 'styles')).toBe('word/styles.xml');
    expect(await structureFaults(redline.bytes)).toEqual([]);
  });

  test('knows lists by the pictures of their bullets, not by the ids of these', async () => {
    const listed = wp('some words', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>');
    const numbering = (pictures: Readonly<Record<number, string>>, used: number): DocxParts => ({
      numbering:
        Object.keys(pictures)
          .map(
            (id) =>
              `<w:numPicBullet w:numPicBulletId="${id}"><w:pict><v:shape id="s${id}"><v:imagedata r:id="p${id}"/></v:shape></w:pict></w:numPicBullet>`,
          )
          .join('') +
        `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:lvlPicBulletId w:val="${used}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
      files: {
        'word/_rels/numbering.xml.rels': relationships(
          Object.keys(pictures)
            .map((id) => `<Relationship Id="p${id}" Type="image" Target="media/p${id}.png"/>`)
            .join(''),
        ),
        ...Object.fromEntries(Object.entries(pictures).map(([id, bytes]) => [`word/media/p${id}.png`, bytes])),
      },
    });
    const countsOf = async (before: DocxParts, after: DocxParts): Promise<number> => {
      const [original, revised] = [docx(listed, before), docx(listed, after)];
      const redline = await writeRedline(original, revised, STAMP);
      expect(await breachesOf(original, revised, redline)).toEqual([]);
      return redline.counts.formatChanges;
    };
    expect(await countsOf(numbering({ 0: 'star' }, 0), numbering({ 0: 'moon' }, 0))).toBe(1);
    expect(await countsOf(numbering({ 0: 'star' }, 0), numbering({ 0: 'moon', 1: 'star' }, 1))).toBe(0);
  });

  test('leaves parts without a change as the bytes that they were', async () => {
    const note = `<w:footnote w:id="1">${wp('note')}</w:footnote>`;
    const text = (end: string): string => wp(r(`some words ${end}`) + '<w:r><w:footnoteReference w:id="1"/></w:r>');
    const original = docx(text('here'), { footnotes: note, styles: '<w:docDefaults/>' });
    const { bytes } = await writeRedline(
      original,
      docx(text('there'), { footnotes: note, styles: '<w:docDefaults/>' }),
      STAMP,
    );
    const [before, after] = [await openWordPackage(original), await openWordPackage(bytes)];
    for (const { name, bytes: part } of before.package.parts) {
      if (name === 'word/document.xml') continue;
      expect(Buffer.from(after.package.part(name)?.bytes ?? []).equals(Buffer.from(part)), name).toBe(true);
    }
  });
});

test.each(['footnote', 'endnote'] as const)(
  'a %s that only one of two references leads to is tracked',
  async (kind) => {
    const body = wp(`<w:r><w:${kind}Reference w:id="2"/></w:r>${r('The fee is due.')}`);
    const whole = docx(body, { [`${kind}s`]: `<w:${kind} w:id="2">${wp('A note.')}</w:${kind}>` });
    const emptied = docx(body, { [`${kind}s`]: '' });
    for (const [original, revised] of [
      [whole, emptied],
      [emptied, whole],
      [whole, docx(body)],
      [docx(body), whole],
    ] as const) {
      const { bytes, counts } = await writeRedline(original, revised, STAMP);
      expect(counts.insertions + counts.deletions).toBeGreaterThan(0);
      expect((await verifyRedline({ original, revised }, bytes)).filter(({ holds }) => !holds)).toEqual([]);
    }
  },
);

test('a comment that is adopted is not that of a reference to no comment', async () => {
  const reference = '<w:r><w:commentReference w:id="0"/></w:r>';
  const original = docx(wp(`${r('The fee.')}${reference}`));
  const revised = docx(wp(r('The fee.')) + wp(`${r('Another one.')}${reference}`), {
    comments: `<w:comment w:id="0" w:author="C">${wp('Why?')}</w:comment>`,
  });
  const { bytes } = await writeRedline(original, revised, STAMP);
  expect((await verifyRedline({ original, revised }, bytes)).filter(({ holds }) => !holds)).toEqual([]);
});

test('a picture is kept where the other document has it under an empty id', async () => {
  const text = r('The plan.');
  const whole = docx(wp(text + picture('i1')), { images: { i1: Buffer.from('picture') } });
  const parts = await readArchive(whole);
  const unnamed = writeArchive(
    parts.map(({ name, bytes }) =>
      name === 'word/_rels/document.xml.rels'
        ? { name, bytes: Buffer.from(Buffer.from(bytes).toString().replace('Id="i1"', 'Id=""')) }
        : { name, bytes },
    ),
  );
  for (const [original, revised] of [
    [unnamed, whole],
    [whole, unnamed],
  ] as const) {
    const { bytes } = await writeRedline(original, revised, STAMP);
    expect((await verifyRedline({ original, revised }, bytes)).filter(({ holds }) => !holds)).toEqual([]);
  }
});
