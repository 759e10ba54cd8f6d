/** The service as a foreground process. Only this file and `service/configuration` read the environment. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino, type DestinationStream, type Logger } from 'pino';
import { ConfigurationError, type Configuration, type ServeFlags } from './configuration/configuration.ts';
import { readConfiguration } from './configuration/read-configuration.ts';
import { fileOpenerOf } from './open-in-browser.ts';
import { findPrograms } from './pages/programs.ts';
import { ParentShell } from './parent-shell.ts';
import { StartFailure } from './start-failure.ts';
import { startService } from './start-service.ts';
import { terminalLog } from './terminal-log.ts';

/** Failures that a person can fix. All others are bugs. */
const EXPECTED_FAULTS = [ConfigurationError, StartFailure];

/**
 * Runs the service in the foreground until SIGINT or SIGTERM. Prints `listening <base_url>` and `open <page>` to
 * standard output when it is ready. The page has a sign-in link if the output is a terminal, or if the flags ask for it.
 * Everything else goes to standard error. A service that the desktop shell started prints no page, because it knows the
 * shell's sign-in code. It ends with the shell. Returns the exit code: 0, or 2 if it could not start.
 */
export async function serve(flags: ServeFlags): Promise<number> {
  try {
    const configuration = readConfiguration(flags, process.env);
    const log = logOf(configuration);
    const stopSignal = signalToStop();
    const shell = flags.byShell === true ? await ParentShell.greet(process.stdin) : null;
    const programs = {
      ...findPrograms(process.env),
      openFile: fileOpenerOf({ platform: process.platform, environment: process.env }),
    };
    const service = await startService(configuration, programs, log);
    if (shell !== null) await service.addLink(shell.linkCode);
    // Whoever reads the log of a container, or of a cluster, would be the owner for an hour.
    const isForOwner = (process.stdout.isTTY || flags.printLink === true) && configuration.cluster === null;
    const page = isForOwner ? await service.newPageLink() : service.pageAddress;
    process.stdout.write(`listening ${service.baseUrl}\n${shell === null ? `open ${page}\n` : ''}`);
    const reason = await Promise.race([stopSignal, ...(shell === null ? [] : [shell.ended])]);
    log.info({ reason }, 'stopping');
    shell?.leave();
    await service.stop();
    return 0;
  } catch (fault) {
    // The shell waits for the end of this process, and its open input would keep it alive.
    if (flags.byShell === true) process.stdin.destroy();
    if (!EXPECTED_FAULTS.some((expected) => fault instanceof expected)) throw fault;
    const { message } = fault as Error;
    process.stderr.write(`diffsvc: ${message}\n`);
    return 2;
  }
}

/** JSON, or plain lines about problems where a person looks on and no setting says otherwise. */
function logOf({ logLevel, logFile }: Configuration): Logger {
  if (logLevel === null && logFile === null && process.stderr.isTTY)
    return pino(
      { level: 'warn' },
      terminalLog((line) => process.stderr.write(line)),
    );
  return pino({ level: logLevel ?? 'info' }, openLog(logFile));
}

/** A log that has grown beyond this begins anew with the next start. */
const LOG_MOST_BYTES = 10 * 1_048_576;

function openLog(file: string | null): DestinationStream {
  if (file === null) return pino.destination({ fd: 2, sync: true });
  try {
    // Only this user may read who called when.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    return pino.destination({ dest: file, mode: 0o600, append: size < LOG_MOST_BYTES, sync: true });
  } catch (fault) {
    throw new ConfigurationError(`The log cannot be written to ${file}: ${(fault as Error).message}.`);
  }
}

/**
 * Waits for the first signal that asks the process to end. A second signal ends it at once, which is the system's
 * default.
 */
function signalToStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
}

if (import.meta.main) process.exitCode = await serve({});
