/** Hosted comparisons on a server for each test: what their tests do again and again. */
import { expect } from 'vitest';
import { useServer, type Answer, type Headers, type UsedServer } from './use-server.ts';

/** In seconds. */
export const HOUR = 3_600;
/** Two texts with one change. */
export const pair = { original: 'one two three', revised: 'one 2 three', format: 'txt' };
/** The path of a stored comparison, or of what stands below it. */
export const at = (id: string, rest = ''): string => `/v1/diffsvc/comparisons/${id}${rest}`;

/** A server that compares `pair` on request. */
export interface HostedServer extends UsedServer {
  /** The answer to a comparison that succeeds. */
  readonly compared: (fields?: object, headers?: Headers) => Promise<Answer['json']>;
  /** The answer to one that is hosted, with its HTML and its changes. */
  readonly hosted: (headers?: Headers, fields?: object) => Promise<Answer['json']>;
}

/** Registers the hooks of `useServer`. */
export function useHosted(): HostedServer {
  const service = useServer();
  const compared = async (fields: object = {}, headers: Headers = {}): Promise<Answer['json']> => {
    const { status, json } = await service.call('POST', '/v1/diffsvc/html', headers, { ...pair, ...fields });
    expect(status, JSON.stringify(json)).toBe(200);
    return json;
  };
  return Object.assign(service, {
    compared,
    hosted: (headers: Headers = {}, fields: object = {}) =>
      compared({ output: ['html', 'json', 'hosted_viewer'], ...fields }, headers),
  });
}
