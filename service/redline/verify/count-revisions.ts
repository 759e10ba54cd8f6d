import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';

/** Numbers of marks of each kind in a redline. */
export interface RevisionCounts {
  insertions: number;
  deletions: number;
  /** Moved ranges. The marks at either end also count as insertions or deletions. */
  moves: number;
  formatChanges: number;
}

/** The counts of each element. A separately marked content control has two ranges, around its start and its end. */
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

/** Counts the marks in finished parts only, so discarded attempts do not count. */
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
