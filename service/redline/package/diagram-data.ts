/**
 * The reference from a diagram's data to its drawing. It is a relationship id of the part that shows the diagram
 * ([MS-ODRAWXML] 2.6.2.1).
 */
import type { Part } from '../../ooxml/package.ts';

const DRAWING_ID = /(<\w+:dataModelExt\b[^>]*? relId=")([^"]*)/;

/** The relationship id in the data; undefined if there is none. */
export function drawingIdOf(bytes: Uint8Array): string | undefined {
  return DRAWING_ID.exec(latin1(bytes))?.[2];
}

/** The same bytes with another id. A part in an encoding without ASCII stays unchanged. */
export function withDrawingId(bytes: Uint8Array, id: string): Uint8Array {
  const text = latin1(bytes);
  const changed = text.replace(DRAWING_ID, `$1${id}`);
  return changed === text ? bytes : Buffer.from(changed, 'latin1');
}

/** The bytes of a part for comparisons. In a diagram's data, the id of the drawing does not count. */
export function withoutDrawingId({ name, bytes }: Part): Uint8Array {
  return /\/diagrams\/[^/]*\.xml$/i.test(name) ? withDrawingId(bytes, '') : bytes;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
