/**
 * Adopts the drawing that Word stores beside a diagram's data. The data refer to it by `dsp:dataModelExt/@relId`, a
 * relationship of the part that shows the diagram ([MS-ODRAWXML] 2.6.2.1). In another package the data may need a new
 * id.
 */
import type { OoxmlPackage } from '../../ooxml/package.ts';
import type { Relationship } from '../../ooxml/relationships.ts';
import { drawingIdOf, withDrawingId } from './diagram-data.ts';
import type { ResultPackage } from './result-package.ts';

const DATA = /\/diagramData$/;

/**
 * Adopts the drawing of an adopted diagram, under its own id if that is free. `relationship` leads from `revisedPart`
 * to the data. `id` leads from `resultPart` to the data in the result.
 */
export function adoptDrawing(
  { relationship, revised, revisedPart }: { relationship: Relationship; revised: OoxmlPackage; revisedPart: string },
  { result, resultPart, id }: { result: ResultPackage; resultPart: string; id: string },
): void {
  if (!DATA.test(relationship.type)) return;
  const data = result.relationshipsOf(resultPart).get(id)?.target;
  const bytes = revised.part(relationship.target)?.bytes;
  // If both documents have the data, the result already has the drawing.
  if (data === undefined || bytes === undefined || !result.isAdded(data)) return;
  const named = revised.relationshipsOf(revisedPart).get(drawingIdOf(bytes) ?? '');
  if (named === undefined || named.external) return;
  const drawing = result.adopt(resultPart, named, revised);
  if (drawing !== named.id) result.replaceAdded(data, withDrawingId(bytes, drawing));
}
