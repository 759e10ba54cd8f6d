/** DOC, RTF and ODT as DOCX by a LibreOffice of this machine. Conversions are skipped where there is none. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { Confinements } from '../../../service/pages/confinement/confinements.ts';
import { OfficeConverter } from '../../../service/pages/office-converter.ts';
import { findPrograms } from '../../../service/pages/programs.ts';
import { runOffice } from '../../../service/pages/run-office.ts';
import { plainTextOf } from '../../../service/pipeline/words/plain-text.ts';
import { PageProcesses } from '../../../service/workers/page-processes.ts';
import { CONVERTED_FORMATS, type ConvertedFormat } from '../../../shared/formats.ts';
import { docx, wp } from '../../builders/docx.ts';
import { odt, op } from '../../builders/odt.ts';
import { startForbiddenServer, type ForbiddenServer } from './forbidden-server.ts';

const programs = findPrograms(process.env);
const never = new AbortController().signal;
const converter = new OfficeConverter(programs, new PageProcesses());
/** One pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe.skipIf(programs.office === null)('LibreOffice', () => {
  const textOf = async (format: ConvertedFormat, bytes: Uint8Array): Promise<string> => {
    const { document } = await readDocx(await converter.convert({ format, bytes }, never));
    return plainTextOf(document.blocks);
  };
  let forbidden: ForbiddenServer;
  let directory: string;
  let secret: string;
  let doc: Uint8Array;
  beforeAll(async () => {
    forbidden = await startForbiddenServer();
    directory = mkdtempSync(join(tmpdir(), 'diffsvc-secret-'));
    secret = join(directory, 'secret.txt');
    writeFileSync(secret, 'The owner’s own words.');
    const run = { bytes: docx(wp('The fee is due.')), from: 'docx', to: 'doc', filter: 'MS Word 97' };
    doc = await runOffice({ office: programs.office!, confinements: programs.confinements }, run, never);
  });
  afterAll(() => {
    forbidden.stop();
    rmSync(directory, { recursive: true });
  });

  it('converts a DOC, an RTF and an ODT, and gives the same bytes each time', async () => {
    const files = { doc, rtf: latin1('{\\rtf1\\ansi The fee is due.\\par}'), odt: odt(op('The fee is due.')) };
    const converted = (format: ConvertedFormat) => converter.convert({ format, bytes: files[format] }, never);
    const firsts: { format: ConvertedFormat; bytes: Uint8Array; atMs: number }[] = [];
    for (const format of CONVERTED_FORMATS) {
      firsts.push({ format, bytes: await converted(format), atMs: performance.now() });
    }
    for (const { format, bytes, atMs } of firsts) {
      const text = plainTextOf((await readDocx(bytes)).document.blocks).trim();
      expect([format, text]).toEqual([format, 'The fee is due.']);
      // ZIP entries have times of two seconds.
      await delay(Math.max(0, atMs + 2_100 - performance.now()));
      expect(Buffer.from(await converted(format)).equals(bytes)).toBe(true);
    }
  });

  it('reads an RTF behind a byte order mark, and never its source text', async () => {
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), latin1('{\\rtf1\\ansi The fee is due.\\par}')]);
    const text = await textOf('rtf', marked).catch((fault: unknown) => (fault as { code?: string }).code);
    expect(text).not.toContain('rtf1');
  });

  it('asks for no address, and reads no other file of the machine', async () => {
    const address = `${forbidden.address}/x.png`;
    const local = pathToFileURL(secret).href;
    // LibreOffice would embed the picture that an RTF names by its path, and open the one that an SVG names.
    const picture = join(directory, 'secret.png');
    writeFileSync(picture, Buffer.from(PICTURE, 'base64'));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${pathToFileURL(picture).href}" width="9" height="9"/></svg>`;
    const linked = odt(
      op('Words that stay.') +
        `<text:section text:name="a"><text:section-source xlink:href="${local}"/>${op('old')}</text:section>` +
        `<text:section text:name="b"><text:section-source xlink:href="${forbidden.address}/b.odt"/>${op('old')}</text:section>` +
        op(
          `<draw:frame svg:width="2cm" svg:height="2cm"><draw:image xlink:href="${address}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame>`,
        ) +
        op(
          `<draw:frame><draw:image><office:binary-data>${Buffer.from(svg).toString('base64')}</office:binary-data></draw:image></draw:frame>`,
        ),
    );
    const fields = [`INCLUDETEXT "${secret}"`, `INCLUDEPICTURE "${address}"`, `INCLUDEPICTURE "${picture}" \\\\d`];
    const rtf = latin1(
      `{\\rtf1\\ansi Words that stay.\\par${fields.map((field) => `{\\field{\\*\\fldinst ${field}}{\\fldrslt old}}`).join('')}\\par}`,
    );
    for (const [format, bytes] of [
      ['odt', linked],
      ['rtf', rtf],
    ] as const) {
      const converted = await converter.convert({ format, bytes }, never);
      const text = plainTextOf((await readDocx(converted)).document.blocks);
      expect(text).toContain('Words that stay.');
      expect(text).not.toContain('own words');
      const media = Object.entries(unzipSync(converted)).filter(([name]) => name.startsWith('word/media/'));
      // The SVG has become a drawing without its picture.
      for (const [name, bytes] of media) expect([name, Buffer.from(bytes).includes('iVBOR')]).toEqual([name, false]);
      expect(media.length).toBeLessThanOrEqual(format === 'odt' ? 2 : 0);
    }
    expect(forbidden.asked).toEqual([]);
  });

  it.each<[string, ConvertedFormat, () => Uint8Array]>([
    ['a DOC that was cut off', 'doc', () => doc.subarray(0, 2_000)],
    ['an ODT that was cut off', 'odt', () => odt(op('The fee.')).subarray(0, 300)],
  ])('refuses %s', async (_, format, bytes) => {
    await expect(converter.convert({ format, bytes: bytes() }, never)).rejects.toMatchObject({
      code: 'document_invalid',
      message: expect.stringContaining('LibreOffice could not convert it. It may be damaged, or have a password.'),
    });
  });

  it('is stopped when nobody waits any more', async () => {
    const stop = new AbortController();
    const converted = converter.convert({ format: 'odt', bytes: odt(op('text')) }, stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 300);
    await expect(converted).rejects.toThrow('enough');
  });
});

it.each<[ConvertedFormat, string]>([
  ['doc', 'a DOC of Word 97 to 2003'],
  ['rtf', 'an RTF document'],
  ['odt', 'an OpenDocument text (ODT)'],
])('says what to install, or to save the %s as, where there is no LibreOffice', async (format, name) => {
  const none = new OfficeConverter(
    { office: null, browser: null, confinements: new Confinements('') },
    new PageProcesses(),
  );
  await expect(none.convert({ format, bytes: new Uint8Array() }, never)).rejects.toMatchObject({
    code: 'document_invalid',
    message: `The file is ${name}. LibreOffice converts it, and none was found. Install libreoffice-writer and compare again. Or: Open it in a word processor and save it as DOCX.`,
  });
});
