import { realpathSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ServiceError } from '../../shared/errors.ts';
import type { PagePrinter } from '../comparison/exports/job.ts';
import { doesNotRun, faultOfTrial } from './program-fault.ts';
import type { Programs } from './programs.ts';
import { runProgram } from './run-program.ts';
import { withoutTimes } from './without-times.ts';

/**
 * No network, no update, no first-run page, and a profile of its own. The page itself may load nothing because of its
 * content policy, and the browser's own requests find no host.
 */
const FLAGS = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  // Every address, loopback too, goes to a proxy that does not exist. (Without script the browser cannot print.)
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--no-pdf-header-footer',
];

/** What a browser prints that runs at all. */
const TRIAL_PAGE = '<!doctype html><title>trial</title><p>trial</p>';

/** Options of printing. */
export interface PrintOptions {
  /** The page has its own script, whose timers may take this long. Virtual time passes without waiting. */
  readonly settleMs?: number;
}

/** Prints pages with a browser on this machine. */
export class ChromiumPrinter implements PagePrinter {
  readonly #programs: Programs;

  constructor(programs: Programs) {
    this.#programs = programs;
  }

  /**
   * See `PagePrinter`. The same page gives the same bytes with the same browser and fonts.
   *
   * @throws ServiceError `renderer_unavailable` without a browser that runs, `document_too_complex` if it writes no PDF
   */
  async print(html: string, signal: AbortSignal, options: PrintOptions = {}): Promise<Uint8Array> {
    const { browser } = this.#programs;
    if (browser === null) {
      throw new ServiceError(
        'renderer_unavailable',
        'Printing needs a browser, and none was found. Install chromium (or Chrome, or Edge) and export again; review_html needs none.',
      );
    }
    try {
      return await this.#printed(browser, html, signal, options);
    } catch (fault) {
      signal.throwIfAborted();
      const reason = await this.fault(signal);
      throw reason === null ? fault : doesNotRun('The browser', reason, fault);
    }
  }

  /** Why the browser prints no page at all. Null if it prints one, and where there is none. */
  async fault(signal: AbortSignal): Promise<string | null> {
    const { browser } = this.#programs;
    if (browser === null) return null;
    return await faultOfTrial((either) => this.#printed(browser, TRIAL_PAGE, either, {}), signal);
  }

  async #printed(browser: string, html: string, signal: AbortSignal, options: PrintOptions): Promise<Uint8Array> {
    const { confinements, isWithoutSandbox = false } = this.#programs;
    const directory = await mkdtemp(join(realpathSync(tmpdir()), 'diffsvc-print-'));
    try {
      const [page, pdf] = [join(directory, 'page.html'), join(directory, 'page.pdf')];
      await writeFile(page, html);
      const flags = [...FLAGS, `--user-data-dir=${join(directory, 'profile')}`, `--print-to-pdf=${pdf}`];
      if (options.settleMs !== undefined) flags.push(`--virtual-time-budget=${options.settleMs}`);
      // The browser refuses its own sandbox to root, as in a container. In namespaces it is not root.
      const name = await confinements.nameOf(browser);
      if (isWithoutSandbox || (process.getuid?.() === 0 && name !== 'namespaces')) flags.push('--no-sandbox');
      const started = await confinements.start(browser, [...flags, pathToFileURL(page).href], directory);
      const { file, arguments: given, path } = started;
      const environment = { HOME: directory, TMPDIR: directory, PATH: path, LANG: 'C.UTF-8' };
      await runProgram({ file, arguments: given, environment, directory }, signal);
      return withoutTimes(await printed(pdf));
    } finally {
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    }
  }
}

/** A browser that runs out of memory may end without a PDF, and without a fault. */
async function printed(pdf: string): Promise<Uint8Array> {
  try {
    return await readFile(pdf);
  } catch (cause) {
    throw new ServiceError(
      'document_too_complex',
      'The browser ended without a PDF. The document may be too long to print. Export it as HTML (review_html, report_html), or compare it in parts.',
      undefined,
      { cause },
    );
  }
}
