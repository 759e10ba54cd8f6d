import type { PageScope } from '../capture/capture.ts';

/** The reader's settings. */
export interface Settings {
  /** Port of the service on this machine. */
  readonly port: number;
  /** The part of a page that is compared first. */
  readonly pageScope: PageScope;
  /** Whether the service's own viewer shows results in a frame. */
  readonly framed: boolean;
}

/** The default port of the service. */
const DEFAULT_PORT = 4870;
const PORT_MAX = 65_535;

/** The default settings. */
export const FIRST_SETTINGS: Settings = { port: DEFAULT_PORT, pageScope: 'article', framed: false };

/** The port in a text; null if there is none. */
export function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/u.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= PORT_MAX ? port : null;
}

/** The settings in stored values. Missing or invalid values get their defaults. */
export function parseSettings(stored: Readonly<Record<string, unknown>>): Settings {
  const { port, pageScope, framed } = stored;
  return {
    port: parsePort(String(port)) ?? DEFAULT_PORT,
    pageScope: pageScope === 'whole' ? 'whole' : 'article',
    framed: framed === true,
  };
}
