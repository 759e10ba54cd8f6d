/** `diffsvc compare` and `diffsvc text` of workbooks. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, wp } from '../../../builders/docx.ts';
import { sheet, xlsx } from '../../../builders/xlsx.ts';
import { callDiffsvc, type Outcome } from '../run-diffsvc.ts';

let cwd: string;
const run = (...args: string[]): Promise<Outcome> => callDiffsvc(args, { cwd });

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'diffsvc-workbooks-'));
  const prices = (bolt: number) =>
    xlsx({
      sheets: [
        {
          name: 'Prices',
          rows: [
            ['Item', 'Price'],
            ['Bolt', bolt],
          ],
        },
      ],
    });
  const files = { 'a.xlsx': prices(3), 'b.xlsx': prices(4), 'c.xlsm': sheet(['x']), 'a.docx': docx(wp('Bolt')) };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(cwd, name), bytes);
});
afterAll(() => rmSync(cwd, { recursive: true }));

test('compare shows the changed cell, and names it in JSON', async () => {
  const shown = await run('compare', 'a.xlsx', 'b.xlsx');
  expect(shown.code).toBe(1);
  expect(shown.stdout).toContain('[-3-]{+4+}');
  const json = JSON.parse((await run('compare', 'a.xlsx', 'b.xlsx', '--json')).stdout);
  const changes = json.changes ?? json.json?.changes ?? json.page?.changes;
  expect(changes).toHaveLength(1);
  expect(changes[0].revisedLocation).toMatchObject({ sheet: 'Prices', cell: 'B2' });
});

test('the same workbook has no difference', async () => {
  expect((await run('compare', 'a.xlsx', 'a.xlsx')).code).toBe(0);
});

test('text prints the sheets', async () => {
  expect((await run('text', 'a.xlsx')).stdout).toBe('## Prices\n\n| Item | Price |\n| Bolt | 3 |\n');
  expect((await run('text', 'c.xlsm')).stdout).toContain('| x |');
});

test('a workbook is compared with a workbook alone', async () => {
  const refused = await run('compare', 'a.xlsx', 'a.docx');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('a.docx is no XLSX; an XLSX is compared only with another one');
});
