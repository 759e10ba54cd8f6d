/** Workbooks with one edit each, made in the XML of their parts by a seeded choice. */
import { placeOfReference, cellName } from '../../../../shared/document/cell-reference.ts';
import { openWorkbook } from '../../../../service/formats/xlsx/workbook-parts.ts';
import { readXlsx } from '../../../../service/formats/xlsx/read-xlsx.ts';
import { cellPlaceAt } from '../../../../shared/document/cell-places.ts';
import { readArchive } from '../../../../service/ooxml/read-archive.ts';
import { archive } from '../../../builders/docx.ts';

const KINDS = ['value', 'text', 'formula', 'fixed', 'row', 'sheet'] as const;
/** A larger part takes too long for a measure. */
const PART_MAX_BYTES = 1_500_000;

/** A workbook with one edit, and where it has to be told. */
export interface SeededEdit<Source> {
  readonly file: Source;
  readonly kind: (typeof KINDS)[number];
  readonly sheet: string;
  /** Null: any cell of the sheet. */
  readonly cell: string | null;
  readonly bytes: Uint8Array;
}

/** A generator of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Edits of files that can be edited, in turns of all kinds. */
export async function* seededEdits<Source extends { readonly bytes: Uint8Array }>(
  files: readonly Source[],
  count: number,
  seed: number,
): AsyncGenerator<SeededEdit<Source>> {
  const random = randomOf(seed);
  let made = 0;
  for (let attempt = 0; made < count && attempt < 20 * count && files.length > 0; attempt += 1) {
    const file = files[Math.floor(random() * files.length)]!;
    const edit = await editOf(file.bytes, KINDS[attempt % KINDS.length]!, random);
    if (edit === null) continue;
    made += 1;
    yield { file, ...edit };
  }
}

type OwnEdit = Omit<SeededEdit<never>, 'file'>;

async function editOf(
  bytes: Uint8Array,
  kind: SeededEdit<never>['kind'],
  random: () => number,
): Promise<OwnEdit | null> {
  const { sheets, mainPart } = await openWorkbook(bytes);
  const parts = new Map((await readArchive(bytes, 'xlsx')).map((entry) => [entry.name, entry.bytes]));
  const sheet = sheets.filter((each) => each.kind === 'cells')[Math.floor(random() * sheets.length)];
  const content = sheet && parts.get(sheet.part);
  if (sheet === undefined || content === undefined || content.byteLength > PART_MAX_BYTES) return null;
  const written = (part: string, xml: string): Uint8Array =>
    archive(Object.fromEntries([...parts].map(([name, own]) => [name, name === part ? xml : own])));
  if (kind === 'sheet') {
    const xml = new TextDecoder().decode(parts.get(mainPart));
    const renamed = xml.replace(`name="${sheet.name}"`, `name="${sheet.name} 9"`);
    const name = `${sheet.name} 9`;
    return renamed === xml ? null : { kind, sheet: name, cell: null, bytes: written(mainPart, renamed) };
  }
  const xml = new TextDecoder().decode(content);
  if (kind === 'row') return await withoutRow(bytes, sheet, xml, random, (edited) => written(sheet.part, edited));
  const cells = [...xml.matchAll(/<c r="([A-Z]+\d+)"((?:[^>/]|\/(?!>))*)>(.*?)<\/c>/gsu)].filter(
    ([, , attributes, inner]) => fits(kind, attributes!, inner!),
  );
  const chosen = cells[Math.floor(random() * cells.length)];
  if (chosen === undefined) return null;
  const [whole, reference, attributes, inner] = chosen as unknown as [string, string, string, string];
  const edited = `<c r="${reference}"${editedCell(kind, attributes, inner)}</c>`;
  const at = chosen.index;
  return {
    kind,
    sheet: sheet.name,
    cell: reference,
    bytes: written(sheet.part, xml.slice(0, at) + edited + xml.slice(at + whole.length)),
  };
}

function fits(kind: SeededEdit<never>['kind'], attributes: string, inner: string): boolean {
  const hasType = / t="/u.test(attributes);
  const isFormula = /<f>[^<]+<\/f>/u.test(inner) && /<v>[^<]+<\/v>/u.test(inner);
  if (kind === 'formula' || kind === 'fixed') return isFormula && !hasType;
  if (kind === 'text') return / t="s"/u.test(attributes) && !inner.includes('<f');
  return !hasType && !inner.includes('<f') && /<v>\d{1,9}<\/v>/u.test(inner);
}

/** The rest of the start tag, and the content. */
function editedCell(kind: SeededEdit<never>['kind'], attributes: string, inner: string): string {
  if (kind === 'fixed') return `${attributes}>${inner.replace(/<f>.*?<\/f>/su, '')}`;
  if (kind === 'formula') return `${attributes}>${inner.replace(/<f>(.*?)<\/f>/su, '<f>($1)+0</f>')}`;
  if (kind === 'text')
    return `${attributes.replace(' t="s"', ' t="inlineStr"')}><is><t>Quite another text 4711</t></is>`;
  return `${attributes}>${inner.replace(/<v>(\d+)<\/v>/u, (_, number: string) => `<v>${Number(number) + 1}</v>`)}`;
}

/** Deletes a row of a sheet without formulas, and moves the rows below up. */
async function withoutRow(
  bytes: Uint8Array,
  { name }: { readonly name: string },
  xml: string,
  random: () => number,
  write: (xml: string) => Uint8Array,
): Promise<OwnEdit | null> {
  if (xml.includes('<f') || xml.includes('<mergeCell')) return null;
  const { cells } = await readXlsx(bytes);
  const rows = [...xml.matchAll(/<row [^>]*?r="(\d+)"[^>]*>.*?<\/row>/gsu)].filter(([row]) => row.includes('<v>'));
  const chosen = rows[Math.floor(random() * rows.length)];
  if (chosen === undefined || rows.length < 3) return null;
  const number = Number(chosen[1]);
  const shownColumns = [...(cells?.own.cells.keys() ?? [])].flatMap((leaf) => {
    const place = cellPlaceAt(cells!.own, leaf);
    return place?.sheet === name && place.row === number - 1 ? [place.column!] : [];
  });
  if (shownColumns.length === 0) return null;
  const rest = xml.replace(chosen[0], '').replace(/ r="([A-Z]*)(\d+)"/gu, (whole, letters: string, digits: string) => {
    if (letters !== '' && placeOfReference(letters + digits) === null) return whole;
    return Number(digits) > number ? ` r="${letters}${Number(digits) - 1}"` : whole;
  });
  return { kind: 'row', sheet: name, cell: cellName(number - 1, Math.min(...shownColumns)), bytes: write(rest) };
}
