/** The data of a diagram, as far as they name its drawing: by a relationship of the part that shows the diagram ([MS-ODRAWXML] 2.6.2.1). */
import type { Part } from '../../ooxml/package.ts';

const DRAWING_ID = /(<\w+:dataModelExt\b[^>]*? relId=")([^"]*)/;

/** The id that the data name; undefined when there is none. */
export function drawingIdOf(bytes: Uint8Array): string | undefined {
  return DRAWING_ID.exec(latin1(bytes))?.[2];
}

/** The same bytes but for the id; a part in another encoding than one that has ASCII in it stays as it is. */
export function withDrawingId(bytes: Uint8Array, id: string): Uint8Array {
  const text = latin1(bytes);
  const changed = text.replace(DRAWING_ID, `$1${id}`);
  return changed === text ? bytes : Buffer.from(changed, 'latin1');
}

/** A part that counts in a comparison of bytes; of a diagram's data, all but the id of its drawing, which says nothing. */
export function withoutDrawingId({ name, bytes }: Part): Uint8Array {
  return /\/diagrams\/[^/]*\.xml$/i.test(name) ? withDrawingId(bytes, '') : bytes;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
