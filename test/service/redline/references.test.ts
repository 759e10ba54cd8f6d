/** After accepting and after rejecting everything, each link, cross-reference and contents entry has its target. */
import { describe, expect, test } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { bookmarksIn, referencesIn } from '../../../service/ooxml/references.ts';
import { innerText, isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { resolvePackage } from '../../../service/redline/verify/resolve-package.ts';
import { writeRedline, type Redline } from '../../../service/redline/write-redline.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { tracked } from '../../builders/tracked-docx.ts';
import { breachesOf } from '../../oracle/redline/judge-redline.ts';
import { danglingReferences } from '../../oracle/redline/references.ts';
import { LONG, MORE, STAMP } from './judge.ts';

const SIGNATURE = { author: STAMP.author, at: new Date(STAMP.date) };
const marked = (name: string, text: string, id = 1): string =>
  `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${r(text)}<w:bookmarkEnd w:id="${id}"/>`;
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const link = (name: string, text: string): string => `<w:hyperlink w:anchor="${name}">${r(text)}</w:hyperlink>`;
const heading = (content: string): string => wp(content, '<w:outlineLvl w:val="0"/>');
const entry = (name: string, text: string, page: number): string =>
  wp(
    `<w:hyperlink w:anchor="${name}">${r(text)}<w:r><w:tab/></w:r>${field(`PAGEREF ${name} \\h`, String(page))}</w:hyperlink>`,
  );

const INTRODUCTION = wp('Introduction to the matter of the specification.');
const CLOSING = wp('Closing words of the document, which stay as they are.');
const OLD = wp('The provider shall keep records of all deliveries for five years.');
const NEW = wp('Another text, wholly unlike, tells what vendors have to do here.');

/** The words of the paragraph in which each bookmark begins. */
async function targetsOf(bytes: Uint8Array, side: 'original' | 'revised'): Promise<Record<string, string>> {
  const { document } = await openWordPackage(await resolvePackage(bytes, side));
  const targets = new Map<string, string>();
  const visit = (node: XmlElement): void => {
    if (node.name === 'w:p') for (const name of bookmarksIn(node)) targets.set(name, innerText(node));
    else for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(document);
  return Object.fromEntries(referencesIn(document).map(({ name, shown }) => [shown, targets.get(name) ?? 'nothing']));
}

/** Both redlines of a pair, with a guide and without one. Neither breaks a law. */
async function redlines(original: string, revised: string): Promise<Redline[]> {
  const [a, b] = [docx(original), docx(revised)];
  const both = [await tracked(a, b, SIGNATURE), await writeRedline(a, b, STAMP)];
  for (const redline of both) expect(await breachesOf(a, b, redline)).toEqual([]);
  return both;
}

describe('a bookmark of both documents in a heading that only one of them has', () => {
  test.each([
    ['a cross-reference', (name: string) => field(`REF ${name} \\h`, 'the chapter'), '_Ref111'],
    ['a page reference', (name: string) => field(`PAGEREF ${name} \\h`, 'the chapter'), '_Ref111'],
    ['a link to a generated name', (name: string) => link(name, 'the chapter'), '_Ref111'],
    ['a field over a generated name', (name: string) => field(`HYPERLINK \\l "${name}"`, 'the chapter'), '_Ref111'],
  ])('is the target of each side for %s', async (_, reference, name) => {
    const see = wp(r('See ') + reference(name) + r(' for the duties which apply.'));
    for (const { bytes, warnings } of await redlines(
      INTRODUCTION + see + heading(marked(name, 'Requirements')) + OLD + CLOSING,
      INTRODUCTION + see + heading(marked(name, 'Duties of suppliers')) + NEW + CLOSING,
    )) {
      expect(await targetsOf(bytes, 'original')).toEqual({ 'the chapter': 'Requirements' });
      expect(await targetsOf(bytes, 'revised')).toEqual({ 'the chapter': 'Duties of suppliers' });
      expect(warnings).toEqual([]);
    }
  });

  test('stays a target under its own name', async () => {
    const see = wp(r('See ') + link('duties', 'the chapter') + r(' for the duties which apply.'));
    for (const { bytes, warnings } of await redlines(
      INTRODUCTION + see + heading(marked('duties', 'Requirements')) + OLD + CLOSING,
      INTRODUCTION + see + OLD + CLOSING + heading(marked('duties', 'Whatever else vendors do')),
    )) {
      expect(await danglingReferences(bytes, 'accepted')).toEqual([]);
      expect(await danglingReferences(bytes, 'rejected')).toEqual([]);
      expect(warnings.map(({ code }) => code)).toEqual(['bookmarks_differ']);
    }
  });

  test('is the target of a section that moved', async () => {
    const see = wp(r('See ') + field('REF _Ref5 \\h', 'the clause') + r('.'));
    const moved = wp(marked('_Ref5', LONG));
    for (const { bytes } of await redlines(
      see + moved + OLD + wp(MORE) + CLOSING,
      see + OLD + wp(MORE) + moved + CLOSING,
    )) {
      expect(await targetsOf(bytes, 'original')).toEqual({ 'the clause': LONG });
      expect(await targetsOf(bytes, 'revised')).toEqual({ 'the clause': LONG });
    }
  });
});

describe('the entries of a table of contents', () => {
  test('lead to the headings of each side when a heading is replaced', async () => {
    const contents = (first: string, second: string): string => entry('_Toc1', first, 1) + entry('_Toc2', second, 2);
    for (const { bytes } of await redlines(
      contents('Scope', 'Requirements') +
        heading(marked('_Toc1', 'Scope', 1)) +
        OLD +
        heading(marked('_Toc2', 'Requirements', 2)) +
        CLOSING,
      contents('Scope', 'Duties') +
        heading(marked('_Toc1', 'Scope', 1)) +
        NEW +
        heading(marked('_Toc2', 'Duties', 2)) +
        CLOSING,
    )) {
      for (const reading of ['accepted', 'rejected'] as const)
        expect(await danglingReferences(bytes, reading)).toEqual([]);
    }
  });

  test('whose page numbers are the revised ones are counted', async () => {
    const document = (pages: readonly number[]): string =>
      pages.map((page, at) => entry(`_Toc${at}`, `Chapter ${at}`, page)).join('') +
      pages.map((_, at) => heading(marked(`_Toc${at}`, `Chapter ${at}`, at))).join('');
    const [guided] = await redlines(document([1, 2, 3]), document([1, 4, 5]));
    expect(guided!.warnings.map(({ message }) => message)).toEqual([
      "2 page numbers of the table of contents are the revised document's. A word processor computes them anew.",
    ]);
  });
});

test('the judge sees a reference that leads nowhere', async () => {
  const see = wp(r('See ') + field('REF _Ref111 \\h', 'the chapter'));
  expect(await danglingReferences(docx(see + heading(marked('_Ref111', 'Requirements'))), 'accepted')).toEqual([]);
  expect(await danglingReferences(docx(see + heading('Requirements')), 'accepted')).toEqual(['_Ref111']);
  const deleted = `<w:p><w:pPr><w:rPr><w:del w:id="8" w:author="A"/></w:rPr></w:pPr><w:bookmarkStart w:id="1" w:name="_Ref111"/><w:del w:id="9" w:author="A"><w:r><w:delText>Requirements</w:delText></w:r></w:del><w:bookmarkEnd w:id="1"/></w:p>`;
  expect(await danglingReferences(docx(see + deleted + CLOSING), 'accepted')).toEqual(['_Ref111']);
  expect(await danglingReferences(docx(see + deleted + CLOSING), 'rejected')).toEqual([]);
});
