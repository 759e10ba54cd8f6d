import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fileURLToPath } from 'node:url';

const COMPARE_TEXT = new URL('../../../service/pipeline/compare-text.ts', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Calls a function, after what `before` does, and says how often V8 chose it for TurboFan. */
function timesChosen(calls: number, before: string): number {
  const program = `${before}
    const called = (value) => value % 7;
    let sum = 0;
    for (let turn = 0; turn < ${calls}; turn++) sum += called(turn);
    console.log(sum);`;
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [
      '--trace-opt',
      // Inlined it would be a part of the loop, and compiled with it.
      '--max-inlined-bytecode-size=0',
      '--max-maglev-inlined-bytecode-size=0',
      // On another thread, the calls would be over before it is compiled for the first time.
      '--no-concurrent-recompilation',
      '--input-type=module',
      '--eval',
      program,
    ],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1_048_576 },
  );
  expect(status, stderr).toBe(0);
  return stdout.match(/marking [^\n]*<JSFunction called[^\n]*TURBOFAN/gu)?.length ?? 0;
}

test('what compares has V8 call TurboFan later, but call it', () => {
  const comparing = `await import('${COMPARE_TEXT}');`;
  expect(timesChosen(18_000, '')).toBeGreaterThan(0);
  expect(timesChosen(18_000, comparing)).toBe(0);
  expect(timesChosen(100_000, comparing)).toBeGreaterThan(0);
});
