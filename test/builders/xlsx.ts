/** Builds workbooks for tests: sheets as rows of terse cells. */
import { cellName } from '../../shared/document/cell-reference.ts';
import { archive } from './docx.ts';

/** A cell: a text, a number, a boolean, nothing, or the XML of a cell with its attributes. */
export type BuiltCell =
  | string
  | number
  | boolean
  | null
  | {
      /** Attributes beside its reference, such as `t="e"`. */
      readonly attributes?: string;
      readonly formula?: string;
      /** Attributes of its formula. */
      readonly shared?: string;
      readonly value?: string | number;
      /** Index of its number format among `BuiltWorkbook.formats`. */
      readonly format?: number;
      /** XML in place of all others. */
      readonly xml?: string;
    };

/** A sheet of a workbook. */
export interface BuiltSheet {
  readonly name: string;
  readonly state?: 'hidden' | 'veryHidden';
  readonly rows: readonly (readonly BuiltCell[])[];
  /** Row numbers, from 0, that are hidden. */
  readonly hiddenRows?: readonly number[];
  /** XML before and after the cells. */
  readonly before?: string;
  readonly after?: string;
  /** Relationships of the sheet by id. */
  readonly links?: Readonly<Record<string, string>>;
}

/** A workbook. */
export interface BuiltWorkbook {
  readonly sheets: readonly BuiltSheet[];
  /** Codes of number formats; a cell names one by its index. */
  readonly formats?: readonly string[];
  /** Items of the shared strings, as XML. */
  readonly strings?: readonly string[];
  /** XML of the workbook after its sheets, and its properties. */
  readonly after?: string;
  readonly properties?: string;
  /** Further parts of the package. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
  /** Whether its parts are not compressed. */
  readonly stored?: boolean;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The bytes of a workbook of one sheet named `Sheet1`. */
export function sheet(...rows: readonly (readonly BuiltCell[])[]): Uint8Array {
  return xlsx({ sheets: [{ name: 'Sheet1', rows }] });
}

/** The bytes of a workbook. */
export function xlsx({
  sheets,
  formats = [],
  strings,
  after = '',
  properties = '',
  parts = {},
  stored,
}: BuiltWorkbook): Uint8Array {
  const list = sheets
    .map(({ name, state }, at) => {
      const shown = state === undefined ? '' : ` state="${state}"`;
      return `<sheet name="${escaped(name)}" sheetId="${at + 1}"${shown} r:id="rId${at + 1}"/>`;
    })
    .join('');
  const codes = formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escaped(code)}"/>`).join('');
  const styles = formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('');
  return archive(
    {
      '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      '_rels/.rels': relationships([['rId1', `${RELATIONSHIPS}/officeDocument`, 'xl/workbook.xml']]),
      'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${properties}<sheets>${list}</sheets>${after}</workbook>`,
      'xl/_rels/workbook.xml.rels': relationships([
        ...sheets.map(
          (_, at) => [`rId${at + 1}`, `${RELATIONSHIPS}/worksheet`, `worksheets/sheet${at + 1}.xml`] as const,
        ),
        ['rIdStyles', `${RELATIONSHIPS}/styles`, 'styles.xml'],
        ...(strings === undefined ? [] : [['rIdStrings', `${RELATIONSHIPS}/sharedStrings`, 'strings.xml'] as const]),
      ]),
      'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${codes}</numFmts><cellXfs><xf numFmtId="0"/>${styles}</cellXfs></styleSheet>`,
      ...(strings !== undefined && { 'xl/strings.xml': `<sst xmlns="${MAIN}">${strings.join('')}</sst>` }),
      ...Object.fromEntries(sheets.flatMap((each, at) => partsOf(each, at + 1))),
      ...parts,
    },
    stored,
  );
}

function partsOf(
  { rows, hiddenRows = [], before = '', after = '', links }: BuiltSheet,
  number: number,
): [string, string][] {
  const written = rows
    .map((cells, row) => {
      const hidden = hiddenRows.includes(row) ? ' hidden="1"' : '';
      return `<row r="${row + 1}"${hidden}>${cells.map((cell, column) => cellXml(cell, cellName(row, column))).join('')}</row>`;
    })
    .join('');
  const xml = `<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${before}<sheetData>${written}</sheetData>${after}</worksheet>`;
  const part: [string, string] = [`xl/worksheets/sheet${number}.xml`, xml];
  if (links === undefined) return [part];
  const external = Object.entries(links).map(([id, target]) => [id, `${RELATIONSHIPS}/hyperlink`, target] as const);
  return [part, [`xl/worksheets/_rels/sheet${number}.xml.rels`, relationships(external, ' TargetMode="External"')]];
}

function cellXml(cell: BuiltCell, reference: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string')
    return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const { attributes = '', formula, shared = '', value, format, xml } = cell;
  if (xml !== undefined) return xml;
  const style = format === undefined ? '' : ` s="${format + 1}"`;
  const written = formula === undefined ? '' : `<f${shared === '' ? '' : ` ${shared}`}>${escaped(formula)}</f>`;
  return `<c r="${reference}"${style} ${attributes}>${written}${value === undefined ? '' : `<v>${escaped(String(value))}</v>`}</c>`;
}

function relationships(list: readonly (readonly [id: string, type: string, target: string])[], mode = ''): string {
  const each = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${escaped(target)}"${mode}/>`,
  );
  return `<Relationships xmlns="${PACKAGE_RELATIONSHIPS}">${each.join('')}</Relationships>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
