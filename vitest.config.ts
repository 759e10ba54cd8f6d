import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// All tests of the project. Those that need a browser or the corpus say so and skip where it is missing; with CI=true
// a missing browser is a failure (test/e2e).
export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A property that fails prints its seed; the next run takes another, so that the search goes on.
    sequence: { shuffle: false },
  },
});
