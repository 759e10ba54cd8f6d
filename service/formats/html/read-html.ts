import type { ReadResult } from '../read-result.ts';
import { linkTargetsOf } from './link-targets.ts';
import { parseHtml } from './parse-html.ts';
import { TreeReader } from './tree-reader.ts';

/**
 * Reads HTML of any quality. The envelope measures the source: its UTF-8 bytes, its start tags, and the block elements
 * among them. The inventory has what the page shows and no block contains. Throws `document_too_complex` as soon as the source passes a limit.
 */
export function readHtml(html: string): ReadResult {
  const { document, envelope } = parseHtml(html);
  const reader = new TreeReader();
  const blocks = reader.read(document);
  const linkTargets = linkTargetsOf(document);
  return {
    document: { blocks, warnings: [] },
    envelope,
    inventory: reader.inventory.items,
    ...(linkTargets && { linkTargets }),
  };
}
