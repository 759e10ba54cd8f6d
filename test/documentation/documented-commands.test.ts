import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RUNS_ALL } from '../seed/seed.ts';
import { documentedLines } from './documented-lines.ts';
import { FreshClone } from './fresh-clone.ts';
import { faultOfLine, FILES, needsNode24, PAGES } from './newcomer.ts';

/*
 * Types what README and the first pages of the book say, line by line, as a newcomer would: in an empty clone, with an
 * empty home, without any set-up of ours. It takes minutes, so it runs with `--all` alone.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The longest line installs all packages and builds everything. */
const LINE_MS = 900_000;

describe.skipIf(!RUNS_ALL)('the lines of the documentation, in an empty clone', () => {
  let machine: FreshClone;
  beforeAll(() => void (machine = new FreshClone()));
  afterAll(() => machine.remove());

  /** A later page begins in the clone of an earlier one, and its service still runs. */
  const typed = new Set<string>();

  describe.each(PAGES)('%s', (name) => {
    test.each(documentedLines(readFileSync(join(ROOT, name), 'utf8')))(
      'line $at: $command',
      async ({ command }) => {
        if (typed.has(command) || (command.startsWith('git clone') && typed.size > 0)) return;
        typed.add(command);
        machine.put(FILES);
        expect(faultOfLine(command, await machine.run(command, needsNode24(command)))).toBeNull();
      },
      LINE_MS,
    );
  });
});
