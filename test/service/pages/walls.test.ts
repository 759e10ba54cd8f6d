/**
 * Two walls around LibreOffice, each tried alone: documents are closed, and the program is confined. Skipped where there
 * is no LibreOffice, or nothing to trace it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { findPrograms } from '../../../service/pages/programs.ts';
import { runOffice } from '../../../service/pages/run-office.ts';
import { plainTextOf } from '../../../service/pipeline/words/plain-text.ts';
import { PageProcesses } from '../../../service/workers/page-processes.ts';
import { docx, wp } from '../../builders/docx.ts';
import { leakyEmf, leakySvg } from '../../builders/hostile-pictures.ts';
import { hostileDocx, hostileOdt, hostileRtf, ONE_PIXEL as PNG } from './hostile-documents.ts';
import { STRACE, TracedConfinements, type Trace } from './traced-programs.ts';

const { office, confinements } = findPrograms(process.env);
const never = new AbortController().signal;
const nothing = (): Promise<null> => Promise.resolve(null);
const confinement = office === null ? null : await confinements.nameOf(office);
type Format = 'docx' | 'doc' | 'rtf' | 'odt';
const FORMATS: readonly Format[] = ['docx', 'doc', 'rtf', 'odt'];
const READ_BY: Partial<Readonly<Record<Format, string>>> = { rtf: 'Rich Text Format', odt: 'writer8' };

describe.skipIf(office === null || STRACE === null)('a hostile document', () => {
  let runs = 0;
  let directory: string;
  let raw: Record<Format, Uint8Array>;
  const addressOf = (way: string): string => {
    const file = join(directory, `${way}.png`);
    writeFileSync(file, PNG);
    return pathToFileURL(file).href;
  };
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'diffsvc-secret-'));
    raw = {
      docx: hostileDocx(addressOf),
      doc: await hostileDoc(),
      rtf: hostileRtf(addressOf),
      odt: hostileOdt(addressOf),
    };
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  /** A DOC whose PNG and EMF have other content. LibreOffice writes pictures as they are, in one piece. */
  async function hostileDoc(): Promise<Uint8Array> {
    const chunk = Buffer.concat([
      Buffer.from([0, 0, 0x10, 0]),
      Buffer.from('teSt'),
      Buffer.alloc(4_096, 'x'),
      Buffer.alloc(4),
    ]);
    const padded = Buffer.concat([PNG.subarray(0, 33), chunk, PNG.subarray(33)]);
    const drawing = (id: string): string =>
      wp(
        `<w:r><w:drawing><wp:inline><wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="p"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="a"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
      );
    const images = { rIdP: padded, rIdE: leakyEmf(addressOf('doc-emf-plus')) };
    const bytes = docx(wp('Words that stay.') + drawing('rIdP') + drawing('rIdE'), { images });
    const run = { bytes, from: 'docx', to: 'doc', filter: 'MS Word 97' };
    const doc = await runOffice({ office: office!, confinements }, run, never);
    const at = doc.indexOf(padded.subarray(0, 64));
    expect(at).toBeGreaterThan(0);
    doc.fill(' ', at, at + padded.length);
    doc.set(leakySvg(addressOf('doc-svg')), at);
    return doc;
  }

  async function closed(format: Format): Promise<Uint8Array> {
    const pages = new PageProcesses();
    if (format === 'doc') return (await pages.closeDoc(raw.doc, never))!;
    if (format === 'rtf') return await pages.closeRtf(raw.rtf, never);
    return format === 'odt' ? await pages.closeOdt(raw.odt, never) : await pages.close(raw.docx, never);
  }

  /** What LibreOffice does with a file, and the text that it finds. */
  async function traced(format: Format, bytes: Uint8Array, find?: typeof nothing): Promise<Trace & { text: string }> {
    const log = join(directory, `${format}${(runs += 1)}.log`);
    const tracing = new TracedConfinements(log, process.env['PATH'] ?? '', find);
    const readBy = READ_BY[format];
    const run = { bytes, from: format, ...(readBy && { readBy }), to: 'docx', filter: 'MS Word 2007 XML' };
    const converted = await runOffice({ office: office!, confinements: tracing }, run, never);
    return { ...tracing.trace, text: plainTextOf((await readDocx(converted)).document.blocks) };
  }

  const waysIn = ({ opened }: Trace): string[] =>
    opened.flatMap((path) =>
      path.startsWith(directory) ? [path.slice(directory.length + 1).replace(/\.png$/u, '')] : [],
    );

  it.each(FORMATS)('leads out without both walls: %s', async (format) => {
    const ways = waysIn(await traced(format, raw[format], nothing));
    console.info(`${format}: ${ways.join(' ')}`);
    expect(ways).toContain({ docx: 'docx-svg', doc: 'doc-svg', rtf: 'rtf-svg', odt: 'odt-like-emf' }[format]);
  });

  it.each(FORMATS)('leads nowhere when it is closed: %s', async (format) => {
    const trace = await traced(format, await closed(format), nothing);
    expect(waysIn(trace)).toEqual([]);
    expect(trace.started.filter((file) => !file.endsWith('/soffice.bin'))).toEqual(['/bin/sh']);
    expect(trace.called).toEqual([]);
    expect(trace.text).toContain('Words that stay.');
  });

  it.skipIf(confinement === null).each(FORMATS)('leads nowhere when LibreOffice is confined: %s', async (format) => {
    const trace = await traced(format, raw[format]);
    expect(waysIn(trace)).toEqual([]);
    expect(trace.called).toEqual([]);
    expect(trace.text).toContain('Words that stay.');
  });
});
