/** `diffsvc compare` and `diffsvc text` of presentations. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, wp } from '../../../builders/docx.ts';
import { bullets, pptx, title } from '../../../builders/pptx.ts';
import { callDiffsvc, type Outcome } from '../run-diffsvc.ts';

let cwd: string;
const run = (...args: string[]): Promise<Outcome> => callDiffsvc(args, { cwd });

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'diffsvc-presentations-'));
  const costs = (rent: number) => pptx([{ shapes: title('Costs') + bullets(`Rent: ${rent}`) }]);
  const files = { 'a.pptx': costs(300), 'b.pptx': costs(400), 'c.pptm': costs(300), 'a.docx': docx(wp('Rent')) };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(cwd, name), bytes);
});
afterAll(() => rmSync(cwd, { recursive: true }));

test('compare shows the changed word, and names its slide and shape in JSON', async () => {
  const shown = await run('compare', 'a.pptx', 'b.pptx');
  expect(shown.code).toBe(1);
  expect(shown.stdout).toContain('[-300-]{+400+}');
  const json = JSON.parse((await run('compare', 'a.pptx', 'b.pptx', '--json')).stdout);
  const changes = json.changes ?? json.json?.changes ?? json.page?.changes;
  expect(changes).toHaveLength(1);
  expect(changes[0].revisedLocation).toMatchObject({ slide: 1, shape: 'Content 2' });
});

test('the same presentation has no difference', async () => {
  expect((await run('compare', 'a.pptx', 'c.pptm')).code).toBe(0);
});

test('text prints the slides', async () => {
  expect((await run('text', 'a.pptx')).stdout).toBe('# Costs\n\n- Rent: 300\n');
});

test('a presentation is compared with a presentation alone', async () => {
  const refused = await run('compare', 'a.pptx', 'a.docx');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('a.docx is no PPTX; a PPTX is compared only with another one');
});
