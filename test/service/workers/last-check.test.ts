import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import type { Artifact, ArtifactTask } from '../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../service/exports/make-artifact.ts';
import { checked, type LastCheckOptions } from '../../../service/workers/last-check.ts';

const directory = mkdtempSync(join(tmpdir(), 'diffsvc-last-check-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const never = new AbortController().signal;

const TASK: ArtifactTask = {
  ...{ type: 'resolved_docx', format: 'markdown', fallback: false, digests: null, title: 'Lease' },
  html: compareText({
    original: 'The fee is due.\n\nIt is 30.',
    revised: 'The rent is due.\n\nIt is 14.',
    format: 'markdown',
    mode: 'word',
  }).html,
  options: { accept: ['chg_000001'], reject: ['chg_000002'] },
  ...{ original: new Uint8Array(), revised: new Uint8Array(), author: 'x', date: '2025-03-01T12:00:00Z' },
};
/** Makes the file of a task and checks it against `order`, which is the task itself if nothing went wrong. */
async function checkedFile(
  task: ArtifactTask,
  order: ArtifactTask = task,
  options: LastCheckOptions = {},
): Promise<Artifact> {
  return await checked(await makeArtifact(task), null, order, never, options);
}
const programOf = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

describe('the last check of an export', () => {
  test.each(['resolved_docx', 'resolved_html', 'report_html', 'review_html'] as const)(
    'is in the report of %s',
    async (type) => {
      const { report } = await checkedFile({ ...TASK, type });
      expect(report.check).toEqual({ exact: true, places: [] });
    },
  );

  test('reads the bytes of the file, not what it was made of', async () => {
    const other = { ...TASK, options: { accept: ['chg_000002'], reject: ['chg_000001'] } };
    const { report } = await checkedFile(other, TASK);
    expect(report.check?.places.map(({ message }) => message)).toEqual([
      '“rent” is missing in the file although you accepted it.',
      '“fee” stands in the file although you accepted its deletion.',
      '“30.” is missing in the file although you rejected its deletion.',
      '“14.” stands in the file although you rejected it.',
    ]);
  });

  test('is not made of a file without decisions, or of another kind', async () => {
    const undecided = { ...TASK, options: { accept: [], reject: [] } };
    expect((await checkedFile(undecided)).report.check).toBeUndefined();
    const made = await makeArtifact(TASK);
    expect((await checked(made, null, { ...TASK, type: 'marked_pages_pdf' }, never)).report.check).toBeUndefined();
  });

  test.each([
    [
      'breaks',
      "process.on('message', () => process.exit(3));",
      'The check ended by itself, so the file was not checked.',
    ],
    ['hangs', "process.on('message', () => undefined);", 'The check took longer than 2 seconds and was stopped.'],
  ])('that %s leaves the file, and says so', async (name, program, message) => {
    const processFile = programOf(`${name}.mjs`, program);
    const { bytes, report } = await checkedFile(TASK, TASK, { processFile, timeoutMs: 2_000 });
    expect(Buffer.from(bytes)).toEqual(Buffer.from((await makeArtifact(TASK)).bytes));
    expect(report.check).toEqual({ exact: false, places: [{ kind: 'unread', text: '', section: '', message }] });
  });

  test('ends with its job', async () => {
    const processFile = programOf('waits.mjs', "process.on('message', () => undefined);");
    const stopping = new AbortController();
    const made = await makeArtifact(TASK);
    setImmediate(() => stopping.abort(new Error('cancelled')));
    await expect(checked(made, null, TASK, stopping.signal, { processFile })).rejects.toThrow('cancelled');
  });
});
