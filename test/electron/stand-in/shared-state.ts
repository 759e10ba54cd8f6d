/** The state that the parts of the stand-in share. */
export const theme: { source: 'system' | 'light' | 'dark'; system: 'light' | 'dark' } = {
  source: 'system',
  system: 'light',
};

/** Emits events of `app`. `app` knows the windows, so the windows cannot import it. */
export const appEvents: { emit: (name: string, ...event: unknown[]) => void } = { emit: () => undefined };
