/** The short form of `npm run soak`: all operations at once, and a watch on the process. `--all` takes a minute. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { RUNS_ALL } from '../../seed/seed.ts';

const SOAK = fileURLToPath(new URL('../../lab/soak/main.ts', import.meta.url));

// Its figures are of /proc.
it.runIf(process.platform === 'linux')(
  'answers every request right, grows in nothing and keeps its main thread free',
  async () => {
    const child = spawn(process.execPath, [SOAK, '--minutes', RUNS_ALL ? '1' : '0.2', '--short'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(output).toContain('\n0 faults\n');
    expect(output).toMatch(/main thread: longest work \d+/);
    expect(code).toBe(0);
  },
);
