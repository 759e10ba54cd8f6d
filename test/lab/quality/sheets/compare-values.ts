/** Compares what cells show with the CSV that LibreOffice wrote of them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { cellName } from '../../../../shared/document/cell-reference.ts';
import { cellPlaceAt } from '../../../../shared/document/cell-places.ts';
import { readXlsx } from '../../../../service/formats/xlsx/read-xlsx.ts';
import { plainTextOfCell } from './cell-texts.ts';

const EXAMPLES_OF_FILE = 2;
const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** The cells with text on either side, and how many are equal. `folder` has a folder of CSV for each file. */
export async function compareValues(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  folder: string,
): Promise<{ readonly cells: number; readonly equal: number; readonly examples: readonly string[] }> {
  let [cells, equal] = [0, 0];
  const examples: string[] = [];
  for (const { name, bytes } of files) {
    const own = join(folder, name);
    if (!existsSync(own)) continue;
    const sheets = new Map(
      readdirSync(own).map((file) => [
        file.slice(name.lastIndexOf('.') + 1, -'.csv'.length),
        Papa.parse<string[]>(readFileSync(join(own, file), 'utf8'), { delimiter: ',' }).data,
      ]),
    );
    const read = await readXlsx(bytes);
    let shown = 0;
    plainTextOfCell(read.document.blocks).forEach((text, leaf) => {
      const place = read.cells && cellPlaceAt(read.cells.own, leaf);
      if (place?.row === undefined || place.column === undefined) return;
      const rows = sheets.get(place.sheet) ?? (sheets.size === 1 ? [...sheets.values()][0] : undefined);
      if (rows === undefined) return;
      const [ours, theirs] = [plain(text), plain(rows[place.row]?.[place.column] ?? '')];
      if (ours === '' && theirs === '') return;
      cells += 1;
      if (ours === theirs) equal += 1;
      else if ((shown += 1) <= EXAMPLES_OF_FILE)
        examples.push(
          `example: ${name} ${place.sheet}!${cellName(place.row, place.column)}: ours “${ours}”, theirs “${theirs}”`,
        );
    });
  }
  return { cells, equal, examples };
}
