/** The types of columns of one database. A migration receives them, because the same words mean other types elsewhere. */
export interface ColumnTypes {
  /** Whole numbers up to 2^53, and 0 or 1. */
  readonly integer: 'integer' | 'bigint';
  /** IEEE 754 double precision. */
  readonly real: 'real' | 'double precision';
  readonly bytes: 'blob' | 'bytea';
}

/** SQLite: its integers have 8 bytes, and its real numbers too. */
export const SQLITE_TYPES: ColumnTypes = { integer: 'integer', real: 'real', bytes: 'blob' };

/** PostgreSQL: its `integer` has 4 bytes, and its `real` too. */
export const POSTGRES_TYPES: ColumnTypes = { integer: 'bigint', real: 'double precision', bytes: 'bytea' };
