/**
 * Child process that can be killed. Reads PDFs by path, one at a time, and returns the extraction and its CPU time.
 * Started by `child-reader.ts`.
 */
import { readFileSync } from 'node:fs';
import { extractPages } from '../../../../service/formats/pdf/extract-pages.ts';
import type { ChildAnswer } from './child-reader.ts';

process.on('message', (path: string) => {
  void read(path).then((answer) => process.send!(answer));
});

async function read(path: string): Promise<ChildAnswer> {
  const bytes = readFileSync(path);
  const before = process.cpuUsage();
  try {
    const extracted = await extractPages(bytes);
    return { ok: true, extracted, cpuMs: cpuSince(before) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'crash';
    return { ok: false, code, message: String(error), cpuMs: cpuSince(before) };
  }
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
