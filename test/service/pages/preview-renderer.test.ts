/** Pages by docx-preview in a browser of this machine. Skipped where there is none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractPages } from '../../../service/formats/pdf/extract-pages.ts';
import { Confinements } from '../../../service/pages/confinement/confinements.ts';
import { pageRendererOf } from '../../../service/pages/page-renderer.ts';
import { PreviewRenderer } from '../../../service/pages/preview-renderer.ts';
import { findPrograms } from '../../../service/pages/programs.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { startForbiddenServer, type ForbiddenServer } from './forbidden-server.ts';
import { leakyDocx } from './leaky-docx.ts';

const programs = findPrograms(process.env);
const never = new AbortController().signal;
let forbidden: ForbiddenServer;
beforeAll(async () => {
  forbidden = await startForbiddenServer();
});
afterAll(() => forbidden.stop());

const textOf = async (pdf: Uint8Array): Promise<string> => {
  const { pages } = await extractPages(pdf);
  return JSON.stringify(pages);
};

describe.skipIf(programs.browser === null)('docx-preview', () => {
  const renderer = new PreviewRenderer(programs);

  it('gives a page for each break, in the size of the section', async () => {
    const section =
      '<w:sectPr><w:pgSz w:w="8400" w:h="11900"/><w:pgMar w:top="700" w:right="700" w:bottom="700" w:left="700"/></w:sectPr>';
    const pdf = await renderer.render(
      docx(wp('One.') + wp('<w:r><w:br w:type="page"/></w:r>' + r('Two.')) + section),
      never,
    );
    const { pages } = await extractPages(pdf);
    expect(pages).toHaveLength(2);
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/\/MediaBox \[0 0 4(?:19|20)\S* 59[45]/);
  });

  it('asks for nothing and runs no script of the document, even one that was not made safe', async () => {
    const script = `<img src=x onerror="new Image().src='${forbidden.address}/script'"><script>fetch('${forbidden.address}/fetch')</script>`;
    const escaped = script.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const link = `javascript:fetch('${forbidden.address}/link')`;
    const styles = `<w:style w:type="paragraph" w:styleId="X"><w:name w:val="${escaped.replaceAll('"', '&quot;')}"/></w:style>`;
    const hostile = docx(
      wp(escaped) +
        wp(`<w:hyperlink r:id="rIdLink">${r('click')}</w:hyperlink>`, '<w:pStyle w:val="X"/>') +
        wp(r('styled', `<w:rFonts w:ascii="x; background: url(${forbidden.address}/font)"/>`)),
      { styles, links: { rIdLink: link.replaceAll("'", '&apos;') } },
    );
    const pages = await textOf(await renderer.render(hostile, never));
    expect(pages).toContain('click');
    await renderer.render(leakyDocx(forbidden.address), never);
    expect(forbidden.asked).toEqual([]);
  });

  it('refuses what it cannot lay out', async () => {
    await expect(renderer.render(Buffer.from('no archive'), never)).rejects.toThrow('docx-preview');
  });
});

describe('which renderer is taken', () => {
  it('is LibreOffice where it is found, else a browser', () => {
    expect(
      pageRendererOf({ office: '/usr/bin/soffice', browser: '/usr/bin/chromium', confinements: new Confinements('') })
        .name,
    ).toBe('libreoffice');
    expect(
      pageRendererOf({ office: null, browser: '/usr/bin/chromium', confinements: new Confinements('') }).name,
    ).toBe('docx-preview');
  });

  it('is none where neither is found, and it says what to install', async () => {
    const none = pageRendererOf({ office: null, browser: null, confinements: new Confinements('') });
    await expect(none.render(docx(wp('text')), never)).rejects.toMatchObject({
      code: 'renderer_unavailable',
      message: expect.stringMatching(/libreoffice-writer.*chromium/),
    });
  });
});
