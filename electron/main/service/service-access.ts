import { spawn } from 'node:child_process';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { OwnerSession } from '../page/owner-session.ts';
import type { ReachableService } from '../page/forward-request.ts';
import type { ServedHere, ServiceKeeper } from './service-keeper.ts';
import type { ServicePrograms } from './service-child.ts';

const PrintedLink = Compile(Type.Object({ link: Type.String() }));

/** Dependencies of access to the service. */
export interface ServiceAccessDeps {
  readonly keeper: Pick<ServiceKeeper, 'served'>;
  /** The code of a new link to the service that serves the data directory. */
  readonly newCode: () => Promise<string>;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

/** Routes the page's requests to the current service and signs in once to each service. */
export class ServiceAccess implements ReachableService {
  readonly #deps: ServiceAccessDeps;
  readonly fetch: ReachableService['fetch'];
  #signedIn: { readonly served: ServedHere; readonly session: OwnerSession } | null = null;

  constructor(deps: ServiceAccessDeps) {
    this.#deps = deps;
    this.fetch = (address, init) => deps.fetch(address, init);
  }

  /** Origin of the last service; null if there was none. */
  get lastOrigin(): string | null {
    return this.#signedIn?.served.origin ?? null;
  }

  /** See `ReachableService`. */
  async origin(signal: AbortSignal): Promise<string> {
    return (await this.#deps.keeper.served(signal)).origin;
  }

  /** See `ReachableService`. */
  async bearer(signal: AbortSignal): Promise<string> {
    return await this.#session(await this.#deps.keeper.served(signal)).bearer();
  }

  /** See `ReachableService`. */
  bearerRefused(): void {
    this.#signedIn?.session.forget();
  }

  /** Signs out. */
  async close(): Promise<void> {
    await this.#signedIn?.session.close();
    this.#signedIn = null;
  }

  #session(served: ServedHere): OwnerSession {
    if (this.#signedIn?.served === served) return this.#signedIn.session;
    const { newCode, now } = this.#deps;
    let unused = served.code;
    const session = new OwnerSession({
      origin: served.origin,
      fetch: this.#deps.fetch,
      now,
      newCode: async () => {
        const code = unused ?? (await newCode());
        unused = null;
        return code;
      },
    });
    this.#signedIn = { served, session };
    return session;
  }
}

/** Runs `diffsvc link` to get a code. The command writes to the data directory, which only its owner can do. */
export function codeOfLinkCommand({ node, command, dataDir, environment }: ServicePrograms): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [command, 'link', '--json', '--data-dir', dataDir], {
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.once('error', reject);
    child.once('close', (code) => {
      const answer: unknown = code === 0 ? JSON.parse(printed) : null;
      const link = PrintedLink.Check(answer) ? /#link=([\w-]+)$/.exec(answer.link)?.[1] : undefined;
      if (link === undefined) reject(new Error('the service does not sign this application in; restart it'));
      else resolve(link);
    });
  });
}
