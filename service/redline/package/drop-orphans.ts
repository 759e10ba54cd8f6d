/**
 * Removes what nothing in the package refers to any more. The content that was resolved away may have been the only one
 * with a picture, an embedded file, a chart or a diagram.
 */
import type { OoxmlPackage } from '../../ooxml/package.ts';
import { treeOrNone } from '../../ooxml/tree-or-none.ts';
import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { relationshipIdsIn, type ResultPackage } from './result-package.ts';

/** The relationship from the main part to the drawing of a diagram. Only the diagram's data name it. */
const DIAGRAM_DRAWING = /\/diagramDrawing$/;

/** Types of relationships that a part always names by their ids. */
const NAMED =
  /\/(?:aFChunk|image|chart|chartEx|oleObject|package|hyperlink|diagram(?:Data|Layout|QuickStyle|Colors)|subDocument|control)$/;

/**
 * Removes relationships that a changed part used before, those that it would name and does not, and parts that cannot be
 * reached any more. Other unused parts and relationships stay. `before` is the package that the result was made from.
 */
export function dropOrphans(result: ResultPackage, before: OoxmlPackage): void {
  for (const name of result.changedParts) {
    const former = before.tree(name);
    const used = new Set(relationshipIdsIn(result.tree(name)!));
    for (const id of former === undefined ? [] : relationshipIdsIn(former))
      if (!used.has(id)) result.unrelate(name, id);
    for (const { id, type } of [...result.relationshipsOf(name).values()])
      if (!used.has(id) && NAMED.test(type)) result.unrelate(name, id);
  }
  let reached = reachedIn(result, before);
  if (dropDrawings(result, before, reached)) reached = reachedIn(result, before);
  for (const name of reachedIn(before, before)) if (!reached.has(name)) result.remove(name);
}

/** Removes the relationships to drawings whose diagrams are gone. Returns whether there were any. */
function dropDrawings(result: ResultPackage, before: OoxmlPackage, reached: ReadonlySet<string>): boolean {
  const [former, left] = [new Set<string>(), new Set<string>()];
  for (const { name } of before.parts) {
    if (!/\/diagrams\//i.test(name) || !name.endsWith('.xml')) continue;
    const root = treeOrNone(() => before.tree(name));
    for (const id of root === undefined ? [] : drawingIdsIn(root)) {
      former.add(id);
      if (reached.has(name)) left.add(id);
    }
  }
  let dropped = false;
  for (const name of result.changedParts) {
    for (const { id, type } of [...result.relationshipsOf(name).values()]) {
      if (!DIAGRAM_DRAWING.test(type) || !former.has(id) || left.has(id)) continue;
      result.unrelate(name, id);
      dropped = true;
    }
  }
  return dropped;
}

function drawingIdsIn({ name, attributes, children }: XmlElement): string[] {
  const own = name === 'dsp:dataModelExt' ? [attributes.get('relId') ?? ''] : [];
  return [...own, ...children.flatMap((child) => (isElement(child) ? drawingIdsIn(child) : []))];
}

/** Names of the parts that relationships lead to, as the package spells them. */
function reachedIn(archive: Pick<OoxmlPackage, 'relationshipsOf'>, names: OoxmlPackage): Set<string> {
  const reached = new Set(['']);
  // A set also visits what is added on the way.
  for (const name of reached) {
    const relationships = treeOrNone(() => archive.relationshipsOf(name));
    for (const { target, external } of relationships?.values() ?? [])
      if (!external) reached.add(names.part(target)?.name ?? target);
  }
  return reached;
}
