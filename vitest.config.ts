import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { builtProcesses } from './test/built-processes.ts';

/**
 * All tests of the project, in four projects. Tests that need a browser or the corpus are skipped where it is missing,
 * and say so. With CI=true a missing browser is a failure (test/e2e).
 */

/** Tests of the real service in real browsers. Each file has a worker of its own. */
const BROWSERS = ['test/e2e/**/*.test.ts'];
/** Other tests that start processes or change globals. Each file has a worker of its own. */
const ISOLATED = [
  'test/{electron,extension}/**/*.test.ts',
  'test/service/{cli,durability,pages,witness,workers}/**/*.test.ts',
  'test/documentation/**/*.test.ts',
  'test/service/*.test.ts',
];

/** The tests of a cluster, and the tests of the stores and of HTTP once more over PostgreSQL and an object store. */
const CLUSTER = [
  'test/cluster/**/*.test.ts',
  'test/service/store/tables/{account,comparison}-store.test.ts',
  'test/service/jobs/*.test.ts',
  'test/service/http/{admission,get-changes,hosted-comparisons,hosted-links,jobs,owner,post-html,reviews,source-pages,uploads}.test.ts',
];

// Worker processes inherit both. Compiled code is kept from process to process: a service then starts in half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'diffsvc');
if (process.env['DIFFSVC_SEED'] === undefined) {
  process.env['DIFFSVC_SEED'] = String(randomInt(2 ** 31));
  process.stderr.write(`tests: repeat this run with DIFFSVC_SEED=${process.env['DIFFSVC_SEED']}\n`);
}

export default defineConfig({
  plugins: [svelte(), builtProcesses()],
  test: {
    pool: 'forks',
    // Many tests wait for a process or a browser meanwhile, so that no core may be left out.
    maxWorkers: Math.max(2, availableParallelism()),
    // Ends a test that hangs. No test is expected to take a part of it, even on a slow machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'browsers',
          include: BROWSERS,
          globalSetup: ['test/e2e/build-once.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ISOLATED,
        },
      },
      {
        extends: true,
        test: {
          name: 'in-process',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/cluster/**', ...BROWSERS, ...ISOLATED],
          // The files of a worker share its modules, which takes less time than to load them for each file.
          isolate: false,
          setupFiles: ['test/seed/seed-properties.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'cluster',
          include: CLUSTER,
          // The files of a worker share its PostgreSQL server.
          isolate: false,
          env: { DIFFSVC_TEST_STORES: 'cluster' },
        },
      },
    ],
  },
});
