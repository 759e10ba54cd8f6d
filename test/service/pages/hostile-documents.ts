/** Documents with every way out that a format has. Each way leads to a file of its own, named by the way. */
import { docx, wp } from '../../builders/docx.ts';
import { EPS, PICT, leakyEmf, leakySvg, packedSvg, svgLikeEmf } from '../../builders/hostile-pictures.ts';
import { odt, op } from '../../builders/odt.ts';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** The address of the file of a way. */
export type AddressOf = (way: string) => string;

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const SVG_BLIP = 'http://schemas.microsoft.com/office/drawing/2016/SVG/main';
/** A PNG of one pixel. */
export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const VML = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"';

/** An RTF, and its ways. */
export function hostileRtf(addressOf: AddressOf): Uint8Array {
  const path = (way: string): string => new URL(addressOf(way)).pathname;
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  const pict = (content: string): string => String.raw`{\pict\pngblip\picwgoal1440\pichgoal1440 ${content}}\par `;
  const bin = (bytes: Buffer): string => String.raw`\bin${bytes.length} ${bytes.toString('latin1')}`;
  const spelled = [...hex(leakySvg(addressOf('rtf-spelled')))].map(
    (sign) => String.raw`\'${sign.charCodeAt(0).toString(16)}`,
  );
  const shape = (value: string): string =>
    String.raw`{\shp{\*\shpinst\shpleft0\shptop0\shpright1440\shpbottom1440{\sp{\sn shapeType}{\sv 75}}{\sp{\sn pib}{\sv ${value}}}}}\par `;
  const field = (instruction: string): string => String.raw`{\field{\*\fldinst ${instruction}}{\fldrslt old}}\par `;
  const named = (name: string, flags: string, file: string): string =>
    String.raw`{\shp{\*\shpinst\shpright1440\shpbottom1440{\sp{\sn shapeType}{\sv 75}}{\sp{\sn ${name}}{\sv ${file}}}{\sp{\sn ${flags}}{\sv 10}}}}\par `;
  const ways = [
    pict(hex(leakySvg(addressOf('rtf-svg')))),
    pict(bin(leakySvg(addressOf('rtf-binary')))),
    pict(spelled.join('')),
    pict(`{${hex(leakySvg(addressOf('rtf-group')))}}`),
    String.raw`{\b${bin(leakySvg(addressOf('rtf-binary-before')))}}` + pict(''),
    pict(hex(packedSvg(addressOf('rtf-packed')))),
    pict(hex(svgLikeEmf(addressOf('rtf-like-emf')))),
    pict(hex(leakyEmf(addressOf('rtf-emf-plus')))),
    pict(hex(EPS)),
    String.raw`{\pict\macpict\picwgoal1440\pichgoal1440 ${hex(PICT)}}\par `,
    shape(hex(leakySvg(addressOf('rtf-shape-text')))),
    shape(pict(hex(leakySvg(addressOf('rtf-shape'))))),
    String.raw`{\object\objemb\objw1440\objh1440{\*\objclass Word.Picture.8}{\*\objdata 0105000002000000}{\result ${pict(hex(leakySvg(addressOf('rtf-object'))))}}}`,
    String.raw`{\field{\*\fldinst INCLUDEPICTURE "${path('rtf-field')}" \\d}{\fldrslt old}}\par `,
    String.raw`{\field{\*\fldinst INCLUDETEXT "${path('rtf-text')}"}{\fldrslt old}}\par `,
    field(
      `${[...'INCLUDEPICTURE'].map((sign) => String.raw`\u${sign.charCodeAt(0)}?`).join('')} "${path('rtf-unicode')}"`,
    ),
    field(`INCLUDE{\\b PICTURE} "${path('rtf-parts')}"`),
    field(`INCLUDE\r\nPICTURE "${path('rtf-lines')}"`),
    field(String.raw`{\upr{INCLUDETEXT "${path('rtf-upr')}"}{\*\ud INCLUDETEXT "${path('rtf-ud')}"}}`),
    field(`DDEAUTO soffice "${path('rtf-dde')}" x`),
    named('pibName', 'pibFlags', path('rtf-pib')),
    named('fillBlipName', 'fillBlipFlags', path('rtf-fill')),
    String.raw`{\*\background{\shp{\*\shpinst{\sp{\sn fillType}{\sv 3}}{\sp{\sn fillBlip}{\sv ${pict(hex(leakySvg(addressOf('rtf-background'))))}}}}}}`,
    String.raw`{\*\shppict{\pict\emfblip ${hex(leakySvg(addressOf('rtf-shppict')))}}}{\nonshppict{\pict\wmetafile8 ${hex(leakySvg(addressOf('rtf-nonshppict')))}}}`,
    String.raw`{\object\objautlink\objupdate{\*\objclass Word.Document.8}{\*\objtopic ${path('rtf-topic')}}{\*\objdata 01050000}{\result ${pict(hex(leakySvg(addressOf('rtf-autolink'))))}}}`,
  ];
  return Buffer.from(
    String.raw`{\rtf1\ansi{\*\template ${path('rtf-template')}}Words that stay.\par ${ways.join('\n')}}`,
    'latin1',
  );
}

/** An ODT, and its ways. */
export function hostileOdt(addressOf: AddressOf): Uint8Array {
  const frame = (content: string): string =>
    op(`<draw:frame text:anchor-type="as-char" svg:width="2cm" svg:height="2cm">${content}</draw:frame>`);
  const image = (address: string): string =>
    `<draw:image xlink:href="${address}" xlink:type="simple" xlink:actuate="onLoad"/>`;
  const inline = (bytes: Buffer): string =>
    frame(`<draw:image><office:binary-data>${bytes.toString('base64')}</office:binary-data></draw:image>`);
  const nested = leakySvg(`data:image/png;base64,${leakySvg(addressOf('odt-data')).toString('base64')}`);
  const body = [
    op('Words that stay.'),
    frame(image(addressOf('odt-link'))),
    frame(image('Pictures/like.emf')),
    frame(image('Pictures/packed.svgz')),
    frame(image('Pictures/plus.emf')),
    frame(image('Pictures/a.eps')),
    inline(nested),
    inline(leakySvg(addressOf('odt-inline'))),
    frame(`<draw:object xlink:href="${addressOf('odt-object')}" xlink:actuate="onLoad"/>`),
    frame(`<draw:object-ole xlink:href="${addressOf('odt-ole')}" xlink:actuate="onLoad"/>`),
    frame(`<draw:plugin xlink:href="${addressOf('odt-sound')}" draw:mime-type="audio/x-wav"/>`),
    frame(`<draw:floating-frame xlink:href="${addressOf('odt-frame')}"/>`),
    `<text:section text:name="a"><text:section-source xlink:href="${addressOf('odt-section')}"/>${op('old')}</text:section>`,
    frame('<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>'),
    frame(image(`../../../../../../../..${new URL(addressOf('odt-up')).pathname}`)),
    frame(image(`FILE://localhost${new URL(addressOf('odt-localhost')).pathname}`)),
    frame(image(`vnd.sun.star.pkg://${encodeURIComponent(addressOf('odt-package'))}/x`)),
    `<text:section text:name="b"><office:dde-source office:dde-application="soffice" office:dde-topic="${addressOf('odt-dde')}" office:dde-item="x" office:automatic-update="true"/>${op('old')}</text:section>`,
    `<office:forms><form:form form:name="f"><form:image form:image-data="${addressOf('odt-form')}"/></form:form></office:forms>`,
    `<text:list text:style-name="L1"><text:list-item>${op('item')}</text:list-item></text:list>`,
    '<text:p text:style-name="P1">filled</text:p>',
  ].join('');
  const files = unzipSync(odt(body));
  const names = [
    'office',
    'style',
    'text',
    'drawing:draw',
    'xsl-fo-compatible:fo',
    'svg-compatible:svg',
    'meta',
    'config',
    'form',
  ];
  const namespaces = names
    .map((each) => each.split(':'))
    .map(([name, prefix]) => `xmlns:${prefix ?? name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  const link = (way: string): string => `xlink:href="${addressOf(way)}" xlink:type="simple" xlink:actuate="onLoad"`;
  const root = (name: string, content: string): Uint8Array =>
    strToU8(
      `<office:document-${name} ${namespaces} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3">${content}</office:document-${name}>`,
    );
  const styles =
    `<office:font-face-decls><style:font-face style:name="F" svg:font-family="F"><svg:font-face-src><svg:font-face-uri ${link('odt-font')}/></svg:font-face-src></style:font-face></office:font-face-decls>` +
    `<office:styles><draw:fill-image draw:name="B" ${link('odt-fill')}/>` +
    `<style:style style:name="P1" style:family="paragraph"><style:paragraph-properties fo:background-color="transparent"><style:background-image ${link('odt-background')}/></style:paragraph-properties></style:style>` +
    `<text:list-style style:name="L1"><text:list-level-style-image text:level="1" ${link('odt-bullet')}/></text:list-style></office:styles>` +
    `<office:automatic-styles><style:page-layout style:name="pm1"><style:page-layout-properties><style:background-image ${link('odt-page')}/></style:page-layout-properties></style:page-layout></office:automatic-styles>` +
    `<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm1"><style:header>${frame(`<draw:image ${link('odt-header')}/>`)}</style:header></style:master-page></office:master-styles>`;
  const inner = `<office:body><office:text>${frame(`<draw:image ${link('odt-inner')}/>`)}<text:section text:name="c"><text:section-source ${link('odt-inner-section')}/></text:section></office:text></office:body>`;
  const parts: Record<string, Uint8Array> = {
    'styles.xml': root('styles', styles),
    'meta.xml': root(
      'meta',
      `<office:meta><meta:template ${link('odt-template')}/><meta:auto-reload ${link('odt-reload')}/></office:meta>`,
    ),
    'Pictures/like.emf': svgLikeEmf(addressOf('odt-like-emf')),
    'Pictures/packed.svgz': packedSvg(addressOf('odt-packed')),
    'Pictures/plus.emf': leakyEmf(addressOf('odt-emf-plus')),
    'Pictures/a.eps': EPS,
    'Object 1/content.xml': root('content', inner),
    'ObjectReplacements/Object 1': leakySvg(addressOf('odt-replacement')),
  };
  const listed = Object.keys(parts)
    .map((name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type=""/>`)
    .join('');
  const manifest = strFromU8(files['META-INF/manifest.xml']!).replace('</manifest:manifest>', `${listed}$&`);
  return zipSync({ ...files, ...parts, 'META-INF/manifest.xml': strToU8(manifest) });
}

/** A DOCX, and its ways. */
export function hostileDocx(addressOf: AddressOf): Uint8Array {
  const relations: string[] = [];
  const files: Record<string, Uint8Array | string> = {};
  const relate = (id: string, type: string, target: string, external = false): string => {
    const mode = external ? ' TargetMode="External"' : '';
    relations.push(`<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`);
    return id;
  };
  const place =
    '<a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';
  const drawing = (kind: string, content: string): string =>
    `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="914400" cy="914400"/><wp:docPr id="1" name="p"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.${kind}">${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const picture = (blip: string): string =>
    drawing(
      'openxmlformats.org/drawingml/2006/picture',
      `<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${blip}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr>${place}</pic:spPr></pic:pic>`,
    );
  const filled = (blip: string): string =>
    drawing(
      'microsoft.com/office/word/2010/wordprocessingShape',
      `<wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:cNvSpPr/><wps:spPr>${place}<a:blipFill><a:blip ${blip}/><a:stretch><a:fillRect/></a:stretch></a:blipFill></wps:spPr><wps:bodyPr/></wps:wsp>`,
    );
  const embedded = (id: string, name: string, bytes: Uint8Array, type = 'image'): string => {
    files[`word/${name}`] = bytes;
    return picture(`r:embed="${relate(id, type, name)}"`);
  };
  const extended = (id: string, extension: string): string => {
    files[`word/media/${id}.png`] = ONE_PIXEL;
    const list = `<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}">${extension}</a:ext></a:extLst>`;
    return picture(`r:embed="${relate(id, 'image', `media/${id}.png`)}"`).replace(
      /(<a:blip [^>]*)\/>/u,
      `$1>${list}</a:blip>`,
    );
  };
  const body = [
    wp('Words that stay.'),
    filled(`r:link="${relate('rIdA', 'hyperlink', addressOf('docx-fill'), true)}"`),
    picture(`r:link="${relate('rIdB', 'image', addressOf('docx-link'), true)}"`),
    picture(`r:embed="${relate('rIdC', 'image', addressOf('docx-inside'))}"`),
    embedded('rIdD', 'media/i.png', leakySvg(addressOf('docx-svg'))),
    embedded('rIdE', 'media/x.xml', leakySvg(addressOf('docx-xml'))),
    embedded('rIdF', 'fonts/f.odttf', leakySvg(addressOf('docx-font')), 'font'),
    embedded('rIdG', 'media/g.emf', leakyEmf(addressOf('docx-emf-plus'))),
    embedded('rIdH', 'media/h.emf', svgLikeEmf(addressOf('docx-like-emf'))),
    embedded('rIdI', 'media/i.emz', packedSvg(addressOf('docx-packed'))),
    embedded('rIdJ', 'media/j.eps', EPS),
    embedded(
      'rIdK',
      'media/k.svg',
      leakySvg(`data:image/png;base64,${leakySvg(addressOf('docx-data')).toString('base64')}`),
    ),
    `<w:p><w:r><w:pict ${VML}><v:shape style="width:90pt;height:90pt"><v:imagedata src="${addressOf('docx-vml')}"/></v:shape></w:pict></w:r></w:p>`,
    `<w:p><w:r><w:pict ${VML}><v:shape style="width:90pt;height:90pt"><v:imagedata r:href="${relate('rIdL', 'image', addressOf('docx-vml-link'), true)}"/></v:shape></w:pict></w:r></w:p>`,
    `<w:p><w:r><w:object ${VML}><v:shape style="width:90pt;height:90pt"/><o:OLEObject Type="Link" ProgID="Word.Document" r:id="${relate('rIdM', 'oleObject', addressOf('docx-ole'), true)}"/></w:object></w:r></w:p>`,
    `<w:p><w:fldSimple w:instr="INCLUDEPICTURE &quot;${addressOf('docx-field')}&quot; \\d"><w:r><w:t>old</w:t></w:r></w:fldSimple></w:p>`,
    extended('rIdO', `<asvg:svgBlip xmlns:asvg="${SVG_BLIP}" r:embed="${relate('rIdN', 'image', 'media/n.svg')}"/>`),
    extended(
      'rIdP',
      `<asvg:svgBlip xmlns:asvg="${SVG_BLIP}" r:link="${relate('rIdQ', 'image', addressOf('docx-svg-link'), true)}"/>`,
    ),
    `<w:p><w:r><w:pict ${VML}><v:rect style="width:90pt;height:90pt"><v:fill type="frame" src="${addressOf('docx-vml-fill')}" o:href="${addressOf('docx-vml-href')}"/></v:rect></w:pict></w:r></w:p>`,
    drawing(
      'openxmlformats.org/drawingml/2006/chart',
      `<c:chart xmlns:c="${CHART}" r:id="${relate('rIdR', 'chart', 'charts/c.xml')}"/>`,
    ),
    `<w:altChunk r:id="${relate('rIdS', 'aFChunk', 'chunk.html')}"/>`,
    `<w:p><w:fldSimple w:instr="INCLUDE&#x54;EXT &quot;${addressOf('docx-include')}&quot;"><w:r><w:t>old</w:t></w:r></w:fldSimple></w:p>`,
  ].join('');
  files['word/media/n.svg'] = leakySvg(addressOf('docx-svg-embed'));
  files['word/chunk.html'] = `<html><img src="${addressOf('docx-chunk')}"></html>`;
  const filling = `<a:blipFill><a:blip r:link="x1"/><a:stretch><a:fillRect/></a:stretch></a:blipFill>`;
  const spaces = `xmlns:a="${DRAWING}" xmlns:r="${OFFICE}"`;
  const outside = (way: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="x1" Type="${OFFICE}/image" Target="${addressOf(way)}" TargetMode="External"/></Relationships>`;
  files['word/charts/c.xml'] =
    `<c:chartSpace xmlns:c="${CHART}" ${spaces}><c:chart><c:plotArea/></c:chart><c:spPr>${filling}</c:spPr><c:externalData r:id="x1"><c:autoUpdate val="1"/></c:externalData></c:chartSpace>`;
  files['word/charts/_rels/c.xml.rels'] = outside('docx-chart');
  relate('rIdU', 'theme', 'theme/t.xml');
  files['word/theme/t.xml'] =
    `<a:theme ${spaces} name="t"><a:themeElements><a:fmtScheme name="f"><a:fillStyleLst>${filling}</a:fillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
  files['word/theme/_rels/t.xml.rels'] = outside('docx-theme');
  relate('rIdT', 'attachedTemplate', addressOf('docx-template'), true);
  files['word/_rels/document.xml.rels'] =
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`;
  return docx(body, { files });
}
