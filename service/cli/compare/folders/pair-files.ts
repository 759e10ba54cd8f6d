/** Pairs the files of two folders: by path, then by equal bytes, then by similar text. */
import { byCharacters } from './list-files.ts';
import { resemblance, type Sketch } from './sketch.ts';

/** Two files that belong together, or a file that only one folder has. */
export interface PairedFiles {
  readonly original: string | null;
  readonly revised: string | null;
}

/** What is known of the content of a file. */
export interface FileContent {
  /** SHA-256 of its bytes; null for an empty file, which resembles nothing. */
  readonly sha256: string | null;
  /** Of its text; empty for a file without one. */
  readonly sketch: Sketch;
  /** Files of different groups are not compared with each other. */
  readonly group: string;
}

/** Texts that have at least this share of their shingles in common are drafts of one text. */
const RESEMBLANCE_MIN = 0.4;
/** A shingle that more files have says nothing about which files belong together. */
const COMMON_SHINGLE_FILES = 32;

/** Pairs in the order of their paths. `contentOf` is only asked about files without a partner of the same path. */
export async function pairFiles(
  original: readonly string[],
  revised: readonly string[],
  contentOf: (side: 'original' | 'revised', path: string) => Promise<FileContent>,
): Promise<PairedFiles[]> {
  const [had, has] = [new Set(original), new Set(revised)];
  const removed = original.filter((path) => !has.has(path));
  const added = revised.filter((path) => !had.has(path));
  const pairs: PairedFiles[] = original
    .filter((path) => has.has(path))
    .map((path) => ({ original: path, revised: path }));
  const partners: ReadonlyMap<string, string> =
    removed.length > 0 && added.length > 0 ? await pairByContent(removed, added, contentOf) : new Map<string, string>();
  const taken = new Set(partners.values());
  for (const path of removed) pairs.push({ original: path, revised: partners.get(path) ?? null });
  for (const path of added) if (!taken.has(path)) pairs.push({ original: null, revised: path });
  return pairs.sort((a, b) => byCharacters(a.revised ?? a.original ?? '', b.revised ?? b.original ?? ''));
}

async function pairByContent(
  removed: readonly string[],
  added: readonly string[],
  contentOf: (side: 'original' | 'revised', path: string) => Promise<FileContent>,
): Promise<Map<string, string>> {
  const read = async (side: 'original' | 'revised', paths: readonly string[]): Promise<Map<string, FileContent>> => {
    const contents = new Map<string, FileContent>();
    for (const path of paths) contents.set(path, await contentOf(side, path));
    return contents;
  };
  const [before, after] = [await read('original', removed), await read('revised', added)];
  const partners = new Map<string, string>();
  const taken = new Set<string>();
  const pair = (one: string, other: string): void => {
    if (partners.has(one) || taken.has(other)) return;
    partners.set(one, other);
    taken.add(other);
  };

  const bySha256 = new Map<string, string[]>();
  for (const [path, { sha256 }] of after) {
    if (sha256 === null) continue;
    const same = bySha256.get(sha256);
    if (same === undefined) bySha256.set(sha256, [path]);
    else same.push(path);
  }
  for (const [path, { sha256 }] of before) {
    const other = sha256 === null ? undefined : bySha256.get(sha256)?.shift();
    if (other !== undefined) pair(path, other);
  }

  for (const { one, other } of candidates(before, after)) pair(one, other);
  return partners;
}

/** Pairs of similar texts, the most similar first. Only files that share a rare shingle are looked at. */
function candidates(
  before: ReadonlyMap<string, FileContent>,
  after: ReadonlyMap<string, FileContent>,
): { readonly one: string; readonly other: string }[] {
  const files = new Map<number, string[]>();
  for (const [path, { sketch }] of after)
    for (const hash of sketch) {
      const holders = files.get(hash);
      if (holders === undefined) files.set(hash, [path]);
      else holders.push(path);
    }
  const found: { one: string; other: string; likeness: number }[] = [];
  for (const [one, content] of before) {
    const near = new Set<string>();
    for (const hash of content.sketch) {
      const holders = files.get(hash) ?? [];
      if (holders.length <= COMMON_SHINGLE_FILES) for (const other of holders) near.add(other);
    }
    for (const other of near) {
      const its = after.get(other)!;
      const likeness = its.group === content.group ? resemblance(content.sketch, its.sketch) : 0;
      if (likeness >= RESEMBLANCE_MIN) found.push({ one, other, likeness });
    }
  }
  return found.sort((a, b) => b.likeness - a.likeness || byCharacters(a.one, b.one) || byCharacters(a.other, b.other));
}
