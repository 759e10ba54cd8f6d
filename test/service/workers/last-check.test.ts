import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compareText } from '../../../service/pipeline/compare-text.ts';
import type { ArtifactTask } from '../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../service/exports/make-artifact.ts';
import { CheckedArtifacts } from '../../../service/workers/last-check.ts';

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
const maker = { make: makeArtifact };
const programOf = (name: string, text: string): string => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};

describe('the last check of an export', () => {
  test.each(['resolved_docx', 'track_changes_docx', 'resolved_html'] as const)(
    'is in the report of %s',
    async (type) => {
      const { report } = await new CheckedArtifacts(maker).make({ ...TASK, type }, never);
      expect(report.check).toEqual({ exact: true, places: [] });
    },
  );

  test('reads the bytes of the file, not what it was made of', async () => {
    const other = { ...TASK, options: { accept: ['chg_000002'], reject: ['chg_000001'] } };
    const wrong = new CheckedArtifacts({ make: () => makeArtifact(other) });
    const { report } = await wrong.make(TASK, never);
    expect(report.check?.places.map(({ message }) => message)).toEqual([
      '“rent” is missing in the file although you accepted it.',
      '“fee” stands in the file although you accepted its deletion.',
      '“30.” is missing in the file although you rejected its deletion.',
      '“14.” stands in the file although you rejected it.',
    ]);
  });

  test('is not made of a file without decisions, or of another kind', async () => {
    const checked = new CheckedArtifacts(maker);
    const undecided = { ...TASK, options: { accept: [], reject: [] } };
    expect((await checked.make(undecided, never)).report.check).toBeUndefined();
    expect((await checked.make({ ...TASK, type: 'report_html' }, never)).report.check).toBeUndefined();
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
    const checked = new CheckedArtifacts(maker, { processFile, timeoutMs: 2_000 });
    const { bytes, report } = await checked.make(TASK, never);
    expect(Buffer.from(bytes)).toEqual(Buffer.from((await makeArtifact(TASK)).bytes));
    expect(report.check).toEqual({ exact: false, places: [{ kind: 'unread', text: '', section: '', message }] });
  });

  test('ends with its job', async () => {
    const processFile = programOf('waits.mjs', "process.on('message', () => undefined);");
    const stopping = new AbortController();
    const made = new CheckedArtifacts(
      { make: (task) => makeArtifact(task).finally(() => setImmediate(() => stopping.abort(new Error('cancelled')))) },
      { processFile },
    ).make(TASK, stopping.signal);
    await expect(made).rejects.toThrow('cancelled');
  });
});
