/**
 * The two ways from a page into the shell. A loopback server replaces `app://`, because Chromium does not know this
 * scheme. It forwards requests of the page to the shell's handler as `app://diffsvc/…` and streams the answers. As in
 * Electron, a page that leaves an answer cancels its body, and the signal of the request stays silent.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';

type Handler = (request: Request) => Promise<Response>;
type Invoked = (event: object, ...args: unknown[]) => unknown;

const handlers = new Map<string, Handler>();
const invoked = new Map<string, Invoked>();

/** Paths of files by name, because Chromium hides them from a page. Electron's preload scripts learn them. */
export const filePaths: Record<string, string> = {};

/** Privileges of each scheme. */
export const privileges: unknown[] = [];

/** See Electron's `protocol`. */
export const protocol = {
  registerSchemesAsPrivileged: (schemes: readonly unknown[]): void => void privileges.push(...schemes),
  handle: (scheme: string, handler: Handler): void => void handlers.set(scheme, handler),
};

/** See Electron's `ipcMain`. */
export const ipcMain = { handle: (channel: string, handler: Invoked): void => void invoked.set(channel, handler) };

/** Asks the shell as a preload script does. */
export async function invoke(event: object, channel: string, args: readonly unknown[]): Promise<unknown> {
  const handler = invoked.get(channel);
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
  return await handler(event, ...args);
}

/** A request that does not come from the page. */
export interface ForeignInvocation {
  readonly channel: string;
  readonly request: unknown;
  readonly url: string;
  readonly isMainFrame: boolean;
}

/** Asks the shell as another sender. Its error is returned as `{ refused }`. */
export async function invokeAs(
  contents: { readonly mainFrame: object },
  { channel, request, url, isMainFrame }: ForeignInvocation,
): Promise<unknown> {
  const frame = { url };
  const sender = isMainFrame ? Object.create(contents, { mainFrame: { value: frame } }) : contents;
  // The same window at another address, or a frame within the page.
  const senderFrame = isMainFrame ? Object.assign(contents.mainFrame, frame) : frame;
  try {
    return await invoke({ sender: isMainFrame ? contents : sender, senderFrame }, channel, [request]);
  } catch (fault) {
    return { refused: (fault as Error).message };
  }
}

const server = createServer((request, response) => void answer(request, response));
let listening: Promise<string> | null = null;

/** A browser keeps what pages store by their origin. So a profile that lasts needs the same port again. */
const portFile = process.env['STAND_IN_PROFILE'] === undefined ? null : `${process.env['STAND_IN_PROFILE']}.port`;
const lastPort = portFile !== null && existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;

/** Origin of the server that replaces `app://diffsvc`. */
export function standInOrigin(): Promise<string> {
  listening ??= new Promise((resolve) => {
    server.listen(lastPort, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      if (portFile !== null) {
        mkdirSync(dirname(portFile), { recursive: true });
        writeFileSync(portFile, String(port));
      }
      resolve(`http://127.0.0.1:${port}`);
    });
  });
  return listening;
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const own = `http://${incoming.headers.host}`;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string') headers.set(name, value.replaceAll(own, 'app://diffsvc'));
  }
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const request = new Request(`app://diffsvc${incoming.url}`, {
    method: incoming.method!,
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming) as unknown as ReadableStream, duplex: 'half' } : {}),
  });
  try {
    const response = await handlers.get('app')!(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    if (response.body === null) {
      outgoing.end();
      return;
    }
    const reader = response.body.getReader();
    outgoing.on('close', () => void reader.cancel().catch(() => undefined));
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!outgoing.write(part.value)) await new Promise((resolve) => outgoing.once('drain', resolve));
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}
