import type { PageScope } from '../capture/capture.ts';

/** What the reader has chosen. */
export interface Settings {
  /** Port of the service on this machine. */
  readonly port: number;
  /** What of a page is compared first. */
  readonly pageScope: PageScope;
  /** Results are shown in the frame of the service's own viewer, not by the panel itself. */
  readonly framed: boolean;
}

/** The port that the service takes unless told otherwise. */
const DEFAULT_PORT = 4870;
const PORT_MAX = 65_535;

/** The settings of a reader who has chosen nothing. */
export const FIRST_SETTINGS: Settings = { port: DEFAULT_PORT, pageScope: 'article', framed: false };

/** The port that a text names; null when it names none. */
export function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/u.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= PORT_MAX ? port : null;
}

/** The settings that stored values are; what is missing or not understood is as at first. */
export function parseSettings(stored: Readonly<Record<string, unknown>>): Settings {
  const { port, pageScope, framed } = stored;
  return {
    port: parsePort(String(port)) ?? DEFAULT_PORT,
    pageScope: pageScope === 'whole' ? 'whole' : 'article',
    framed: framed === true,
  };
}
