/** An object store of pdf.js: the fonts of a document, or the patterns of a page. */
export interface ObjectSource {
  has(id: string): boolean;
  get(id: string): unknown;
}
