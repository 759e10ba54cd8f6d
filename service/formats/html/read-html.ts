import type { Include } from '../../../shared/api/include.ts';
import type { Selection } from '../../../shared/api/selection.ts';
import { takeLooks } from '../look-record.ts';
import type { ReadResult } from '../read-result.ts';
import { baseAddressOf, hasRelativeAddress } from './tree/base-address.ts';
import { linkTargetsOf } from './inventory/link-targets.ts';
import { pageTitleOf } from './tree/page-title.ts';
import { parseHtml } from './tree/parse-html.ts';
import { selectParts } from './tree/select-parts.ts';
import { styleSheetsOf } from './css/style-sheets.ts';
import { TreeReader } from './tree-reader.ts';

/**
 * Reads HTML of any quality. The envelope measures the source: its UTF-8 bytes, its start tags, and the block elements
 * among them. The inventory has what the page shows and no block contains, and the parts that a selection leaves out.
 * Images have their displayed size only where pictures are included. The appearance has the looks of the text, the
 * title, the base address and the style sheets. Throws `document_too_complex` as soon as the source passes a limit, and what
 * `selectParts` throws.
 */
export function readHtml(html: string, include: readonly Include[] = [], selection?: Selection): ReadResult {
  const { document, envelope } = parseHtml(html);
  const base = baseAddressOf(document);
  const leftOut = selection && selectParts(document, selection);
  const sheets = styleSheetsOf(document);
  const reader = new TreeReader(include.includes('pictures'), leftOut, sheets);
  const { blocks, record } = takeLooks(reader.read(document));
  const linkTargets = linkTargetsOf(document);
  // The title belongs to no selected part.
  const title = selection === undefined ? pageTitleOf(document) : undefined;
  const hasRelative = hasRelativeAddress(document);
  return {
    document: { blocks, warnings: [] },
    envelope,
    inventory: reader.inventory.items,
    appearance: {
      looks: record,
      ...(title !== undefined && { title }),
      ...(base !== undefined && { base }),
      ...(hasRelative && { hasRelative }),
      ...(sheets && { sheets: { count: sheets.count, sha256: sheets.sha256 } }),
    },
    ...(linkTargets && { linkTargets }),
  };
}
