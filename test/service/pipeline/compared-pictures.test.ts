/** Pictures that a comparison includes, from the file to the answer. */
import { bothSides } from '../../../shared/formats.ts';
import { describe, expect, it } from 'vitest';
import type { Include } from '../../../shared/api/include.ts';
import { REPEATED_PICTURES_MAX_BYTES } from '../../../service/formats/docx/parts/shown-pictures.ts';
import { sha256 } from '../../../service/sha256.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { verifyFragment } from '../../../service/pipeline/verify-result.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { docx, picture, r, tc, tbl, tr, wp } from '../../builders/docx.ts';

const bytes = (of: number): Uint8Array => new Uint8Array([0x89, 0x50, 0x4e, 0x47, of]);
const compare = (original: Uint8Array, revised: Uint8Array, include: readonly Include[]) =>
  compareFiles({ formats: bothSides('docx'), original, revised, mode: 'auto', attributeMode: 'semantic', include });

/** The changes of the first page, without what this file does not test. */
const changesOf = ({ page }: { page: (offset: number, limit: number) => { changes: readonly unknown[] } }) =>
  page(0, 100).changes as { type: string; before?: { pictures?: unknown[] }; after?: { pictures?: unknown[] } }[];

describe('compared pictures of a DOCX', () => {
  const side = (plan: number, width = 914_400): Uint8Array =>
    docx(wp('The plan:') + wp(picture('p', width, 914_400, 'Plan')) + wp('End'), { images: { p: bytes(plan) } });

  it('are a change with both pictures, and are listed nowhere else', async () => {
    const comparison = await compare(side(1), side(2), ['pictures']);
    expect(comparison.uncompared).toBeUndefined();
    expect(comparison.sameness).toBe('different');
    expect(comparison.summary).toMatchObject({ changeCount: 1, replacements: 1 });
    const shown = { alt: 'Plan', width: 96, height: 96 };
    expect(changesOf(comparison)).toMatchObject([
      {
        type: 'replace',
        before: { text: '\uFFFC', pictures: [{ ...shown, sha256: sha256(bytes(1)) }] },
        after: { text: '\uFFFC', pictures: [{ ...shown, sha256: sha256(bytes(2)) }] },
      },
    ]);
  });

  it('are verified with the inputs, as included headers are', async () => {
    const headed = (of: number): Uint8Array =>
      docx(wp(picture('p')) + '<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>', {
        headers: { h1: wp(`Draft ${of}`) },
        images: { p: bytes(of) },
      });
    const [original, revised] = [headed(1), headed(2)];
    for (const include of [[], ['pictures'], ['headers', 'pictures']] as const) {
      const { html } = await compare(original, revised, include);
      const laws = await verifyFragment({ formats: bothSides('docx'), original, revised }, html);
      expect(laws.filter(({ holds }) => !holds)).toEqual([]);
    }
    const { html } = await compare(original, headed(3), ['pictures']);
    const laws = await verifyFragment({ formats: bothSides('docx'), original, revised }, html);
    expect(laws.map(({ side, law, holds }) => [side, law, holds])).toContainEqual(['revised', 'structure', false]);
  });

  it('change nothing where they are not included', async () => {
    const comparison = await compare(side(1), side(2), []);
    expect(comparison.summary.changeCount).toBe(0);
    expect(comparison.uncompared?.items).toHaveLength(1);
    expect(comparison.html).not.toMatch(/data-digest|width=|\uFFFC/);
  });

  it('state the size of both sides if only the size differs', async () => {
    const [change] = changesOf(await compare(side(1), side(1, 457_200), ['pictures']));
    expect(change).toMatchObject({ before: { pictures: [{ width: 96 }] }, after: { pictures: [{ width: 48 }] } });
  });

  it('are compared if browsers do not show them, and if nothing describes them', async () => {
    const metafile = (of: number): Uint8Array =>
      docx(wp(r('See ') + picture('p')), {
        images: { p: bytes(0) },
        files: {
          'word/media/p.emf': bytes(of),
          'word/_rels/document.xml.rels':
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/p.emf"/></Relationships>',
        },
      });
    const comparison = await compare(metafile(1), metafile(2), ['pictures']);
    expect(changesOf(comparison)).toMatchObject([{ type: 'replace', after: { pictures: [{ alt: '' }] } }]);
    expect(comparison.uncompared).toBeUndefined();
    expect((await compare(metafile(1), metafile(1), ['pictures'])).summary.changeCount).toBe(0);
  });

  it('stay listed where the document does not have them', async () => {
    const header = (of: number): Uint8Array =>
      docx(wp('Body') + '<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>', {
        headers: { h1: wp(picture('p')) },
        files: {
          'word/media/logo.png': bytes(of),
          'word/_rels/h1.xml.rels':
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/logo.png"/></Relationships>',
        },
      });
    const excluded = await compare(header(1), header(2), ['pictures']);
    expect(excluded.summary.changeCount).toBe(0);
    expect(excluded.uncompared?.items.map(({ kind, differs }) => [kind, differs])).toEqual([['picture', true]]);
    const included = await compare(header(1), header(2), ['headers', 'pictures']);
    expect(included.summary.changeCount).toBe(1);
    expect(included.uncompared).toBeUndefined();
    const covered = (of: number): Uint8Array =>
      docx(tbl(tr([tc('A', '<w:vMerge w:val="restart"/>')]), tr([tc(wp(r('B') + picture('p')), '<w:vMerge/>')])), {
        images: { p: bytes(of) },
      });
    const lost = await compare(covered(1), covered(2), ['pictures']);
    expect([lost.summary.changeCount, lost.uncompared?.differs ?? false]).not.toEqual([0, false]);
  });

  it('differ nowhere if a large picture is repeated on one side more often', async () => {
    const large = new Uint8Array(REPEATED_PICTURES_MAX_BYTES / 2 - 1).fill(7);
    const repeated = (places: number): Uint8Array =>
      docx(Array.from({ length: places }, (_, at) => wp(r(`Place ${at}: `) + picture('p'))).join(''), {
        images: { p: large },
        stored: true,
      });
    const { summary } = await compare(repeated(3), repeated(4), ['pictures']);
    expect(summary).toMatchObject({ changeCount: 1, blockInsertions: 1 });
  });
});

describe('compared pictures of a text', () => {
  const png = (of: number): string => `data:image/png;base64,${Buffer.from(bytes(of)).toString('base64')}`;

  it.each([
    ['markdown', `See ![Plan](${png(1)}) now.`, `See ![Plan](${png(2)}) now.`],
    ['markdown', '![Plan](https://example.org/a.png)', '![Plan](https://example.org/b.png)'],
    [
      'html',
      `<p>See</p><img src="${png(1)}" alt="Plan"><p>now</p>`,
      `<p>See</p><img src="${png(1)}" alt="Site"><p>now</p>`,
    ],
    [
      'html',
      `<table><tr><td><img src="a.png" width="10"></table>`,
      `<table><tr><td><img src="a.png" width="11"></table>`,
    ],
  ] as const)('of %s are a change of their own: %s', (format, original, revised) => {
    const carried = compareText({ original, revised, format, mode: 'auto' });
    expect(carried.summary.changeCount).toBe(0);
    const comparison = compareText({ original, revised, format, mode: 'auto', include: ['pictures'] });
    expect(comparison.summary).toMatchObject({ changeCount: 1, replacements: 1 });
    const plain = (text: string): string =>
      compareText({ original: text, revised: text, format, mode: 'auto', include: ['pictures'] }).html;
    expect(resolve(comparison.html, { reject: 'all' })).toBe(plain(original));
    expect(resolve(comparison.html, { accept: 'all' })).toBe(plain(revised));
  });

  it('are known by the SHA-256 of their data, or else of their address', () => {
    const original = `![A](${png(1)}) and ![B](https://example.org/b.png)`;
    const comparison = compareText({
      original,
      revised: 'Nothing',
      format: 'markdown',
      mode: 'auto',
      include: ['pictures'],
    });
    expect(JSON.stringify(changesOf(comparison))).toContain(sha256(bytes(1)));
    expect(JSON.stringify(changesOf(comparison))).toContain(sha256('https://example.org/b.png'));
  });

  it('beyond the envelope are not compared', () => {
    const many = '<p>x</p>'.repeat(1_600);
    const side = (of: number): string => `${many}<p>See <img src="${png(of)}" alt="Plan"></p>`;
    const { fallback, summary } = compareText({
      ...{ original: side(1), revised: side(2), format: 'html', mode: 'auto', include: ['pictures'] },
    } as const);
    expect([fallback, summary.changeCount]).toEqual([true, 0]);
  });
});
