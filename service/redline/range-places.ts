/**
 * Where ranges stand. None can be tracked: one that both documents have stays where the original has it. Of a comment the reference can be
 * tracked, so that one whose place differs is two comments, of which one goes and one comes; of the others it is told.
 */
import { isElement, type XmlElement } from '../ooxml/xml-tree.ts';
import { permissionKey } from './known-ranges.ts';

/** What a reader of a tree without revisions finds; each text is what the range covers, white space left out. */
export interface RangePlaces {
  /** By the ids of comments that the tree refers to. */
  readonly comments: ReadonlyMap<string, string>;
  /** By name. */
  readonly bookmarks: ReadonlyMap<string, string>;
  /** Who may edit which text, in the order of the ends. */
  readonly permissions: readonly string[];
}

/** Finds the ranges of a part. One that never ends covers nothing. */
export function rangePlaces(root: XmlElement): RangePlaces {
  let text = '';
  const starts = new Map<string, { readonly at: number; readonly node: XmlElement }>();
  const covered = new Map<string, string>();
  const comments = new Map<string, string>();
  const bookmarks = new Map<string, string>();
  const permissions: string[] = [];
  const visit = (node: XmlElement): void => {
    const [, kind, edge] = /^w:(bookmark|commentRange|perm)(Start|End)$/.exec(node.name) ?? [];
    if (kind !== undefined) {
      const id = node.attributes.get('w:id') ?? '';
      const key = `${kind} ${id}`;
      if (edge === 'Start') {
        starts.set(key, { at: text.length, node });
        if (kind === 'bookmark') bookmarks.set(node.attributes.get('w:name') ?? '', '');
        return;
      }
      const start = starts.get(key);
      const within = text.slice(start?.at ?? text.length);
      if (kind === 'commentRange') covered.set(id, within);
      else if (start !== undefined && kind === 'bookmark')
        bookmarks.set(start.node.attributes.get('w:name') ?? '', within);
      else if (start !== undefined) permissions.push(`${permissionKey(start.node)}: ${within}`);
      return;
    }
    if (node.name === 'mc:Fallback') return;
    if (node.name === 'w:commentReference') comments.set(node.attributes.get('w:id') ?? '', '');
    for (const child of node.children) {
      if (isElement(child)) visit(child);
      else if (node.name === 'w:t') text += child.replace(/\s/gu, '');
    }
  };
  visit(root);
  for (const id of comments.keys()) comments.set(id, covered.get(id) ?? '');
  return { comments, bookmarks, permissions };
}
