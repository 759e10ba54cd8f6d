import type { ReadResult } from '../read-result.ts';
import { parseHtml } from './parse-html.ts';
import { TreeReader } from './tree-reader.ts';

/**
 * Reads HTML of any quality. The envelope measures the source: its UTF-8 bytes, its start tags, and the block elements
 * among them. Throws `document_too_complex` as soon as the source passes a limit.
 */
export function readHtml(html: string): ReadResult {
  const { document, envelope } = parseHtml(html);
  return { document: { blocks: new TreeReader().read(document), warnings: [] }, envelope };
}
