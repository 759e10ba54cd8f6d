/** What each section shows in its headers, accepted and rejected, when sections and their references differ. */
import { describe, expect, test } from 'vitest';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { breachesOf } from '../../oracle/redline/judge-redline.ts';
import { strictReading } from '../../oracle/redline/strict-reading.ts';

const STAMP = { author: 'A', date: '2026-01-31T00:00:00Z' };

/** A document of sections, each with one paragraph and the headers that it states by type. */
function sectioned(
  ...sections: readonly (readonly [text: string, headers: Readonly<Record<string, string>>])[]
): Uint8Array {
  const headers: Record<string, string> = {};
  const body = sections.map(([text, own], index) => {
    const references = Object.entries(own).map(([type, content]) => {
      const id = `h${Object.keys(headers).length}`;
      headers[id] = wp(content);
      return `<w:headerReference w:type="${type}" r:id="${id}"/>`;
    });
    const section = `<w:sectPr>${references.join('')}<w:pgSz w:w="1000" w:h="2000"/></w:sectPr>`;
    return index === sections.length - 1 ? wp(text) + section : wp(text, section);
  });
  return docx(body.join(''), { headers });
}

const [ONE, TWO, THREE] = ['The first part has its words.', 'A second section follows it.', 'Here the third one ends.'];

describe('headers', () => {
  const documents: Record<string, Uint8Array> = {
    none: sectioned([ONE, {}], [TWO, {}], [THREE, {}]),
    first: sectioned([ONE, { default: 'Draft of May' }], [TWO, {}], [THREE, {}]),
    each: sectioned([ONE, { default: 'Draft of June' }], [TWO, { default: 'Annex' }], [THREE, { default: 'End' }]),
    last: sectioned([ONE, {}], [TWO, {}], [THREE, { default: 'Only here', first: 'Title', even: 'Left' }]),
    alike: sectioned([ONE, { default: 'Same' }], [TWO, { default: 'Same' }], [THREE, { default: 'Same' }]),
    shorter: sectioned([ONE, { default: 'Draft of May' }], [THREE, { default: 'End' }]),
    moved: sectioned([TWO, { default: 'Annex' }], [ONE, { default: 'Draft of May' }], [THREE, { first: 'Title' }]),
  };
  const names = Object.keys(documents);

  test.each(names.flatMap((from) => names.map((to) => [from, to] as const)))('from %s to %s', async (from, to) => {
    const [original, revised] = [documents[from]!, documents[to]!];
    const redline = await writeRedline(original, revised, STAMP);
    expect(await breachesOf(original, revised, redline)).toEqual([]);
  });

  test('take what they refer to along, also where one part of the original becomes several', async () => {
    const reference = (id: string): string => `<w:headerReference w:type="default" r:id="${id}"/>`;
    const body = (...ids: readonly (string | null)[]): string =>
      ids
        .map((id, index) => {
          const section = `<w:sectPr>${id === null ? '' : reference(id)}<w:pgSz w:w="1000" w:h="2000"/></w:sectPr>`;
          return index === ids.length - 1 ? wp(TWO) + section : wp(ONE, section);
        })
        .join('');
    const link = (text: string): string => wp(`<w:hyperlink r:id="rId1">${r(text)}</w:hyperlink>`);
    const relationships = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://one.example/" TargetMode="External"/></Relationships>`;
    const original = docx(body('h0', null), { headers: { h0: wp('Draft') } });
    const revised = docx(body('h0', 'h1'), {
      headers: { h0: link('Draft of May'), h1: link('Draft of June') },
      files: { 'word/_rels/h0.xml.rels': relationships, 'word/_rels/h1.xml.rels': relationships },
    });
    for (const [a, b] of [
      [original, revised],
      [revised, original],
    ] as const)
      expect(await breachesOf(a, b, await writeRedline(a, b, STAMP))).toEqual([]);
  });

  test('are read as each section shows them', async () => {
    const { headers } = await strictReading(documents['first']!, 'accepted');
    expect(headers).toHaveLength(3);
    expect(headers.every((line) => line.includes('Draft of May'))).toBe(true);
  });

  test('that are alike in all sections come in once, and what cannot be tracked is told', async () => {
    const { bytes, warnings } = await writeRedline(documents['none']!, documents['alike']!, STAMP);
    const { package: archive } = await openWordPackage(bytes);
    expect(archive.parts.filter(({ name }) => /header|\/h\d/.test(name))).toHaveLength(1);
    expect(warnings.map(({ code }) => code)).toContain('header_added');
  });
});
