/**
 * The drawing that Word keeps of a diagram, beside its data: `dsp:dataModelExt/@relId` in the data names it by a relationship of the part
 * that shows the diagram ([MS-ODRAWXML] 2.6.2.1), so that data that come into another package may have to name it anew.
 */
import type { OoxmlPackage } from '../../ooxml/package.ts';
import type { Relationship } from '../../ooxml/relationships.ts';
import { drawingIdOf, withDrawingId } from './diagram-data.ts';
import type { ResultPackage } from './result-package.ts';

const DATA = /\/diagramData$/;

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
  const named = revised.relationshipsOf(revisedPart).get(drawingIdOf(bytes) ?? '');
  if (named === undefined || named.external) return;
  const drawing = result.adopt(resultPart, named, revised);
  if (drawing !== named.id) result.replaceAdded(data, withDrawingId(bytes, drawing));
}
