import type { ListPosition } from '../../comparison/ports.ts';
import { invalid } from '../guards/validate.ts';

const CURSOR = /^(\d{1,15})\.(cmp_[0-9a-f]{32})$/;

/** A position in a list for the caller: opaque and safe in a query. */
export function writeCursor({ createdAtMs, comparisonId }: ListPosition): string {
  return Buffer.from(`${createdAtMs}.${comparisonId}`).toString('base64url');
}

/** The position of a cursor from `writeCursor`. Throws `invalid_request` for any other text. */
export function readCursor(cursor: string): ListPosition {
  const parts = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (parts === null) {
    const message = 'is not one that this list gave as nextCursor: pass it on as it was, or leave it out';
    throw invalid([{ in: 'query', path: 'cursor', message }]);
  }
  return { createdAtMs: Number(parts[1]), comparisonId: parts[2]! };
}
