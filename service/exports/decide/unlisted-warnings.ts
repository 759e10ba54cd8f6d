/** Says what a final file takes from the revised document because the list of changes has nothing of it. */
import { storyParts } from '../../ooxml/part-uses.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { SIDE_OF_MARK } from '../../pipeline/ranges/revision-ranges.ts';

/** Changed properties of tables, rows, cells and sections. They have no place in the text. */
const LAYOUT = /^w:(?:tblPr|tblPrEx|tblGrid|trPr|tcPr|sectPr)Change$/;

/** The warnings. `trees` are the parts whose text the comparison has. */
export function unlistedWarnings(
  { package: archive, mainPart }: WordPackage,
  trees: ReadonlyMap<string, XmlElement>,
): string[] {
  const warnings: string[] = [];
  const layouts = [...trees.values()].reduce(
    (count, tree) => count + marksIn(tree, ({ name }) => LAYOUT.test(name)),
    0,
  );
  if (layouts > 0)
    warnings.push(
      `The list of changes does not have the layout of ${layouts === 1 ? '1 table, row, cell or section' : `${layouts} tables, rows, cells or sections`}. The file has that of the revised document there.`,
    );
  const others = storyParts(archive, mainPart).filter((name) => {
    const tree = trees.has(name) ? undefined : archive.tree(name);
    return tree !== undefined && marksIn(tree, (node) => SIDE_OF_MARK.has(node.name)) > 0;
  });
  if (others.length > 0)
    warnings.push(
      `The list of changes does not have the text of ${others.length === 1 ? '1 header, footer or other part' : `${others.length} headers, footers or other parts`}. The file has the text of the revised document there.`,
    );
  return warnings;
}

function marksIn(node: XmlElement, isMark: (node: XmlElement) => boolean): number {
  return node.children.reduce(
    (count, child) => count + (isElement(child) ? marksIn(child, isMark) : 0),
    isMark(node) ? 1 : 0,
  );
}
