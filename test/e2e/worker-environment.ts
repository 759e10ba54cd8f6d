/** The environment of the browser tests: the one of Node, and at its end the end of what the files of a worker share. */
import { builtinEnvironments, type Environment } from 'vitest/runtime';

type Ends = (() => Promise<void>)[];

/** What ends with this worker. The runner loads this file once for itself and once for the tests. Both find it here. */
function endsOfWorker(): Ends {
  const name = Symbol.for('diffsvc.ends-of-worker');
  const ends = (Reflect.get(globalThis, name) ?? []) as Ends;
  Reflect.set(globalThis, name, ends);
  return ends;
}

/** Ends something after the last test file of this worker, in reverse order. */
export function atWorkerEnd(end: () => Promise<void>): void {
  endsOfWorker().unshift(end);
}

const environment: Environment = {
  ...builtinEnvironments.node,
  name: 'browser-tests',
  async setup(global, options) {
    const node = await builtinEnvironments.node.setup(global, options);
    return {
      async teardown() {
        for (const end of endsOfWorker().splice(0)) await end();
        await node.teardown(global);
      },
    };
  },
};
export default environment;
