/** Pages by a LibreOffice of this machine, which is given nothing that leads anywhere. Skipped where there is none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Confinements } from '../../../service/pages/confinement/confinements.ts';
import { findPrograms } from '../../../service/pages/programs.ts';
import { OfficeRenderer } from '../../../service/pages/office-renderer.ts';
import { PageProcesses } from '../../../service/workers/page-processes.ts';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { docx, wp } from '../../builders/docx.ts';
import { startForbiddenServer, type ForbiddenServer } from './forbidden-server.ts';
import { leakyDocx } from './leaky-docx.ts';

const programs = findPrograms(process.env);
const never = new AbortController().signal;
let forbidden: ForbiddenServer;
beforeAll(async () => {
  forbidden = await startForbiddenServer();
});
afterAll(() => forbidden.stop());

it('the copy that a renderer is given has no way out', async () => {
  const copy = await new PageProcesses().close(leakyDocx(forbidden.address), never);
  const { package: archive, mainPart } = await openWordPackage(copy);
  expect([...archive.relationshipsOf(mainPart).values()].filter(({ external }) => external)).toEqual([]);
  const text = Buffer.from(archive.part(mainPart)!.bytes).toString();
  expect(text).not.toContain(forbidden.address);
  expect(text).not.toContain('altChunk');
  expect(text).toContain('Words that stay.');
});

describe.skipIf(programs.office === null)('LibreOffice', () => {
  const renderer = new OfficeRenderer(programs);

  it('renders pages, and asks for nothing', async () => {
    const pages = new PageProcesses();
    const pdf = await renderer.render(await pages.close(leakyDocx(forbidden.address), never), never);
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(await pages.countPages(pdf, never)).toBe(1);
    expect(forbidden.asked).toEqual([]);
  });

  it('is killed with all that it started when nobody waits any more', async () => {
    const stop = new AbortController();
    const rendered = renderer.render(docx(wp('text')), stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 400);
    await expect(rendered).rejects.toThrow('enough');
  });
});

it('says what to install where there is none', async () => {
  const none = new OfficeRenderer({ office: null, browser: null, confinements: new Confinements('') });
  await expect(none.render(docx(wp('text')), never)).rejects.toMatchObject({ code: 'renderer_unavailable' });
});
