import { innerText } from '../../../ooxml/xml-tree.ts';
import type { WordPackage } from '../../../ooxml/package.ts';
import { findAll } from './images.ts';

/** Types of relationships to parts with the words of charts and diagrams (ECMA-376 part 1, 21.2 and 21.4). */
const DRAWN = /\/(?:chart|chartEx|diagramData|diagramDrawing)$/u;
/** Titles that a program prints if a chart has one without words. */
const EMPTY_TITLES = ['Chart Title', 'Axis Title'];

/** The words of the charts and diagrams of a document, which its pages print. They are no text of the document. */
export function drawnTexts({ package: archive, mainPart }: WordPackage): string[] {
  const parts = [...archive.relationshipsOf(mainPart).values()].filter(
    ({ external, type }) => !external && DRAWN.test(type),
  );
  const texts = parts.flatMap(({ target }) => {
    const root = archive.tree(target);
    if (root === undefined) return [];
    return ['c:v', 'cx:pt', 'a:t'].flatMap((name) => findAll(root, name).map((node) => innerText(node).trim()));
  });
  return parts.length === 0 ? [] : [...EMPTY_TITLES, ...texts.filter((text) => text !== '')];
}
