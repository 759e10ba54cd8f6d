/** What the shell asked of Electron that nobody sees in a page, in order: the name and its arguments. */
export const calls: (readonly [name: string, ...args: unknown[]])[] = [];
