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

/** Tests of the real service in real browsers. */
const BROWSERS = ['test/e2e/**/*.test.ts'];
/** Other tests that start processes or change globals. Each file has a worker of its own. */
const ISOLATED = [
  'test/{electron,extension}/**/*.test.ts',
  'test/service/{cli,durability,pages,witness,workers}/**/*.test.ts',
  'test/documentation/**/*.test.ts',
  'test/service/*.test.ts',
];

/** The tests of a cluster, and over PostgreSQL and an object store once more those of the stores and of admission. */
const CLUSTER = [
  'test/cluster/**/*.test.ts',
  'test/service/store/tables/{account,comparison}-store.test.ts',
  'test/service/jobs/*.test.ts',
  'test/service/http/admission.test.ts',
];
/** More of HTTP that runs over them once more. A run takes a third of the files, which all run over SQLite, too. */
const ONCE_MORE = [
  ...['get-changes', 'hosted-comparisons', 'hosted-links', 'jobs', 'owner'],
  ...['post-html', 'reviews', 'source-pages', 'uploads'],
].map((name) => `test/service/http/${name}.test.ts`);

// Worker processes inherit both. Compiled code is kept from process to process: a service then starts in half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'diffsvc');
if (process.env['DIFFSVC_SEED'] === undefined) {
  process.env['DIFFSVC_SEED'] = String(randomInt(2 ** 31));
  process.stderr.write(`tests: repeat this run with DIFFSVC_SEED=${process.env['DIFFSVC_SEED']}\n`);
}
// It reads the seed when it is loaded.
const { sampleOf } = await import('./test/seed/seed.ts');

export default defineConfig({
  plugins: [svelte(), builtProcesses()],
  test: {
    pool: 'forks',
    // One more than there are cores: many tests wait for a process or a browser, and leave a core idle meanwhile.
    maxWorkers: availableParallelism() + 1,
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
          // The files of a worker share its browser and its service, which end with it.
          isolate: false,
          environment: './test/e2e/worker-environment.ts',
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
          include: [...CLUSTER, ...sampleOf(ONCE_MORE, 1 / 3)],
          // The files of a worker share its PostgreSQL server.
          isolate: false,
          env: { DIFFSVC_TEST_STORES: 'cluster' },
        },
      },
    ],
  },
});
