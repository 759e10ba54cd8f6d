import { bothSides } from '../../../shared/formats.ts';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { StructuredPage } from '../../../shared/change/page.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { writeRedline } from '../../../service/redline/write-redline.ts';
import { readPairs, type CorpusSet } from '../../oracle/input-pairs.ts';

/** One result of the corpus. */
export interface FingerprintTask {
  /** Unique: the kind of result, the files, and options that are not the defaults. */
  readonly name: string;
  /** Computes the result and returns its hashes, separated by spaces. Rejects with what the comparison throws. */
  readonly fingerprint: () => Promise<string>;
}

/** The parts of a comparison that a caller can see. */
interface Visible {
  readonly html: string;
  readonly summary: unknown;
  readonly engine: unknown;
  readonly fallback: boolean;
  readonly warnings?: readonly unknown[];
  page(offset: number, limit: number): StructuredPage;
}

const TEXT_SETS: readonly CorpusSet[] = ['html', 'markdown', 'txt', 'json', 'cases'];
/** Changes a page; the service's own limit. */
const PAGE_LIMIT = 1_000;
const DATE = '2026-01-01T00:00:00Z';

/** All results over the corpus at `root`, in a fixed order. Nothing is computed before `fingerprint` is called. */
export function* fingerprintTasks(root: string): Generator<FingerprintTask> {
  for (const set of TEXT_SETS) {
    for (const { name, format, original, revised } of readPairs(root, set)) {
      const compare = (mode: 'word' | 'block', swapped: boolean) => () =>
        promised(() => {
          const [before, after] = swapped ? [revised, original] : [original, revised];
          return hashesOf(compareText({ original: before, revised: after, format, mode }));
        });
      yield { name: `${set}/${name}`, fingerprint: compare('word', false) };
      yield { name: `${set}/${name} (block, swapped)`, fingerprint: compare('block', true) };
    }
  }
  for (const [original, revised] of filePairs(join(root, 'docx'), 'docx')) {
    const read = (): [Uint8Array, Uint8Array] => [readFileSync(original), readFileSync(revised)];
    for (const attributeMode of ['semantic', 'presentation'] as const) {
      const options = { formats: bothSides('docx'), mode: 'word', attributeMode } as const;
      yield {
        name: `docx/${basename(original)} (${attributeMode})`,
        fingerprint: async () => hashesOf(await compareFiles({ original: read()[0], revised: read()[1], ...options })),
      };
    }
    if (original === revised) continue;
    yield {
      name: `redline/${basename(original)}`,
      fingerprint: async () => {
        const redline = await writeRedline(...read(), { author: 'Fingerprint', date: DATE });
        return `${hash(redline.bytes)} ${hash(JSON.stringify([redline.warnings, redline.degradedBlocks]))}`;
      },
    };
  }
  for (const [original, revised] of filePairs(join(root, 'pdf'), 'pdf')) {
    const options = { formats: bothSides('pdf'), mode: 'word', attributeMode: 'semantic' } as const;
    yield {
      name: `pdf/${original.slice(root.length + 1)}`,
      fingerprint: async () =>
        hashesOf(await compareFiles({ original: readFileSync(original), revised: readFileSync(revised), ...options })),
    };
  }
}

/**
 * Files below a folder in the order of their paths: `NAME.original.EXT` with `NAME.revised.EXT`, and every other file with
 * itself.
 */
function filePairs(folder: string, extension: string): [original: string, revised: string][] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`.${extension}`))
    .map((name) => join(folder, name))
    .sort();
  const known = new Set(files);
  return files.flatMap((file): [string, string][] => {
    const name = basename(file);
    if (name.includes('revised') && known.has(join(file, '..', name.replace('revised', 'original')))) return [];
    const revised = join(file, '..', name.replace('original', 'revised'));
    return [[file, known.has(revised) ? revised : file]];
  });
}

/** Hashes of the fragment, of all pages of changes, and of what the comparison says of itself. */
function hashesOf(comparison: Visible): string {
  const { html, summary, engine, fallback, warnings = [] } = comparison;
  return [hash(html), hash(pagesOf(comparison)), hash(JSON.stringify([summary, engine, fallback, warnings]))].join(' ');
}

function pagesOf(comparison: Visible): string {
  let pages = '';
  for (let offset = 0; ; offset += PAGE_LIMIT) {
    const page = comparison.page(offset, PAGE_LIMIT);
    pages += JSON.stringify(page);
    if (offset + PAGE_LIMIT >= page.totalChanges) return pages;
  }
}

/** Turns a throw into a rejection. */
async function promised<T>(compute: () => T): Promise<T> {
  return await Promise.resolve().then(compute);
}

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
