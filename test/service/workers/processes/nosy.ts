/** A reader process that tries what a reader must not do, and tells how each attempt ended. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ReaderReply, ReaderRequest } from '../../../../service/workers/reader-message.ts';

const outcomeOf = (attempt: () => unknown): string => {
  try {
    const result = attempt();
    const error = (result as { error?: { code?: string } } | null)?.error;
    return error?.code ?? 'done';
  } catch (fault) {
    return String((fault as { code?: unknown }).code);
  }
};

process.on('message', (message) => {
  const attempts = {
    read: outcomeOf(() => readFileSync('/etc/passwd')),
    write: outcomeOf(() => writeFileSync('/tmp/diffsvc-nosy', '')),
    spawn: outcomeOf(() => spawnSync('true')),
    environment: String(Object.keys(process.env).filter((name) => !name.startsWith('NODE_')).length),
  };
  const reply: ReaderReply = {
    outcome: 'done',
    id: (message as ReaderRequest).id,
    result: {
      packed: new Uint8Array(0),
      fileSha256: '',
      warnings: Object.entries(attempts).map(([code, text]) => ({ code, message: text })),
    },
    residentBytes: 0,
  };
  process.send?.(reply);
});
