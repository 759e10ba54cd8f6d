import type { Schema } from '../../store/tables/schema.ts';

/** A row as SQLite gives it, and as PostgreSQL takes it. */
export type Row = Record<string, unknown>;

/** The folders of a data directory, and the kinds of objects. */
export type FileKind = 'replies' | 'artifacts' | 'pages' | 'uploads';

/** A column that names a file. */
export interface FileColumn {
  /** The column of the cluster. */
  readonly column: string;
  readonly kind: FileKind;
  /** Name of the file in the folder of its kind; null if the row has none. */
  readonly fileOf: (row: Row) => string | null;
}

/** A table that is moved. */
export interface MovedTable {
  readonly name: keyof Schema;
  /** The columns of its primary key. */
  readonly key: readonly string[];
  readonly files: readonly FileColumn[];
  /** The row when a file is missing, as it may be after a restored backup. */
  readonly withoutFiles: (row: Row) => Row;
  /** Rows of one statement: few where rows are large. */
  readonly atOnce: number;
}

const MANY = 200;
const FEW = 8;

const named = (column: string, kind: FileKind): FileColumn => ({
  column,
  kind,
  fileOf: (row) => row[column] as string | null,
});

function table(name: keyof Schema, key: readonly string[], more: Partial<MovedTable> = {}): MovedTable {
  return { name, key, files: [], withoutFiles: (row) => row, atOnce: MANY, ...more };
}

/**
 * Every table of an embedded installation, in the order in which it is moved: a row after the rows that it refers to,
 * and the usage last, as the replicas lock it. Only what is cached for an hour is left behind.
 */
export const MOVED_TABLES: readonly MovedTable[] = [
  table('accounts', ['account_id']),
  table('api_keys', ['key_id']),
  table('page_links', ['code_hash']),
  table('page_sessions', ['session_id']),
  table('operations', ['operation_id'], {
    files: [named('reply_file', 'replies')],
    // Without its body, a reply is no longer retained.
    withoutFiles: (row) => ({ ...row, reply_status: null, reply_headers: null }),
    atOnce: FEW,
  }),
  table('uploads', ['upload_id'], {
    files: [
      {
        column: 'file',
        kind: 'uploads',
        fileOf: (row) => (row['has_bytes'] === 1 ? (row['upload_id'] as string) : null),
      },
    ],
  }),
  table('comparisons', ['comparison_id']),
  table('comparison_texts', ['comparison_id'], { atOnce: FEW }),
  table('comparison_chunks', ['comparison_id', 'position'], { atOnce: FEW }),
  table('shares', ['share_id']),
  table('jobs', ['job_id'], { files: [named('result_file', 'artifacts')] }),
  table('source_pages', ['page_id'], { files: [named('file', 'pages')] }),
  table('reviews', ['subject', 'review_id'], { atOnce: FEW }),
  table('review_operations', ['subject', 'review_id', 'revision']),
  table('usage', ['subject', 'month']),
];

/** Names one file of one row. */
export function fileId({ name, key }: MovedTable, { column }: FileColumn, row: Row): string {
  return [name, column, ...key.map((part) => String(row[part]))].join('\n');
}
