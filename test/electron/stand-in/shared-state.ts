/** What the parts of the stand-in have in common. */
export const theme: { source: 'system' | 'light' | 'dark'; system: 'light' | 'dark' } = {
  source: 'system',
  system: 'light',
};

/** Emits events of `app`, which knows the windows and so cannot be imported by them. */
export const appEvents: { emit: (name: string, ...event: unknown[]) => void } = { emit: () => undefined };
