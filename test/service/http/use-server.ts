/** Starts a server before each test of a file, closes it afterwards, and calls it. Or calls one that runs elsewhere. */
import type { OutgoingHttpHeaders } from 'node:http';
import { afterEach, beforeEach } from 'vitest';
import { REMOTE_ORIGIN, remoteServer } from './remote-server.ts';
import { serverUnderTest, type Choices, type ServerUnderTest } from './server-under-test.ts';

/** Headers of a call. */
export type Headers = Readonly<Record<string, string>>;

/** An answer. `json` is null for other content, and `code` is the code of an error. */
export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
  readonly json: ReturnType<typeof JSON.parse>;
  readonly code: string | undefined;
}

/** The server of the running test. */
export interface UsedServer {
  readonly under: ServerUnderTest;
  /** Starts again with other choices, and with nothing stored. */
  readonly restart: (choices: Choices) => Promise<void>;
  /** Calls a path, or an address that an answer gave. A body of text or bytes is sent as it is, any other as JSON. */
  readonly call: (method: Method, url: string, headers?: Headers, body?: unknown) => Promise<Answer>;
  readonly get: (url: string, headers?: Headers) => Promise<Answer>;
  /** Moves the clock. */
  readonly later: (seconds: number) => void;
}

type Method = 'GET' | 'POST' | 'DELETE' | 'PUT' | 'OPTIONS';

/** The server's own address, as it believes. */
export const ORIGIN = 'http://127.0.0.1:4870';

/** Registers the hooks that start and close a server around each test of the file. */
export function useServer(choices?: Choices): UsedServer {
  let under: ServerUnderTest;
  let skip: (why: string) => void;
  beforeEach(async (context) => {
    skip = context.skip;
    if (REMOTE_ORIGIN === null) under = await serverUnderTest(choices);
    else if (choices === undefined) under = await remoteServer(REMOTE_ORIGIN, context);
    else skip('needs a service of its own');
  });
  afterEach(() => under.close());

  const call = async (method: Method, url: string, headers: Headers = {}, body?: unknown): Promise<Answer> => {
    const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const response = await under.server.inject({
      method,
      url: url.replace(/^https?:\/\/[^/]*/, ''),
      headers: {
        host: '127.0.0.1:4870',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload }),
    });
    const isJson = /json/.test(String(response.headers['content-type'])) && response.body !== '';
    const json = isJson ? response.json() : null;
    return { status: response.statusCode, headers: response.headers, text: response.body, json, code: json?.code };
  };
  return {
    get under() {
      return under;
    },
    restart: async (other) => {
      if (REMOTE_ORIGIN !== null) skip('needs a service of its own');
      await under.close();
      under = await serverUnderTest(other);
    },
    call,
    get: (url, headers) => call('GET', url, headers),
    later: (seconds) => {
      under.now = new Date(under.now.getTime() + seconds * 1_000);
    },
  };
}
