/** Pages by a LibreOffice of this machine, which is given nothing that leads anywhere. Skipped where there is none. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPrograms } from '../../../service/pages/programs.ts';
import { OfficeRenderer } from '../../../service/pages/office-renderer.ts';
import { PageProcesses } from '../../../service/workers/page-processes.ts';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { docx, wp } from '../../builders/docx.ts';

const programs = findPrograms(process.env);
const never = new AbortController().signal;
const asked: string[] = [];
let server: Server;
let address: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** A document with every way out that a DOCX has. */
function leaky(): Uint8Array {
  const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const picture =
    '<w:drawing><wp:inline>' +
    '<wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="a"/>' +
    '<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">' +
    '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">' +
    '<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="a"/><pic:cNvPicPr/></pic:nvPicPr>' +
    '<pic:blipFill><a:blip r:link="rIdOut"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>';
  const field = (code: string): string =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText> ${code} </w:instrText></w:r>` +
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>result</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>';
  return docx(
    wp('Words that stay.') +
      `<w:p><w:r>${picture}</w:r></w:p>` +
      field(`INCLUDEPICTURE "${address}/field"`) +
      field(`INCLUDETEXT "${address}/text"`) +
      `<w:p><w:r><w:pict><v:shape><v:imagedata src="${address}/vml"/></v:shape></w:pict></w:r></w:p>` +
      '<w:altChunk r:id="rIdChunk"/>',
    {
      files: {
        'word/_rels/document.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
          `<Relationship Id="rIdOut" Type="${base}/image" Target="${address}/image" TargetMode="External"/>` +
          `<Relationship Id="rIdChunk" Type="${base}/aFChunk" Target="${address}/chunk" TargetMode="External"/>` +
          `<Relationship Id="rIdTemplate" Type="${base}/attachedTemplate" Target="${address}/template" TargetMode="External"/></Relationships>`,
      },
    },
  );
}

it('the copy that a renderer is given has no way out', async () => {
  const copy = await new PageProcesses().close(leaky(), never);
  const { package: archive, mainPart } = await openWordPackage(copy);
  expect([...archive.relationshipsOf(mainPart).values()].filter(({ external }) => external)).toEqual([]);
  const text = Buffer.from(archive.part(mainPart)!.bytes).toString();
  expect(text).not.toContain(address);
  expect(text).not.toContain('altChunk');
  expect(text).toContain('Words that stay.');
});

describe.skipIf(programs.office === null)('LibreOffice', () => {
  const renderer = new OfficeRenderer(programs);

  it('renders pages, and asks for nothing', async () => {
    const pages = new PageProcesses();
    const pdf = await renderer.render(await pages.close(leaky(), never), never);
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(await pages.countPages(pdf, never)).toBe(1);
    expect(asked).toEqual([]);
  }, 60_000);

  it('is killed with all that it started when nobody waits any more', async () => {
    const stop = new AbortController();
    const rendered = renderer.render(docx(wp('text')), stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 400);
    await expect(rendered).rejects.toThrow('enough');
  }, 20_000);
});

it('says what to install where there is none', async () => {
  const none = new OfficeRenderer({ office: null, browser: null, path: '' });
  await expect(none.render(docx(wp('text')), never)).rejects.toMatchObject({ code: 'renderer_unavailable' });
});
