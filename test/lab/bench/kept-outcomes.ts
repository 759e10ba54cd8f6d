/**
 * Keeps outcomes in a file, one JSON value a line, so that a run continues where the last one ended. The key of the
 * engine's outcomes includes a digest of its sources. After a change the engine is measured anew, its peers are not.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Sources of a comparison and of its measurement. */
const SOURCES = [
  'shared/**/*.ts',
  'service/{engine,formats,pipeline}/**/*.ts',
  'test/lab/bench/*.ts',
  'test/oracle/*.ts',
];

/** The outcomes of one file; without a file, none are known and none are kept. */
export class KeptOutcomes {
  readonly #file: string | undefined;
  readonly #known = new Map<string, unknown>();

  constructor(file: string | undefined) {
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { key, outcome } = JSON.parse(line) as { key: string; outcome: unknown };
      this.#known.set(key, outcome);
    }
  }

  has(key: string): boolean {
    return this.#known.has(key);
  }

  get(key: string): unknown {
    return this.#known.get(key);
  }

  keep(key: string, outcome: unknown): void {
    this.#known.set(key, outcome);
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify({ key, outcome })}\n`);
  }
}

/** Digest of the engine's sources. */
export function digestOfSources(): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}
