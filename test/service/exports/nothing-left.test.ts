/** A DOCX with decisions has nothing of what was decided away, in any part of its package. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { unitsOf } from '../../../shared/fragment/units.ts';
import type { ArtifactTask } from '../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../service/exports/make-artifact.ts';
import { docx, picture, r, wp, type DocxParts } from '../../builders/docx.ts';
import { compared } from '../../builders/tracked-docx.ts';

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
