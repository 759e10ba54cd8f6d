/**
 * Practice for a process that makes exports. The first file of a fresh process takes ten times as long as the tenth.
 */
import { compareText } from '../pipeline/compare/compare-text.ts';
import type { ArtifactTask } from './artifact.ts';
import { makeArtifact } from './make-artifact.ts';

/** After so many files the engine of JavaScript has compiled the code that is used most. */
const ROUNDS = 12;

const TEXTS = [1, 2].map((draft) =>
  Array.from(
    { length: 24 },
    (_, at) => `${at % 8 === 0 ? '## ' : ''}Clause ${at}. The tenant pays ${at * draft} euro.`,
  ).join('\n\n'),
) as [string, string];

/** Makes the files of a small pair of its own, one at each step. It reads nothing and keeps nothing. */
export async function* rehearse(): AsyncGenerator<void> {
  const html = compareText({ original: TEXTS[0], revised: TEXTS[1], format: 'markdown', mode: 'word' }).html;
  const task = { ...PRACTICE, html };
  yield;
  const original = await makeArtifact({ ...task, options: { accept: [], reject: 'all' } });
  yield;
  const revised = await makeArtifact({ ...task, options: { accept: 'all', reject: [] } });
  const pair: ArtifactTask = { ...task, format: 'docx', original: original.bytes, revised: revised.bytes };
  for (let round = 0; round < ROUNDS; round += 1) {
    yield;
    await makeArtifact(pair);
  }
}

const PRACTICE: Omit<ArtifactTask, 'html'> = {
  type: 'track_changes_docx',
  format: 'markdown',
  fallback: false,
  digests: null,
  options: { accept: [], reject: [] },
  title: 'Practice',
  original: new Uint8Array(0),
  revised: new Uint8Array(0),
  author: 'diffsvc',
  date: '2000-01-01T00:00:00Z',
};
