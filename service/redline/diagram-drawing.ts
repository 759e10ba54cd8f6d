/**
 * The drawing that Word keeps of a diagram, beside its data: `dsp:dataModelExt/@relId` in the data names it by a relationship of the part
 * that shows the diagram ([MS-ODRAWXML] 2.6.2.1), so that data that come into another package may have to name it anew.
 */
import type { OoxmlPackage, Part } from '../ooxml/package.ts';
import type { Relationship } from '../ooxml/relationships.ts';
import type { ResultPackage } from './result-package.ts';

const DATA = /\/diagramData$/;
const DRAWING_ID = /(<\w+:dataModelExt\b[^>]*? relId=")([^"]*)/;

/** A part that counts in a comparison of bytes; of a diagram's data, all but the id of its drawing, which says nothing. */
export function withoutDrawingId({ name, bytes }: Part): Uint8Array {
  return /\/diagrams\/[^/]*\.xml$/i.test(name) ? withDrawingId(bytes, '') : bytes;
}

/**
 * Brings the drawing of a diagram in whose data were brought in, under its own id where that is free. `relationship`: the one of
 * `revisedPart` that leads to the data; `id`: the one of `resultPart` that leads to them in the result.
 */
export function adoptDrawing(
  { relationship, revised, revisedPart }: { relationship: Relationship; revised: OoxmlPackage; revisedPart: string },
  { result, resultPart, id }: { result: ResultPackage; resultPart: string; id: string },
): void {
  if (!DATA.test(relationship.type)) return;
  const data = result.relationshipsOf(resultPart).get(id)?.target;
  const bytes = revised.part(relationship.target)?.bytes;
  // Data that both documents have are there already, and their drawing too.
  if (data === undefined || bytes === undefined || !result.isAdded(data)) return;
  const named = revised.relationshipsOf(revisedPart).get(DRAWING_ID.exec(latin1(bytes))?.[2] ?? '');
  if (named === undefined || named.external) return;
  const drawing = result.adopt(resultPart, named, revised);
  if (drawing !== named.id) result.replaceAdded(data, withDrawingId(bytes, drawing));
}

/** The same bytes but for the id; a part in another encoding than one that has ASCII in it stays as it is. */
function withDrawingId(bytes: Uint8Array, id: string): Uint8Array {
  const text = latin1(bytes);
  const changed = text.replace(DRAWING_ID, `$1${id}`);
  return changed === text ? bytes : Buffer.from(changed, 'latin1');
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
