/** Tables of contents that a word processor made anew: new names of anchors, new page numbers, new ids. */
import { describe, expect, test } from 'vitest';
import { verifyRedline } from '../../../service/pipeline/verify-result.ts';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { resolvePackage } from '../../../service/redline/verify/resolve-package.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { innerXml, judge } from './judge.ts';

const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = (code: string, result: string): string =>
  `${mark('begin')}<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>${mark('separate')}${result}${mark('end')}`;

interface Entry {
  readonly title: string;
  readonly page: string;
  readonly anchor: string;
  /** The heading, if it differs from the title. */
  readonly heading?: string;
}

const entry = ({ title, page, anchor }: Entry): string =>
  `<w:hyperlink w:anchor="${anchor}" w:history="1">${r(title)}<w:r><w:tab/></w:r>${field(`PAGEREF ${anchor} \\h`, r(page))}</w:hyperlink>`;

/** A document with a table of contents in a content control, its headings, and a cross-reference to a clause. */
function report(
  entries: readonly Entry[],
  { control = '1', clause = '_Ref11', target = 'The payment clause.', stale = '' } = {},
): Uint8Array {
  const [first, ...rest] = entries.map(entry);
  const contents =
    wp(
      `${mark('begin')}<w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" \\h </w:instrText></w:r>${mark('separate')}${first}`,
    ) +
    rest.map((line) => wp(line)).join('') +
    wp(mark('end'));
  const headings = entries.map(({ title, anchor, heading = title }, at) =>
    wp(`<w:bookmarkStart w:id="${at}" w:name="${anchor}"/>${r(heading)}<w:bookmarkEnd w:id="${at}"/>`),
  );
  return docx(
    stale +
      `<w:sdt><w:sdtPr><w:id w:val="${control}"/><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${contents}</w:sdtContent></w:sdt>` +
      headings.join('') +
      wp(`<w:bookmarkStart w:id="90" w:name="${clause}"/>${r(target)}<w:bookmarkEnd w:id="90"/>`) +
      wp(r('As said in ') + field(`REF ${clause} \\r \\h`, r('4')) + r(' above.')),
  );
}

const ENTRIES: readonly Entry[] = [
  { title: 'Scope of the services', page: '3', anchor: '_Toc100' },
  { title: 'General', page: '4', anchor: '_Toc101' },
  { title: 'General', page: '9', anchor: '_Toc102' },
];
const anew = (entries: readonly Entry[], pages = 0): Entry[] =>
  entries.map((each, at) => ({ ...each, anchor: `_Toc90${at}`, page: String(Number(each.page) + pages) }));

async function xmlOf(bytes: Uint8Array): Promise<string> {
  return innerXml((await openWordPackage(bytes)).document);
}

async function holds(original: Uint8Array, revised: Uint8Array, redline: Uint8Array): Promise<boolean> {
  return (await verifyRedline({ original, revised }, redline)).every((finding) => finding.holds);
}

describe('a table of contents made anew', () => {
  const original = report(ENTRIES);

  test('with other names of anchors and another id is the same', async () => {
    const revised = report(anew(ENTRIES), { control: '77', clause: '_Ref555' });
    const { bytes, counts, warnings } = await judge(original, revised);
    expect(bytes).toBe(original);
    expect(counts).toEqual({ insertions: 0, deletions: 0, moves: 0, formatChanges: 0 });
    expect(warnings).toEqual([]);
    expect(await holds(original, revised, bytes)).toBe(true);
  });

  test('has the revised page numbers without a mark', async () => {
    const revised = report(anew(ENTRIES, 8));
    const { bytes, counts, warnings } = await judge(original, revised);
    expect(counts).toEqual({ insertions: 0, deletions: 0, moves: 0, formatChanges: 0 });
    expect(warnings.map(({ code }) => code)).toEqual(['page_numbers_taken']);
    const xml = await xmlOf(bytes);
    expect([...xml.matchAll(/<w:t[^>]*>(\d+)<\/w:t>/g)].map((match) => match[1])).toEqual(['11', '12', '17', '4']);
    expect(xml).not.toContain('_Toc90');
    expect(await holds(original, revised, bytes)).toBe(true);
  });

  test('may leave bookmarks behind that nothing refers to', async () => {
    const stale = (name: string): string =>
      wp(`<w:bookmarkStart w:id="80" w:name="${name}"/>${r('Draft')}<w:bookmarkEnd w:id="80"/>`);
    const [before, after] = [
      report(ENTRIES, { stale: stale('_Toc7') }),
      report(anew(ENTRIES, 1), { stale: stale('_Toc8') }),
    ];
    const { bytes, warnings } = await judge(before, after);
    expect(warnings.map(({ code }) => code)).toEqual(['page_numbers_taken']);
    expect(await holds(before, after, bytes)).toBe(true);
  });

  test('tracks words of entries, and entries that come and go', async () => {
    const changed = [
      { ...ENTRIES[0]!, title: 'Scope of all services' },
      { title: 'Liability', page: '5', anchor: '_Toc500' },
      ENTRIES[2]!,
    ];
    for (const entries of [changed, anew(changed, 1)]) {
      const revised = report(entries);
      const { bytes, warnings } = await judge(original, revised);
      expect(warnings.map(({ code }) => code)).not.toContain('laws_not_kept');
      expect(await holds(original, revised, bytes)).toBe(true);
      const xml = await xmlOf(bytes);
      expect(xml).toMatch(/<w:ins [^>]*>(?:(?!<\/w:ins>).)*all/s);
      expect(xml).toContain('Scope of ');
      expect(await xmlOf(await resolvePackage(bytes, 'revised'))).toContain('Liability');
    }
  });

  test('keeps a reference to another clause a change', async () => {
    const revised = report(ENTRIES, { clause: '_Ref555', target: 'Something else entirely, about warranties.' });
    const { counts } = await judge(original, revised);
    expect(counts.insertions).toBeGreaterThan(1);
    expect((await xmlOf((await judge(original, revised)).bytes)).match(/<w:delInstrText/g)).toHaveLength(1);
  });

  test('tracks page numbers elsewhere', async () => {
    const page = (number: string, name: string): Uint8Array =>
      docx(wp(r('See page ') + field(`PAGEREF ${name} \\h`, r(number))));
    const { counts } = await judge(page('3', '_Ref7'), page('4', '_Ref7'));
    expect(counts).toMatchObject({ insertions: 1, deletions: 1 });
    const [a, b] = [page('3', '_Ref7'), page('4', '_Ref7')];
    expect(await holds(a, b, a)).toBe(false);
  });
});
