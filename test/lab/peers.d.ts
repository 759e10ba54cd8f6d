// Declares the packages of test/lab/package.json as far as the laboratory uses them. The type check needs no peer
// installed.

declare module 'autocannon' {
  namespace autocannon {
    interface Request {
      readonly method: string;
      readonly path: string;
      /** Returns the next request that a client sends. */
      readonly setupRequest?: (request: Request) => Request;
    }
    interface Options {
      readonly url: string;
      readonly connections: number;
      /** Seconds. */
      readonly duration: number;
      /** Seconds. */
      readonly timeout: number;
      readonly requests: readonly Request[];
    }
    interface Result {
      readonly requests: { readonly average: number };
      readonly latency: { readonly p50: number; readonly p99: number };
      readonly non2xx: number;
      readonly errors: number;
      readonly timeouts: number;
    }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>;
  export default autocannon;
}

declare module 'diff-match-patch' {
  export default class DiffMatchPatch {
    diff_main(before: string, after: string): [kind: -1 | 0 | 1, text: string][];
    diff_cleanupSemantic(operations: [kind: -1 | 0 | 1, text: string][]): void;
  }
}

declare module 'fast-myers-diff' {
  export function diff(
    before: readonly string[],
    after: readonly string[],
  ): Iterable<[beforeStart: number, beforeEnd: number, afterStart: number, afterEnd: number]>;
  export function calcSlices(
    before: readonly string[],
    after: readonly string[],
  ): Iterable<[kind: -1 | 0 | 1, slice: string[]]>;
}

declare module 'htmldiff-js' {
  const loaded: { default: { execute: (before: string, after: string) => string } };
  export default loaded;
}

declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string);
    readonly window: Window & typeof globalThis;
  }
}

declare module 'node-htmldiff' {
  export default function diff(before: string, after: string): string;
}

declare module 'visual-dom-diff' {
  export function visualDomDiff(before: Node, after: Node): DocumentFragment;
}
