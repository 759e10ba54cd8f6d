/** A reader process that tries what a reader must not do, and reports how each attempt ended. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PackedDocument } from '../../../../service/pipeline/inputs/tasks.ts';
import type { TaskReply } from '../../../../service/workers/task-worker.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

const outcomeOf = (attempt: () => unknown): string => {
  try {
    const result = attempt();
    const error = (result as { error?: { code?: string } } | null)?.error;
    return error?.code ?? 'done';
  } catch (fault) {
    return String((fault as { code?: unknown }).code);
  }
};

process.on('message', () => {
  const attempts = {
    read: outcomeOf(() => readFileSync('/etc/passwd')),
    history: outcomeOf(() => readFileSync(`${ROOT}.git`)),
    tests: outcomeOf(() => readFileSync(`${ROOT}README.md`)),
    sibling: outcomeOf(() => readFileSync(`${ROOT.replace(/[\\/]$/u, '')}-private`)),
    write: outcomeOf(() => writeFileSync('/tmp/diffsvc-nosy', '')),
    spawn: outcomeOf(() => spawnSync('true')),
    environment: String(Object.keys(process.env).filter((name) => !name.startsWith('NODE_')).length),
  };
  const reply: TaskReply<PackedDocument> = {
    outcome: 'done',
    result: {
      format: 'docx',
      packed: new Uint8Array(0),
      fileSha256: '',
      warnings: Object.entries(attempts).map(([code, text]) => ({ code, message: text })),
    },
    workedMs: 0,
    residentBytes: 0,
  };
  process.send?.(reply);
});
