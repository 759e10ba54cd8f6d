// Peers without declarations, as far as the bench uses them.

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
