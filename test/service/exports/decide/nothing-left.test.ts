/** A DOCX with decisions has nothing of what was decided away, in any part of its package. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { changeIdsOf } from '../../../../shared/fragment/change-ids.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { unitsOf } from '../../../../shared/fragment/units.ts';
import type { ArtifactTask } from '../../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../../service/exports/make-artifact.ts';
import { docx, picture, r, tbl, tc, tr, wp, xmlPart, type DocxParts } from '../../../builders/docx.ts';
import { compared } from '../../../builders/tracked-docx.ts';

const ref = (id: number): string => `<w:r><w:commentReference w:id="${id}"/></w:r>`;
const about = (id: number, text: string): string =>
  `<w:commentRangeStart w:id="${id}"/>${r(text)}<w:commentRangeEnd w:id="${id}"/>${ref(id)}`;
const comment = (id: number, author: string, text: string): string =>
  `<w:comment w:id="${id}" w:author="${author}" w:date="2026-01-0${id + 1}T10:00:00Z"><w:p w14:paraId="0000000${id + 1}">${r(text)}</w:p></w:comment>`;
const png = (of: number): Uint8Array => new Uint8Array([0x89, 0x50, 0x4e, 0x47, of, of, of]);

/** The export with each unit decided by a text that it has, or by `otherwise`. */
async function decided(
  original: Uint8Array,
  revised: Uint8Array,
  rejected: readonly RegExp[],
  open: readonly RegExp[] = [],
): Promise<{ files: Record<string, Uint8Array>; warnings: readonly string[] }> {
  const { fragment } = await compared(original, revised);
  const blocks = scanFragment(fragment);
  const textOfUnit = (ids: readonly string[]): string =>
    blocks
      .filter((block) => changeIdsOf([block]).some((id) => ids.includes(id)))
      .flatMap((block) => (block.kind === 'text' ? block.runs.map(({ text }) => text) : []))
      .join(' ');
  const options = { accept: [] as string[], reject: [] as string[] };
  for (const { changeIds } of unitsOf(blocks).all) {
    const text = textOfUnit(changeIds);
    if (open.some((each) => each.test(text))) continue;
    (rejected.some((each) => each.test(text)) ? options.reject : options.accept).push(...changeIds);
  }
  expect([options.accept.length > 0, options.reject.length > 0]).toEqual([true, true]);
  const task: ArtifactTask = {
    ...{ type: 'resolved_docx', format: 'docx', fallback: false, digests: null, title: '', options },
    ...{ html: fragment, original, revised, author: 'x', date: '2026-01-31T00:00:00Z' },
  };
  const { bytes, report } = await makeArtifact(task);
  return { files: unzipSync(bytes), warnings: report.warnings };
}

/** Names of the parts with a text, in their own order. */
function partsWith(files: Record<string, Uint8Array>, text: string): string[] {
  return Object.entries(files).flatMap(([name, bytes]) => (Buffer.from(bytes).includes(text) ? [name] : []));
}

describe('comments', () => {
  const SIDES: readonly [original: Uint8Array, revised: Uint8Array] = [
    docx(wp('The fee is 5 euro.') + wp(about(0, 'The lease ends in May.')) + wp('End.'), {
      comments: comment(0, 'Anna', 'Is this the right month?'),
    }),
    docx(wp(about(1, 'The fee is 6 euro.')) + wp('The lease ends in May.') + wp('End.'), {
      comments: comment(1, 'Berta', 'Nobody will ever pay that much.'),
    }),
  ];

  it('a rejected new one leaves no trace, and an accepted removal neither', async () => {
    const { files } = await decided(...SIDES, [/Nobody/]);
    for (const gone of ['Nobody', 'Berta', 'right month', 'Anna']) expect(partsWith(files, gone)).toEqual([]);
    expect(Buffer.from(files['word/document.xml']!).toString()).not.toMatch(/comment/);
    expect(Buffer.from(files['word/document.xml']!).toString()).toContain('>6<');
  });

  it('a removal that is rejected keeps it at its place, and an accepted new one is at its place', async () => {
    const { files } = await decided(...SIDES, [/right month/]);
    const text = Buffer.from(files['word/document.xml']!).toString();
    expect(text.match(/commentReference/g)).toHaveLength(2);
    expect(partsWith(files, 'right month')).toEqual(['word/comments.xml']);
    expect(partsWith(files, 'Nobody')).toEqual(['word/comments.xml']);
  });

  it('an undecided one stays as a tracked change', async () => {
    const { files } = await decided(...SIDES, [/right month/], [/Nobody/]);
    const text = Buffer.from(files['word/document.xml']!).toString();
    expect(text).toMatch(/<w:ins\b[^>]*><w:r><w:commentReference/);
    expect(partsWith(files, 'Nobody')).toEqual(['word/comments.xml']);
  });

  it('a rejected one takes its thread, its dates and its author along', async () => {
    const thread: DocxParts = {
      comments: comment(0, 'Anna', 'Is this right?') + comment(1, 'Berta', 'Nobody knows.'),
      commentsExtended:
        '<w15:commentEx w15:paraId="00000001" w15:done="0"/><w15:commentEx w15:paraId="00000002" w15:paraIdParent="00000001" w15:done="0"/>',
    };
    const original = docx(
      wp(`<w:commentRangeStart w:id="1"/>${about(0, 'The fee is 5 euro.')}<w:commentRangeEnd w:id="1"/>${ref(1)}`) +
        wp('The lease ends in May.'),
      thread,
    );
    const revised = docx(wp('The fee is 5 euro.') + wp('The lease ends in June.'));
    const { files } = await decided(original, revised, [/June/]);
    for (const gone of ['Is this right', 'Nobody', 'Anna', 'Berta', '00000001', '00000002'])
      expect(partsWith(files, gone)).toEqual([]);
  });
});

describe('parts', () => {
  const original = docx(
    wp('The fee is 5 euro.') + wp('The old plan of the site.') + wp(picture('a', 9_525, 9_525, 'Old')),
    {
      images: { a: png(1) },
    },
  );
  const revised = docx(
    wp('The fee is 6 euro.') + wp('The new plan of the site.') + wp(picture('b', 9_525, 9_525, 'New')),
    {
      images: { b: png(2) },
    },
  );

  it.each([
    ['rejected', [/\uFFFC/], 2, 1],
    ['accepted', [/5/], 1, 2],
  ] as const)('the picture that goes if its change is %s', async (_, rejected, gone, left) => {
    const { files } = await decided(original, revised, rejected);
    const hasPicture = (of: number): boolean =>
      Object.values(files).some((bytes) => Buffer.from(bytes).equals(png(of)));
    expect([hasPicture(gone), hasPicture(left)]).toEqual([false, true]);
    expect(partsWith(files, gone === 2 ? 'New' : 'Old')).toEqual([]);
  });

  it('of one side alone if all changes are decided for it', async () => {
    const { fragment } = await compared(original, revised);
    for (const [options, gone] of [
      [{ accept: [], reject: 'all' } as const, png(2)],
      [{ accept: 'all', reject: [] } as const, png(1)],
    ] as const) {
      const task: ArtifactTask = {
        ...{ type: 'resolved_docx', format: 'docx', fallback: false, digests: null, title: '', options },
        ...{ html: fragment, original, revised, author: 'x', date: '2026-01-31T00:00:00Z' },
      };
      const { bytes } = await makeArtifact(task);
      expect(Buffer.from(bytes).equals(options.accept === 'all' ? revised : original)).toBe(true);
      expect(Object.values(unzipSync(bytes)).some((part) => Buffer.from(part).equals(gone))).toBe(false);
    }
  });
});

it('the title, a variable and bound data that only the removed text has', async () => {
  const properties = (title: string): string =>
    `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:subject>Terms</dc:subject></cp:coreProperties>`;
  const root =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="r3" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail" Target="docProps/thumbnail.jpeg"/></Relationships>';
  const side = (title: string, fee: string): Uint8Array =>
    docx(wp(title) + wp(`The fee is ${fee} euro a month.`) + wp('Terms'), {
      settings: `<w:docVars><w:docVar w:name="v" w:val="${title}"/><w:docVar w:name="w" w:val="Terms"/></w:docVars>`,
      files: { 'docProps/core.xml': properties(title), 'docProps/thumbnail.jpeg': png(7), '_rels/.rels': root },
    });
  const { files } = await decided(side('Secret project Falcon', '5'), side('Lease of a shop', '6'), [/euro/]);
  expect(partsWith(files, 'Falcon')).toEqual([]);
  expect(partsWith(files, 'Terms').sort()).toEqual(
    ['word/document.xml', 'word/settings.xml', 'docProps/core.xml'].sort(),
  );
  expect(Object.keys(files)).not.toContain('docProps/thumbnail.jpeg');
});

describe('what only the rejected clause has', () => {
  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const related = (...items: readonly (readonly [id: string, type: string, target: string])[]): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const MAIN = related(
    ['rId1', 'officeDocument', 'word/document.xml'],
    ['p', 'extended-properties', 'docProps/app.xml'],
  );
  const fee = (amount: number): string => wp(`The fee is ${amount} euro a month and is due at once.`);
  const clause = wp('The secret Falcon clause is here now.');
  const numbered = wp('The secret Falcon clause is here now.', '<w:numPr><w:numId w:val="1"/></w:numPr>');
  const around = (start: string, end: string): string => wp(start + r('The secret Falcon clause is here now.') + end);
  const list = (level: string, before = ''): DocxParts => ({
    numbering: `${before}<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/>${level}</w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
  });
  const titles =
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><HeadingPairs><vt:vector size="2" baseType="variant"><vt:variant><vt:lpstr>Headings</vt:lpstr></vt:variant><vt:variant><vt:i4>2</vt:i4></vt:variant></vt:vector></HeadingPairs><TitlesOfParts><vt:vector size="2" baseType="lpstr"><vt:lpstr>Lease</vt:lpstr><vt:lpstr>The secret Falcon clause is here now.</vt:lpstr></vt:vector></TitlesOfParts><Pages>2</Pages></Properties>';

  it.each<[name: string, body: string, parts: DocxParts]>([
    ['a bookmark', around('<w:bookmarkStart w:id="1" w:name="Falcon"/>', '<w:bookmarkEnd w:id="1"/>'), {}],
    ['an editor', around('<w:permStart w:id="5" w:ed="Falcon"/>', '<w:permEnd w:id="5"/>'), {}],
    ['the words of a number', numbered, list('<w:numFmt w:val="decimal"/><w:lvlText w:val="Falcon %1"/>')],
    [
      'the picture of a bullet',
      numbered,
      {
        ...list(
          '<w:numFmt w:val="bullet"/><w:lvlText w:val="x"/><w:lvlPicBulletId w:val="0"/>',
          '<w:numPicBullet w:numPicBulletId="0"><w:pict><v:shape><v:imagedata r:id="b"/></v:shape></w:pict></w:numPicBullet>',
        ),
        files: {
          'word/_rels/numbering.xml.rels': related(['b', 'image', 'media/b.png']),
          'word/media/b.png': 'Falcon',
        },
      },
    ],
    [
      'a variable',
      clause,
      { settings: '<w:docVars><w:docVar w:name="v" w:val="See: The secret Falcon clause is here now."/></w:docVars>' },
    ],
    ['the titles of parts', clause, { files: { '_rels/.rels': MAIN, 'docProps/app.xml': titles } }],
  ])('%s, goes with it', async (_, body, parts) => {
    const plain = docx(fee(5) + wp('The end of it all.'));
    const falcon = docx(fee(6) + body + wp('The end of it all.'), parts);
    const inserted = await decided(plain, falcon, [/Falcon/]);
    expect(partsWith(inserted.files, 'Falcon')).toEqual([]);
    const deleted = await decided(docx(fee(6) + body + wp('The end of it all.'), parts), plain, [/euro/]);
    expect(partsWith(deleted.files, 'Falcon')).toEqual([]);
  });

  it('a bookmark that a field still names stays', async () => {
    const named = around('<w:bookmarkStart w:id="1" w:name="Falcon"/>', '<w:bookmarkEnd w:id="1"/>');
    const end = wp(`<w:fldSimple w:instr=" REF Falcon \\h ">${r('The end')}</w:fldSimple>${r(' of it all.')}`);
    const { files } = await decided(docx(fee(5) + named + end), docx(fee(6) + end), [/euro/]);
    expect(partsWith(files, 'w:name="Falcon"')).toEqual(['word/document.xml']);
  });

  it('data beside the text, and building blocks, lose it', async () => {
    const parts = (name: string): DocxParts => ({
      files: {
        'word/_rels/document.xml.rels': related(
          ['g', 'glossaryDocument', 'glossary.xml'],
          ['c', 'customXml', '../customXml/item1.xml'],
        ),
        'customXml/item1.xml': `<data title="The secret ${name} clause is here now." other="kept"/>`,
        'word/glossary.xml': xmlPart(
          'w:glossaryDocument',
          `<w:docParts><w:docPart><w:docPartBody>${clause.replace('Falcon', name)}</w:docPartBody></w:docPart><w:docPart><w:docPartBody>${wp('Kept')}</w:docPartBody></w:docPart></w:docParts>`,
        ),
      },
    });
    const original = docx(fee(5) + clause + wp('The end of it all.'), parts('Falcon'));
    const { files } = await decided(original, docx(fee(6) + wp('The end of it all.'), parts('Sparrow')), [/euro/]);
    expect(partsWith(files, 'Falcon')).toEqual([]);
    expect([partsWith(files, 'other="kept"'), partsWith(files, 'Kept')]).toEqual([
      ['customXml/item1.xml'],
      ['word/glossary.xml'],
    ]);
  });

  it('is named where the list of changes does not have it', async () => {
    const section = '<w:sectPr><w:headerReference w:type="first" r:id="h1"/></w:sectPr>';
    const side = (amount: number, caption: string, header: string): Uint8Array =>
      docx(
        fee(amount) +
          tbl(tr([tc('one'), tc('two')])).replace(
            '<w:tblPr/>',
            `<w:tblPr><w:tblCaption w:val="${caption}"/></w:tblPr>`,
          ) +
          wp(amount === 5 ? 'The end of it all.' : 'The end of it now.') +
          section,
        { headers: { h1: wp(header) } },
      );
    const { warnings } = await decided(side(5, 'A', 'Old head'), side(6, 'B', 'New head'), [/end/]);
    expect(warnings).toContain(
      'The list of changes does not have the layout of 1 table, row, cell or section. The file has that of the revised document there.',
    );
    expect(warnings).toContain(
      'The list of changes does not have the text of 1 header, footer or other part. The file has the text of the revised document there.',
    );
  });
});
