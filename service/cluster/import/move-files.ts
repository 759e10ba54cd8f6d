import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import type { ObjectStore } from '../objects/object-store.ts';
import { ImportRefused } from './installation-copy.ts';
import { fileId, MOVED_TABLES, type FileKind, type Row } from './moved-tables.ts';
import { sha256 } from '../../sha256.ts';

/** An object younger than that is taken as it is. Replicas delete objects without a row after a day. */
const USED_AGAIN_MS = 12 * 60 * 60 * 1_000;
const AT_ONCE = 4;

/** A file of an installation that a row needs. */
export interface SourceFile {
  readonly path: string;
  /** Name of its object. The same import gives it the same name. */
  readonly object: string;
}

/** The files of an installation by `fileId`. Null: the file is missing, as it may be after a restored backup. */
export type SourceFiles = ReadonlyMap<string, SourceFile | null>;

/**
 * Reads every file that a row names. `owner` names the installation. Throws `ImportRefused` for a file whose content is
 * not what its row says.
 */
export async function checkFiles(rows: SqliteDatabase.Database, dataDir: string, owner: string): Promise<SourceFiles> {
  const found = new Map<string, SourceFile | null>();
  for (const table of MOVED_TABLES) {
    if (table.files.length === 0) continue;
    for (const row of rows.prepare(`select * from ${table.name}`).iterate() as IterableIterator<Row>) {
      for (const file of table.files) {
        const name = file.fileOf(row);
        if (name === null) continue;
        const id = fileId(table, file, row);
        const path = join(dataDir, file.kind, name);
        const content = await contentOf(path);
        if (content !== null) checkContent(file.kind, path, content, row);
        // A name for each row, because the end of one row deletes its object.
        const object = `${file.kind}/${sha256(`${owner}\n${id}`).slice(0, 32)}.${content === null ? '' : sha256(content)}`;
        found.set(id, content === null ? null : { path, object });
      }
    }
  }
  return found;
}

/** What became of the files. */
export interface MovedFiles {
  /** Files that are objects now. */
  readonly moved: number;
  /** Of these, how many an earlier attempt had written. */
  readonly there: number;
  readonly missing: number;
}

/** Writes the objects that are not there yet. Throws `unavailable`; another attempt goes on where this one ended. */
export async function moveFiles(files: SourceFiles, objects: ObjectStore): Promise<MovedFiles> {
  const present = [...files.values()].filter((file) => file !== null);
  const there = new Set<string>();
  const now = Date.now();
  for (const kind of new Set(present.map(({ object }) => object.slice(0, object.indexOf('/') + 1)))) {
    for await (const name of objects.namesBefore(kind, new Date(now + USED_AGAIN_MS))) there.add(name);
    for await (const name of objects.namesBefore(kind, new Date(now - USED_AGAIN_MS))) there.delete(name);
  }
  const wanted = present.filter(({ object }) => !there.has(object));
  const rest = wanted.values();
  const work = async (): Promise<void> => {
    for (const { path, object } of rest) {
      const content = await readFile(path);
      if (!object.endsWith(sha256(content))) throw changed(path);
      await objects.put(object, content);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { moved: present.length, there: present.length - wanted.length, missing: files.size - present.length };
}

async function contentOf(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  }
}

function checkContent(kind: FileKind, path: string, content: Uint8Array, row: Row): void {
  const isSound = kind === 'uploads' ? content.byteLength === row['size_bytes'] : path.endsWith(sha256(content));
  if (isSound) return;
  const wanted =
    kind === 'uploads' ? ` It has ${content.byteLength} bytes, and ${String(row['size_bytes'])} were announced.` : '';
  throw new ImportRefused(
    `The file ${path} is damaged.${wanted} Restore it from a backup, or delete it: what needs it is then gone.`,
  );
}

function changed(path: string): ImportRefused {
  return new ImportRefused(`The file ${path} changed while it was imported. Nothing else may use the data directory.`);
}
