/** Reads a workbook into the document model. */
import type { ReadResult } from '../read-result.ts';
import { refuseEmpty } from '../refuse-empty.ts';
import { NumberFormats } from './number-formats.ts';
import { readSheet, type SharedReading } from './read-sheet.ts';
import { rowsAsLines, SheetBlocks, type NamedSheet } from './sheet-blocks.ts';
import { readSharedStrings } from './shared-strings.ts';
import { inventoryOf, type ListedSheet } from './workbook-inventory.ts';
import { linksOf } from './cell-links.ts';
import { openWorkbook, relatedPart, type SheetPart } from './workbook-parts.ts';

const LABELS: Readonly<Record<SheetPart['visibility'], string>> = {
  visible: '',
  hidden: ' (hidden sheet)',
  veryHidden: ' (very hidden sheet)',
};

/**
 * Reads an XLSX of either variant. Each sheet is a heading with its name, and a table of what its cells show. Hidden
 * sheets, rows and columns are read as well. Merged cells are cells of their own, so that rows and columns stay a grid.
 *
 * @throws ServiceError `document_invalid`, `document_encrypted`, `archive_limit_exceeded`, `document_too_complex`
 */
export async function readXlsx(bytes: Uint8Array): Promise<ReadResult> {
  refuseEmpty(bytes, 'XLSX');
  const workbook = await openWorkbook(bytes);
  const { package: archive, mainPart, sheets, date1904 } = workbook;
  const shared: SharedReading = {
    strings: readSharedStrings(relatedPart(archive, mainPart, 'sharedStrings')),
    formats: new NumberFormats(archive.tree(relatedPart(archive, mainPart, 'styles')?.name ?? ''), date1904),
    cells: 0,
  };
  const read = sheets.map((sheet): ListedSheet => {
    const content = sheet.kind === 'cells' ? readSheet(archive.part(sheet.part)!, shared) : null;
    return { sheet, content };
  });
  const named = read.map(({ sheet, content }): NamedSheet => {
    const { name, visibility } = sheet;
    return {
      title: name + LABELS[visibility],
      name,
      rows: content?.rows ?? [],
      links: linksOf(workbook, sheet, content),
    };
  });
  const written = new SheetBlocks(named);
  return {
    document: { blocks: written.blocks, warnings: rowsAsLines(written) },
    envelope: { ...written.envelope, least: 'extended' },
    cells: written.entries,
    inventory: inventoryOf(workbook, read),
  };
}
