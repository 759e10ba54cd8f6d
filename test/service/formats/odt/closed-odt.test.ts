/** The copy of an ODT for LibreOffice: what is gone, and what is as it was. */
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { closedOdt } from '../../../../service/formats/odt/closed-odt.ts';
import { formatOfBytes } from '../../../../shared/recognize-format.ts';
import { odt, op } from '../../../builders/odt.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('rest')]);
const SECRET = 'file:///home/owner/secret.png';

async function closed(body: string, parts: Readonly<Record<string, Uint8Array>> = {}): Promise<Record<string, string>> {
  const file = zipSync({ ...unzipSync(odt(body)), ...parts });
  const copy = unzipSync(await closedOdt(file));
  return Object.fromEntries(Object.entries(copy).map(([name, bytes]) => [name, strFromU8(bytes, true)]));
}

/** The body of the copy. */
async function body(given: string, parts?: Readonly<Record<string, Uint8Array>>): Promise<string> {
  const content = (await closed(given, parts))['content.xml']!;
  return Buffer.from(/<office:text>(.*)<\/office:text>/su.exec(content)![1]!, 'latin1').toString('utf8');
}

const image = (href: string): string => `<draw:image xlink:href="${href}"></draw:image>`;

describe('a closed ODT', () => {
  it('has the text, the white space and the links of the file', async () => {
    const text =
      '<text:p>A <text:span>fee</text:span> <text:span>of &lt;5&gt; &amp; “ten”</text:span>\n<text:a xlink:href="http://example.org/">here</text:a></text:p>';
    expect(await body(text)).toBe(text);
  });

  it('keeps the pictures and objects of the package', async () => {
    const used = image('Pictures/a%20b.png') + '<draw:object xlink:href="./Object 1"></draw:object>';
    const parts = { 'Pictures/a b.png': PNG, 'Object 1/content.xml': utf8('<math>x</math>') };
    expect(await body(used, parts)).toBe(used);
    expect((await closed(used, parts))['Object 1/content.xml']).toContain('<math>x</math>');
  });

  it.each([SECRET, 'http://example.org/x.png', '../secret.png', 'Pictures/none.png', '//host/x', '%zz', '/', './', ''])(
    'has no picture at %s',
    async (href) => {
      expect(await body(image(href))).toBe('<draw:image></draw:image>');
    },
  );

  it.each([
    [
      'a section of another file',
      `<text:section text:name="a"><text:section-source xlink:href="${SECRET}"/><text:p>old</text:p></text:section>`,
      '<text:section text:name="a"><text:p>old</text:p></text:section>',
    ],
    [
      'a field of another program',
      '<text:p><text:dde-connection text:connection-name="a">old</text:dde-connection></text:p>',
      '<text:p>old</text:p>',
    ],
    [
      'a macro',
      '<text:p><text:execute-macro text:name="a"><office:event-listeners/>old</text:execute-macro></text:p>',
      '<text:p>old</text:p>',
    ],
    ['an applet', `<draw:frame><draw:applet xlink:href="${SECRET}"/></draw:frame>`, '<draw:frame></draw:frame>'],
    ['a script', '<text:p>a<text:script>run()</text:script>b</text:p>', '<text:p>ab</text:p>'],
    ['another base', '<text:p xml:base="http://example.org/">a</text:p>', '<text:p>a</text:p>'],
    ['a comment', '<text:p>a<!-- x --><?x y?>b</text:p>', '<text:p>ab</text:p>'],
  ])('has no %s, and keeps its text', async (_, given, expected) => {
    expect(await body(given)).toBe(expected);
  });

  it('has no scripts, fonts, dialogs, unknown parts, and no mention of them', async () => {
    const parts = {
      'Basic/Standard/Module1.xml': utf8('<script:module>run</script:module>'),
      'Scripts/python/a.py': utf8('run()'),
      'Fonts/a.ttf': utf8('\0\x01\0\0'),
      'Pictures/a.png': PNG,
      'META-INF/manifest.xml': utf8(
        '<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd"><manifest:manifest xmlns:manifest="urn:m"><manifest:file-entry manifest:full-path="/"/><manifest:file-entry manifest:full-path="Scripts/python/a.py"/><manifest:file-entry manifest:full-path="Pictures/a.png"/></manifest:manifest>',
      ),
    };
    const copy = await closed(op('text'), parts);
    expect(Object.keys(copy).sort()).toEqual(['META-INF/manifest.xml', 'Pictures/a.png', 'content.xml', 'mimetype']);
    expect(copy['META-INF/manifest.xml']).not.toMatch(/DOCTYPE|Scripts/u);
    expect(copy['META-INF/manifest.xml']).toMatch(/full-path="\/".*Pictures\/a\.png/su);
  });

  it('keeps settings that can be no address', async () => {
    const item = (type: string): string => `<config:config-item config:type="${type}">1</config:config-item>`;
    const settings = `<settings>${item('boolean')}${item('string')}${item('base64Binary')}</settings>`;
    expect((await closed(op('text'), { 'settings.xml': utf8(settings) }))['settings.xml']).toContain(
      `<settings>${item('boolean')}</settings>`,
    );
  });

  const svg = (content: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`;

  it.each([
    [`<image xlink:href="${SECRET}"/>`, '<image></image>'],
    ['<image href="http://example.org/x.png"/>', '<image></image>'],
    [`<rect fill="url(${SECRET})"/>`, '<rect></rect>'],
    [`<rect style="fill: URL( '${SECRET}' )"/>`, '<rect></rect>'],
    [String.raw`<rect style="fill: u\72l(${SECRET})"/>`, '<rect></rect>'],
    [`<style>@import "${SECRET}";</style>`, '<style></style>'],
    ['<script>run()</script><rect/>', '<rect></rect>'],
    ['<image href="data:image/svg+xml;base64,AAAA"/>', '<image></image>'],
    // LibreOffice goes by the content, whatever the address says.
    [
      `<image href="data:image/png;base64,${Buffer.from(`<svg><image href="${SECRET}"/></svg>`).toString('base64')}"/>`,
      '<image></image>',
    ],
    // What is within the drawing stays.
    ['<use xlink:href="#a"/>', '<use xlink:href="#a"></use>'],
    ['<rect fill="url(#a)" style="stroke: url(\'#b\')"/>', '<rect fill="url(#a)" style="stroke: url(\'#b\')"></rect>'],
    [
      `<image href="data:image/png;base64,${PNG.toString('base64')}"/>`,
      `<image href="data:image/png;base64,${PNG.toString('base64')}"></image>`,
    ],
    ['<text>a  b</text>', '<text>a  b</text>'],
  ])('has the SVG %s without its ways out', async (given, expected) => {
    const file = utf8(svg(given));
    const copy = await closed(image('Pictures/a.svg'), { 'Pictures/a.svg': file });
    expect(copy['Pictures/a.svg']).toContain(svg(expected));
    const inline = `<draw:image><office:binary-data>${Buffer.from(file).toString('base64')}</office:binary-data></draw:image>`;
    const [, data] = /binary-data>(.*)<\/office:binary-data/su.exec(await body(inline))!;
    expect(Buffer.from(data!, 'base64').toString()).toContain(svg(expected));
  });

  it.each([
    ['packed', Buffer.from('\x1f\x8b\x08rest', 'latin1')],
    ['with entities', utf8('<!DOCTYPE svg [<!ENTITY a "x">]><svg>&a;</svg>')],
    ['cut off', utf8('<svg><rect>')],
    ['in UTF-16', Buffer.from(`\ufeff${svg('')}`, 'utf16le')],
  ])('has no SVG that is %s', async (_, file) => {
    const lone = await closed(image('Pictures/a.svg'), { 'Pictures/a.svg': file });
    expect(lone['Pictures/a.svg']).toMatch(/^\x89PNG.*A picture of a kind that is not shown, SHA-256 [\da-f]{64}/su);
    // LibreOffice would take it for better than the picture beside it.
    const frame = `<draw:frame>${image('Pictures/a.svg')}${image('Pictures/a.png')}</draw:frame>`;
    const two = await closed(frame, { 'Pictures/a.svg': file, 'Pictures/a.png': PNG });
    expect(two).not.toHaveProperty('Pictures/a.svg');
    expect(two['content.xml']).toContain('<draw:image></draw:image><draw:image xlink:href="Pictures/a.png">');
  });

  it('is an ODT by its first entry, and the same bytes each time', async () => {
    const file = odt(op('text'));
    const copy = await closedOdt(file);
    expect(formatOfBytes(copy)).toBe('odt');
    expect(Buffer.from(await closedOdt(file)).equals(copy)).toBe(true);
  });

  it.each([
    ['entities', '<!DOCTYPE x [<!ENTITY a "x">]><x>&a;</x>'],
    ['an entity of no declaration', '<x>&a;</x>'],
    ['too many levels', `${'<x>'.repeat(1_001)}${'</x>'.repeat(1_001)}`],
    ['an open element', '<x>'],
  ])('is refused with %s', async (_, content) => {
    const file = zipSync({ ...unzipSync(odt('')), 'content.xml': utf8(content) });
    await expect(closedOdt(file)).rejects.toThrow();
  });
});
