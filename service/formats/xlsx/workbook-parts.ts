/** The parts of a workbook: its sheets in the order of their tabs, and what concerns all of them. */
import { ServiceError } from '../../../shared/errors.ts';
import { wrongFormat } from '../../../shared/wrong-format.ts';
import { Namespaces } from '../../ooxml/namespaces.ts';
import { OoxmlPackage, type Part } from '../../ooxml/package.ts';
import { readArchive } from '../../ooxml/read-archive.ts';
import { isOfType } from '../../ooxml/relationships.ts';
import { childOf, childrenOf, innerText, type XmlElement } from '../../ooxml/xml-tree.ts';

/** Usual name of the main part, used if the package states none. */
const USUAL_MAIN_PART = 'xl/workbook.xml';

/** One sheet of a workbook. */
export interface SheetPart {
  readonly name: string;
  readonly visibility: 'visible' | 'hidden' | 'veryHidden';
  /** Name of its part. */
  readonly part: string;
  /** A sheet of cells, or one that shows a chart, a dialog or macros of Excel 4. */
  readonly kind: 'cells' | 'chart' | 'other';
}

/** A name of the workbook for a range or a formula. */
export interface DefinedName {
  readonly name: string;
  readonly formula: string;
  /** The sheet on which it is defined; null: the whole workbook. */
  readonly sheet: string | null;
  readonly hidden: boolean;
}

/** An opened workbook. */
export interface Workbook {
  readonly package: OoxmlPackage;
  readonly mainPart: string;
  readonly sheets: readonly SheetPart[];
  readonly names: readonly DefinedName[];
  /** Whether day 0 of dates is 1904-01-01 (18.2.28). */
  readonly date1904: boolean;
}

/**
 * Opens an XLSX (or XLSM, XLTX, XLTM) of either variant.
 *
 * @throws ServiceError `document_invalid`, `document_encrypted`, `archive_limit_exceeded`, `document_too_complex`
 */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const archive = new OoxmlPackage(await readArchive(bytes, 'xlsx'), new Namespaces());
  const mainPart = archive.related('', 'officeDocument') ?? archive.part(USUAL_MAIN_PART)?.name;
  const root = mainPart === undefined ? undefined : archive.tree(mainPart);
  if (mainPart === undefined || root?.name !== 'ss:workbook') throw wrongFormat(bytes, 'xlsx') ?? noWorkbook();
  const sheets = sheetsOf(root, archive, mainPart);
  if (sheets.length === 0) throw noWorkbook();
  const date1904 = childOf(root, 'ss:workbookPr')?.attributes.get('date1904');
  return {
    package: archive,
    mainPart,
    sheets,
    names: namesOf(root, sheets),
    date1904: date1904 === '1' || date1904 === 'true',
  };
}

/** The first part of the package that a part refers to by a type of relationship. */
export function relatedPart(archive: OoxmlPackage, from: string, type: string): Part | undefined {
  for (const relationship of archive.relationshipsOf(from).values()) {
    if (relationship.external || !isOfType(relationship, type)) continue;
    const part = archive.part(relationship.target);
    if (part !== undefined) return part;
  }
  return undefined;
}

function sheetsOf(root: XmlElement, archive: OoxmlPackage, mainPart: string): SheetPart[] {
  const relationships = archive.relationshipsOf(mainPart);
  return childrenOf(childOf(root, 'ss:sheets'), 'ss:sheet').flatMap((sheet): SheetPart[] => {
    const relationship = relationships.get(sheet.attributes.get('r:id') ?? '');
    const part = relationship && !relationship.external ? archive.part(relationship.target) : undefined;
    if (relationship === undefined || part === undefined) return [];
    const state = sheet.attributes.get('state');
    return [
      {
        name: sheet.attributes.get('name') ?? '',
        visibility: state === 'hidden' || state === 'veryHidden' ? state : 'visible',
        part: part.name,
        kind: isOfType(relationship, 'worksheet') ? 'cells' : isOfType(relationship, 'chartsheet') ? 'chart' : 'other',
      },
    ];
  });
}

function namesOf(root: XmlElement, sheets: readonly SheetPart[]): DefinedName[] {
  return childrenOf(childOf(root, 'ss:definedNames'), 'ss:definedName').map((name) => {
    const local = name.attributes.get('localSheetId');
    return {
      name: name.attributes.get('name') ?? '',
      formula: innerText(name),
      sheet: local === undefined ? null : (sheets[Number(local)]?.name ?? null),
      hidden: name.attributes.get('hidden') === '1',
    };
  });
}

function noWorkbook(): ServiceError {
  return new ServiceError(
    'document_invalid',
    'The file is no workbook: its archive has no main part with sheets. Send an XLSX.',
  );
}
