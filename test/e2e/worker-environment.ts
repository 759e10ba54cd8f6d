/** The environment of the browser tests: the one of Node, and at its end the end of what the files of a worker share. */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** The runner loads this file once for itself and once for the tests. Both find the list here. */
const ENDS = Symbol.for('diffsvc.ends-of-worker');
type Ends = (() => Promise<void>)[];
const worker = globalThis as { [ENDS]?: Ends };

/** Ends something after the last test file of this worker, in reverse order. */
export function atWorkerEnd(end: () => Promise<void>): void {
  (worker[ENDS] ??= []).unshift(end);
}

const environment: Environment = {
  ...builtinEnvironments.node,
  name: 'browser-tests',
  async setup(global, options) {
    const node = await builtinEnvironments.node.setup(global, options);
    return {
      async teardown() {
        for (const end of worker[ENDS]?.splice(0) ?? []) await end();
        await node.teardown(global);
      },
    };
  },
};
export default environment;
