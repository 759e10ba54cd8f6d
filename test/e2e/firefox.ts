import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Debian's Firefox; `DIFFSVC_FIREFOX` names another one. */
const EXECUTABLE = process.env['DIFFSVC_FIREFOX'] ?? '/usr/bin/firefox-esr';

/** Firefox must not ask, show or fetch anything by itself. */
const PREFERENCES: Readonly<Record<string, boolean | number | string>> = {
  'marionette.port': 0,
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.autoDisableScopes': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,none',
  'toolkit.telemetry.enabled': false,
};

/** A start takes a few seconds; two minutes allow for a busy machine. */
const START_TRIES = 1_200;
const START_PAUSE_MS = 100;

/** Why the Firefox tests cannot run here; null if they can. In CI a missing browser fails the tests. */
export function reasonToSkipFirefox(): string | null {
  if (existsSync(EXECUTABLE) || process.env['CI']) return null;
  return `no Firefox at ${EXECUTABLE}; install it (Debian: apt-get install firefox-esr) or set DIFFSVC_FIREFOX`;
}

/** Where a script runs: in the page of the tab, or in the browser itself. */
type Context = 'content' | 'chrome';

/**
 * Headless Firefox, driven by its own protocol Marionette. No other driver opens pages of extensions and presses keys
 * of the browser itself.
 */
export class Firefox {
  readonly #socket: Socket;
  readonly #end: () => Promise<void>;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (fault: Error) => void }>();
  #received: Buffer = Buffer.alloc(0);
  #sent = 0;

  private constructor(socket: Socket, end: () => Promise<void>) {
    this.#socket = socket;
    this.#end = end;
    socket.on('data', (bytes) => this.#hear(bytes));
  }

  static async start(): Promise<Firefox> {
    const profile = await mkdtemp(join(tmpdir(), 'diffsvc-firefox-'));
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    await writeFile(join(profile, 'user.js'), lines.join('\n'));
    const flags = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile];
    const child = spawn(EXECUTABLE, flags, { env: { ...process.env, HOME: profile }, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const end = async (): Promise<void> => {
      child.kill('SIGKILL');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    const portFile = join(profile, 'MarionetteActivePort');
    for (let tries = 0; !existsSync(portFile); tries++) {
      if (tries === START_TRIES) {
        await end();
        throw new Error('Firefox did not start.');
      }
      await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS));
    }
    const socket = connect(Number(await readFile(portFile, 'utf8')), '127.0.0.1');
    await once(socket, 'connect');
    const firefox = new Firefox(socket, end);
    await firefox.#call('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
    return firefox;
  }

  /** Loads an extension from a folder until the browser ends. Returns the origin of its pages. */
  async install(folder: string): Promise<string> {
    const { value: id } = (await this.#call('Addon:Install', { path: folder, temporary: true })) as { value: string };
    const host = await this.run('chrome', 'return WebExtensionPolicy.getByID(arguments[0]).mozExtensionHostname', id);
    return `moz-extension://${String(host)}`;
  }

  /** Loads an address in the current tab. */
  async visit(url: string): Promise<void> {
    await this.#call('WebDriver:Navigate', { url });
  }

  /** Clicks a button of the page as a person does, so that the page may ask for permissions. Waits for the button. */
  async click(name: string): Promise<void> {
    const path = `//button[normalize-space()=${JSON.stringify(name)}]`;
    await this.until(
      'content',
      'return document.evaluate(arguments[0], document, null, 9, null).singleNodeValue !== null',
      path,
    );
    const { value } = (await this.#call('WebDriver:FindElement', { using: 'xpath', value: path })) as {
      value: Readonly<Record<string, string>>;
    };
    await this.#call('WebDriver:ElementClick', { id: Object.values(value)[0] });
  }

  /** The value of a script, or of the promise that it returns. */
  async run(context: Context, script: string, ...args: readonly unknown[]): Promise<unknown> {
    await this.#call('Marionette:SetContext', { value: context });
    const { value } = (await this.#call('WebDriver:ExecuteScript', { script, args })) as { value: unknown };
    await this.#call('Marionette:SetContext', { value: 'content' });
    return value;
  }

  /** Waits until a script returns a truthy value, and returns it. */
  async until(context: Context, script: string, ...args: readonly unknown[]): Promise<unknown> {
    for (let tries = 0; tries < START_TRIES; tries++) {
      const value = await this.run(context, script, ...args);
      if (value) return value;
      await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS));
    }
    throw new Error(
      `Never true: ${script}; the page shows: ${String(await this.run('content', 'return document.body.innerText'))}`,
    );
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    await this.#end();
  }

  #call(name: string, parameters: object): Promise<unknown> {
    const id = ++this.#sent;
    const text = JSON.stringify([0, id, name, parameters]);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(`${String(Buffer.byteLength(text))}:${text}`);
    });
  }

  /** Messages are `<length in bytes>:<JSON>`; an answer is `[1, id, fault, result]`. */
  #hear(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(colon, 0)).toString());
      if (colon === -1 || this.#received.length < end) return;
      const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, fault, result] = message as [number, number, { message: string } | null, unknown];
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (fault === null) waiting?.resolve(result);
      else waiting?.reject(new Error(fault.message));
    }
  }
}
