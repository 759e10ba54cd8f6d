// Text side by side: two languages, signature blocks of parties.
import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../../service/formats/pdf/paint/glyph.ts';
import type { PageLayout } from '../../../../../service/formats/pdf/layout/layout.ts';
import type { TagBlock } from '../../../../../service/formats/pdf/paint/page-tags.ts';
import { html, page } from '../compose.ts';
import { layoutOf, set, setLines } from '../pages.ts';

const CLAUSES = [
  [
    ['The seller has to deliver all the goods', 'that the parties have agreed on here.'],
    ['Der Verkäufer hat alle Waren zu liefern', 'auf die sich die Parteien hier einigten', 'und geeinigt haben.'],
  ],
  [
    ['The buyer has to pay for them in full,', 'as soon as they have been delivered to', 'the place of business.'],
    ['Der Käufer hat sie ganz zu bezahlen,', 'sobald sie geliefert worden sind.'],
  ],
  [
    ['Neither of them may assign a claim that', 'it has against the other one.'],
    ['Keiner von beiden darf abtreten, was er', 'vom anderen zu fordern hat und behält,', 'solange er will.'],
  ],
  [
    ['The law of the place of the seller will', 'be applied to all of this.'],
    ['Das Recht am Sitze des Verkäufers wird', 'auf all dies angewendet.'],
  ],
] as const;

const COLUMNS = [50, 300];
const ROW = 46;

/** Both languages of the clauses, row by row. */
function bilingual(from: number, to: number, y: number, mcid = false): Glyph[] {
  return CLAUSES.slice(from, to).flatMap((clause, row) =>
    clause.flatMap((lines, column) =>
      setLines(lines, COLUMNS[column]!, y + ROW * row, mcid ? { mcid: 2 * row + column } : {}),
    ),
  );
}

const tagged = (mcids: number[]): TagBlock => ({ role: 'p', mcids, items: [], cell: null });
const TABLE = CLAUSES.map(
  (clause) => `<tr>${clause.map((lines) => `<td><p>${lines.join(' ')}</p></td>`).join('')}</tr>`,
).join('');

describe('two languages side by side', () => {
  test('are read row by row', () => {
    expect(html([page(bilingual(0, 4, 100))])).toEqual([`<table><tbody>${TABLE}</tbody></table>`]);
  });

  test('form the same table if each paragraph is tagged', () => {
    const tags = Array.from({ length: 8 }, (_, index) => tagged([index]));
    const [plain, byTags] = html([page(bilingual(0, 4, 100))], [layoutOf(bilingual(0, 4, 100, true), [], { tags })]);
    expect(byTags).toBe(plain);
  });

  test('are page columns if all paragraphs have the same distance', () => {
    const column = (x: number): Glyph[] =>
      [0, 1, 2, 3].flatMap((row) => setLines(CLAUSES[row]![0].slice(0, 2), x, 100 + 34 * row));
    expect(html([page([...column(50), ...column(300)])])[0]).not.toContain('<table');
  });

  test('are page columns if paragraphs begin at different heights', () => {
    const left = [0, 1, 2, 3].flatMap((row) => setLines(CLAUSES[row]![0], 50, 100 + ROW * row));
    const right = [0, 1, 2, 3].flatMap((row) => setLines(CLAUSES[row]![1], 300, 100 + (ROW + 3) * row));
    const [text] = html([page([...left, ...right])]);
    expect(text).not.toContain('<table');
    expect(text!.indexOf('The law of the place')).toBeLessThan(text!.indexOf('Der Verkäufer hat'));
  });
});

describe('parties that sign', () => {
  const LABELS = ['For the supplier', 'Name of the signatory', 'Place and date'];
  const block = (y: number, step: number, mcids: boolean): Glyph[] =>
    ['supplier', 'customer'].flatMap((party, column) =>
      LABELS.flatMap((label, row) =>
        set(
          label.replace('supplier', party),
          50 + 200 * column,
          y + step * row,
          mcids ? { mcid: 3 * column + row } : {},
        ),
      ),
    );

  test('are rows of a table, tagged column by column or untagged, at any line distance', () => {
    const tags = Array.from({ length: 6 }, (_, index) => tagged([index]));
    const sides: PageLayout[][] = [[page(block(100, 48, false))], [layoutOf(block(200, 40, true), [], { tags })]];
    const [plain, byTags] = html(...sides);
    expect(byTags).toBe(plain);
    expect(plain).toContain('<td><p>For the supplier</p></td><td><p>For the customer</p></td>');
    expect(plain!.match(/<tr/g)).toHaveLength(3);
  });

  test('do not include the line above them', () => {
    const [text] = html([page([...setLines(['Words in front of it', 'end.'], 50, 60), ...block(104, 48, false)])]);
    expect(text).toContain('end.</p><table');
  });
});
