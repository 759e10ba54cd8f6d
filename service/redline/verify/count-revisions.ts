import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';

/** How many marks of each kind a redline has. */
export interface RevisionCounts {
  insertions: number;
  deletions: number;
  /** Moved ranges; the marks at either end are among the insertions or deletions as well. */
  moves: number;
  formatChanges: number;
}

/** What one element adds. A content control that comes or goes by itself has two ranges: around its begin and around its end. */
const KINDS: Readonly<Record<string, readonly [keyof RevisionCounts, number]>> = {
  'w:ins': ['insertions', 1],
  'w:moveTo': ['insertions', 1],
  'w:cellIns': ['insertions', 1],
  'w:customXmlInsRangeStart': ['insertions', 0.5],
  'w:del': ['deletions', 1],
  'w:moveFrom': ['deletions', 1],
  'w:cellDel': ['deletions', 1],
  'w:customXmlDelRangeStart': ['deletions', 0.5],
  'w:moveFromRangeStart': ['moves', 1],
};
const TEXTS: ReadonlySet<string> = new Set(['w:document', 'w:footnotes', 'w:endnotes', 'w:hdr', 'w:ftr']);

/** Counts in finished parts: what was tried and given up is in none. */
export function countRevisions(roots: Iterable<XmlElement>): RevisionCounts {
  const counts: RevisionCounts = { insertions: 0, deletions: 0, moves: 0, formatChanges: 0 };
  const visit = (node: XmlElement): void => {
    const [kind, number] = KINDS[node.name] ?? ['formatChanges', /^w:\w+Change$/.test(node.name) ? 1 : 0];
    counts[kind] += number;
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  for (const root of roots) if (TEXTS.has(root.name)) visit(root);
  return counts;
}
