/** A run with a text box, as Word writes it: a choice for newer programs and a fallback for older ones. */
export function textBox(content: string): string {
  const box = `<w:txbxContent>${content}</w:txbxContent>`;
  return (
    '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:extent cx="1000000" cy="500000"/>' +
    '<wp:docPr id="1" name="Box"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">' +
    `<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr/><wps:txbx>${box}</wps:txbx><wps:bodyPr/></wps:wsp>` +
    '</a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice>' +
    `<mc:Fallback><w:pict><v:shape style="width:80pt"><v:textbox>${box}</v:textbox></v:shape></w:pict></mc:Fallback>` +
    '</mc:AlternateContent></w:r>'
  );
}
