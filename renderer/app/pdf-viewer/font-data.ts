/**
 * The files that pdf.js needs for fonts that a PDF names but does not embed. The page serves them itself, each file
 * on demand. Character maps (Adobe, BSD) decode Chinese, Japanese and Korean fonts. The Foxit fonts (PDFium, BSD)
 * replace Times, Courier, Symbol and ZapfDingbats. The package's Liberation fonts are under the GPL and are not
 * shipped, so the browser's sans-serif replaces Helvetica.
 */
const FILES: Readonly<Record<string, string>> = import.meta.glob(
  [
    '../../../node_modules/pdfjs-dist/cmaps/{*.bcmap,LICENSE}',
    '../../../node_modules/pdfjs-dist/standard_fonts/{Foxit*.pfb,LICENSE_FOXIT}',
  ],
  { eager: true, query: '?url', import: 'default' },
);

const ADDRESSES = new Map(Object.entries(FILES).map(([path, address]) => [path.replace(/^.*\//, ''), address]));

/** The class that pdf.js asks for a file by name. It rejects for a file that is not shipped, as pdf.js expects. */
export class FontData {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const address = ADDRESSES.get(filename);
    if (address === undefined) throw new Error(`${filename} is not shipped`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
