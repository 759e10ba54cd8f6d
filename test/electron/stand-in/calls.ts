/** The shell's calls to Electron that no page shows, in order: the name and its arguments. */
export const calls: (readonly [name: string, ...args: unknown[]])[] = [];
