import { docx, wp } from '../../builders/docx.ts';

/** A document with every way out that a DOCX has, all of which lead to this address. */
export function leakyDocx(address: string): Uint8Array {
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
