/**
 * Finds parts by the relationships that refer to them (ECMA-376 part 1, 11.3). The relationship says how a part is used.
 * Files state wrong content types, and names mean nothing, so neither counts.
 */
import type { OoxmlPackage } from './package.ts';
import { isOfType, type Relationship } from './relationships.ts';

/** Relationship types of parts with text in paragraphs. */
const STORIES: readonly string[] = ['header', 'footer', 'footnotes', 'endnotes', 'comments', 'glossaryDocument'];
/** Relationship types of charts and of diagrams, which are XML and show text too. */
const GRAPHICS: readonly string[] = [
  'chart',
  'chartUserShapes',
  'diagramData',
  'diagramLayout',
  'diagramColors',
  'diagramQuickStyle',
];
/** Word's later types of parts that are XML and show text ([MS-ODRAWXML], [MS-DOCX]). */
const LATER_GRAPHICS = /\/(?:diagramDrawing|chartEx)$/;

/** Whether a relationship uses its target as the XML of a chart or diagram. */
export function isGraphicXml(relationship: Relationship): boolean {
  return GRAPHICS.some((type) => isOfType(relationship, type)) || LATER_GRAPHICS.test(relationship.type);
}

/** Names of the parts with text in paragraphs, the main part first. Those of building blocks are included. */
export function storyParts(archive: OoxmlPackage, mainPart: string): string[] {
  return reachedFrom(archive, [mainPart], isStory);
}

/** Names of all parts that a program reads as XML with visible content: stories, charts and diagrams. */
export function shownParts(archive: OoxmlPackage, mainPart: string): string[] {
  const mains = [...archive.relationshipsOf('').values()].filter((each) => isOfType(each, 'officeDocument'));
  const starts = mains.flatMap((each) => (each.external ? [] : (archive.part(each.target)?.name ?? [])));
  return reachedFrom(archive, [mainPart, ...starts], (each) => isStory(each) || isGraphicXml(each));
}

function isStory(relationship: Relationship): boolean {
  return STORIES.some((type) => isOfType(relationship, type));
}

/** The parts, and the existing ones that they lead to. Relationships may form circles. */
function reachedFrom(
  archive: OoxmlPackage,
  starts: readonly string[],
  follows: (relationship: Relationship) => boolean,
): string[] {
  const found = new Set(starts);
  // A set also visits what is added on the way.
  for (const name of found) {
    for (const relationship of archive.relationshipsOf(name).values()) {
      if (relationship.external || !follows(relationship)) continue;
      const target = archive.part(relationship.target)?.name;
      if (target !== undefined) found.add(target);
    }
  }
  return [...found];
}
