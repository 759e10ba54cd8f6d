import { describe, expect, it } from 'vitest';
import { writeStaticRedline } from '../../../../service/exports/static-redline/write-static-redline.ts';
import { openWordPackage } from '../../../../service/ooxml/package.ts';
import { writeXml } from '../../../../service/ooxml/write-xml.ts';
import { MARK_PROFILES } from '../../../../shared/api/mark-profiles.ts';
import { docx } from '../../../builders/docx.ts';

const BY = 'w:id="1" w:author="Ada" w:date="2026-01-01T00:00:00Z"';
const r = (text: string, properties = ''): string => `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const gone = (text: string): string => `<w:r><w:delText xml:space="preserve">${text}</w:delText></w:r>`;
const REVISION =
  /<w:(?:ins|del|moveFrom|moveTo|\w+Change|(?:move|customXml)\w+Range(?:Start|End)|cellIns|cellDel|delText)\b/u;

async function shown(
  body: string,
  parts: Parameters<typeof docx>[1] = {},
  marks: 'classic' | 'court' = 'classic',
  printsComments = false,
): Promise<string> {
  const bytes = await writeStaticRedline(docx(body, parts), marks, { printsComments });
  const { document, package: archive } = await openWordPackage(bytes);
  const xml = new TextDecoder().decode(writeXml(document, archive.namespaces));
  expect(xml).not.toMatch(REVISION);
  return xml;
}

/** The runs of a document: their text, and the names and values of their marks. */
function runsOf(xml: string): string[] {
  return [...xml.matchAll(/<w:r>(.*?)<\/w:r>/gsu)].map(([, inside = '']) => {
    const text = [...inside.matchAll(/<w:t\b[^>]*>([^<]*)<\/w:t>|<w:tab\/>/gu)]
      .map(([, words = '\t']) => words)
      .join('');
    const marks = [...inside.matchAll(/<w:(color|strike|dstrike|u|bdr|b)\b(?: w:val="([^"]*)")?/gu)];
    return [text, ...marks.map(([, name, value]) => (value === undefined ? name : `${name}=${value}`))].join(' ');
  });
}

describe('a static redline', () => {
  it('shows insertions, deletions and moves as formatting', async () => {
    const xml = await shown(
      `<w:p>${r('Pay ')}<w:del ${BY}>${gone('30')}</w:del><w:ins ${BY}>${r('14', '<w:rPr><w:u w:val="wave"/><w:color w:val="FF00FF"/></w:rPr>')}</w:ins>${r(' days.')}</w:p>` +
        `<w:p><w:moveFromRangeStart w:id="2" w:name="m"/><w:moveFrom ${BY}>${r('Away. ')}</w:moveFrom><w:moveFromRangeEnd w:id="2"/><w:moveTo ${BY}>${r('Here.')}</w:moveTo></w:p>`,
    );
    expect(runsOf(xml)).toEqual([
      'Pay ',
      '30 strike color=B3261E',
      '14 color=0A6B3A u=single',
      ' days.',
      'Away.  dstrike color=56279A',
      'Here. color=56279A u=double',
    ]);
  });

  it('has the marks of its profile', async () => {
    const xml = await shown(`<w:p><w:ins ${BY}>${r('new')}</w:ins></w:p>`, {}, 'court');
    expect(runsOf(xml)).toEqual(['new b color=000000 u=single']);
  });

  it('signs the end of a paragraph that one side does not have, unless the paragraph is marked', async () => {
    const end = (mark: string): string => `<w:pPr><w:rPr><w:${mark} ${BY}/></w:rPr></w:pPr>`;
    const xml = await shown(
      `<w:p>${end('ins')}${r('Split')}</w:p><w:p>${r('here')}</w:p>` +
        `<w:p>${end('ins')}<w:ins ${BY}>${r('Whole')}</w:ins></w:p><w:p>${end('del')}</w:p><w:p>${r('End')}</w:p>`,
    );
    expect(runsOf(xml)).toEqual([
      'Split',
      '¶ color=0A6B3A u=single',
      'here',
      'Whole color=0A6B3A u=single',
      '¶ strike color=B3261E',
      'End',
    ]);
  });

  it('keeps the number of a deleted clause as text, so that the next clause has the number of the new document', async () => {
    const level =
      '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:pPr><w:ind w:left="360" w:hanging="360"/></w:pPr></w:lvl>';
    const numbering = `<w:abstractNum w:abstractNumId="0">${level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
    const clause = (inside: string, mark = ''): string =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>${mark}</w:pPr>${inside}</w:p>`;
    const xml = await shown(
      clause(r('First')) +
        clause(`<w:del ${BY}>${gone('Second')}</w:del>`, `<w:rPr><w:del ${BY}/></w:rPr>`) +
        clause(r('Third')),
      { numbering },
    );
    expect(runsOf(xml)).toEqual(['First', '2. strike color=B3261E', '\t', 'Second strike color=B3261E', 'Third']);
    expect(xml.match(/<w:numId w:val="(\d)"/gu)).toEqual([
      '<w:numId w:val="1"',
      '<w:numId w:val="0"',
      '<w:numId w:val="1"',
    ]);
    expect(xml).toContain('<w:ind w:left="360" w:hanging="360"/>');
  });

  it('frames other formatting that a reader sees, and only that', async () => {
    const run = (now: string, before: string): string =>
      r('word', `<w:rPr>${now}<w:rPrChange ${BY}><w:rPr>${before}</w:rPr></w:rPrChange></w:rPr>`);
    const xml = await shown(`<w:p>${run('<w:b/>', '')}${run('<w:lang w:val="de-DE"/>', '')}</w:p>`);
    expect(runsOf(xml)).toEqual(['word b bdr=dotted', 'word']);
  });

  it('shades the cells of a row that one side does not have', async () => {
    const cell = '<w:tc><w:tcPr><w:tcW w:w="100" w:type="dxa"/></w:tcPr><w:p/></w:tc>';
    const xml = await shown(
      `<w:tbl><w:tblPr/><w:tr>${cell}</w:tr><w:tr><w:trPr><w:ins ${BY}/></w:trPr>${cell}</w:tr></w:tbl><w:p/>`,
    );
    expect(xml.match(/w:fill="[^"]*"/gu)).toEqual(['w:fill="E6F6EB"']);
  });

  it('names a picture that one side does not have', async () => {
    const xml = await shown(`<w:p><w:del ${BY}><w:r><w:pict/></w:r></w:del></w:p>`);
    expect(runsOf(xml).at(-1)).toBe('[picture deleted] strike color=B3261E');
  });

  it('prints comments as numbers and a list', async () => {
    const comments = `<w:comment w:id="7" w:author="Ada" w:date="2026-01-02T00:00:00Z"><w:p>${r('Agreed?')}</w:p><w:p>${r('Ask.')}</w:p></w:comment>`;
    const body = `<w:p><w:commentRangeStart w:id="7"/>${r('Fee')}<w:commentRangeEnd w:id="7"/><w:r><w:commentReference w:id="7"/></w:r></w:p>`;
    const xml = await shown(body, { comments }, 'classic', true);
    expect(runsOf(xml)).toEqual(['Fee', '[1]', 'Comments b', '[1] Ada, 2026-01-02:  b', 'Agreed?', '', 'Ask.']);
    expect(await shown(body, { comments })).toContain('w:commentReference');
  });

  it('has one form in each profile', async () => {
    const body = docx(`<w:p><w:del ${BY}>${gone('old')}</w:del><w:ins ${BY}>${r('new')}</w:ins></w:p>`);
    const files = await Promise.all(MARK_PROFILES.map((marks) => writeStaticRedline(body, marks)));
    expect(new Set(files.map((file) => Buffer.from(file).toString('base64'))).size).toBe(MARK_PROFILES.length);
  });
});
