/** Docxodus, the best free peer for redlines, from a folder of peers (`test/lab/results/quality.md`). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Makes a redline of two DOCX files. */
export type CompareFiles = (original: Uint8Array, revised: Uint8Array) => Promise<Uint8Array>;

/** Its comparison; null when it is not in the folder. The WebAssembly runtime is started before it is handed out. */
export async function loadDocxodus(peers: string): Promise<CompareFiles | null> {
  const file = join(peers, 'node_modules', 'docxodus', 'dist', 'core.js');
  if (!existsSync(file)) return null;
  const library: unknown = await import(pathToFileURL(file).href);
  const initialize = functionOf(library, 'initialize');
  const compare = functionOf(library, 'compareDocuments');
  await initialize();
  return async (original, revised) => {
    const result = await compare(original, revised, { authorName: 'quality' });
    if (!(result instanceof Uint8Array)) throw new TypeError('Docxodus gave something else than bytes');
    return result;
  };
}

function functionOf(library: unknown, name: string): (...values: unknown[]) => Promise<unknown> {
  const found: unknown =
    typeof library === 'object' && library !== null ? (library as Record<string, unknown>)[name] : undefined;
  if (typeof found !== 'function') throw new TypeError(`Docxodus has no function ${name}`);
  return async (...values) => (await found(...values)) as unknown;
}
