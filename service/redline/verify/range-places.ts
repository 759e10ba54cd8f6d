/**
 * Finds the places of ranges. Ranges cannot be tracked, so a range of both documents stays at its original place. A
 * reference to a comment can be tracked. So a comment with another place becomes two, one deleted and one inserted.
 * Other differences of place are reported.
 */
import type { Comparison } from '../merge/comparison.ts';
import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { permissionKey } from '../package/known-ranges.ts';

/** Ranges of a tree without revisions. Each text is the text that the range covers, without white space. */
export interface RangePlaces {
  /** By the ids of comments that the tree refers to. */
  readonly comments: ReadonlyMap<string, string>;
  /** By the name of the bookmark. */
  readonly bookmarks: ReadonlyMap<string, string>;
  /** Editors and the texts they may edit, in the order of the range ends. */
  readonly permissions: readonly { readonly key: string; readonly text: string }[];
}

/** Finds the ranges of a part. A range without an end covers nothing. */
export function rangePlaces(root: XmlElement): RangePlaces {
  const texts: string[] = [];
  let length = 0;
  const starts = new Map<string, { readonly at: number; readonly node: XmlElement }>();
  const covered = new Map<string, Stretch>();
  const comments = new Set<string>();
  const bookmarks = new Map<string, Stretch>();
  const permissions: { readonly key: string; readonly stretch: Stretch }[] = [];
  const visit = (node: XmlElement): void => {
    const [, kind, edge] = RANGE.exec(node.name) ?? [];
    if (kind !== undefined) {
      const id = node.attributes.get('w:id') ?? '';
      const key = `${kind} ${id}`;
      if (edge === 'Start') {
        starts.set(key, { at: length, node });
        if (kind === 'bookmark') bookmarks.set(node.attributes.get('w:name') ?? '', NOTHING);
        return;
      }
      const start = starts.get(key);
      const stretch = { start: start?.at ?? length, end: length };
      if (kind === 'commentRange') covered.set(id, stretch);
      else if (start !== undefined && kind === 'bookmark')
        bookmarks.set(start.node.attributes.get('w:name') ?? '', stretch);
      else if (start !== undefined) permissions.push({ key: permissionKey(start.node), stretch });
      return;
    }
    if (node.name === 'mc:Fallback') return;
    if (node.name === 'w:commentReference') comments.add(node.attributes.get('w:id') ?? '');
    for (const child of node.children) {
      if (isElement(child)) visit(child);
      else if (node.name === 'w:t') {
        const text = child.replace(/\s/gu, '');
        texts.push(text);
        length += text.length;
      }
    }
  };
  visit(root);
  // Substrings of one text share its memory, because thousands of ranges may cover all of it.
  const whole = texts.join('');
  const textOf = ({ start, end }: Stretch): string => whole.slice(start, end);
  return {
    comments: new Map([...comments].map((id) => [id, textOf(covered.get(id) ?? NOTHING)])),
    bookmarks: new Map([...bookmarks].map(([name, stretch]) => [name, textOf(stretch)])),
    permissions: permissions.map(({ key, stretch }) => ({ key, text: textOf(stretch) })),
  };
}

/** A part of the text, half-open. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

const NOTHING: Stretch = { start: 0, end: 0 };
const RANGE = /^w:(bookmark|commentRange|perm)(Start|End)$/;

/** The ranges of the body in the revised document and in the accepted result. */
interface BodyRanges {
  readonly wanted: RangePlaces;
  readonly got: RangePlaces;
}

/** Reads the ranges in the revised document's body, and in the result's body with all revisions accepted. */
export function rangesOf(comparison: Comparison): BodyRanges {
  const { original, revised, result } = comparison;
  const placesIn = (root: XmlElement): RangePlaces => rangePlaces(comparison.resolved(root, 'revised'));
  return { wanted: placesIn(revised.document), got: placesIn(result.tree(original.mainPart)!) };
}

/** Comments of the revised document that concern another text in the accepted result. */
export function misplacedComments(comparison: Comparison): Set<string> {
  const { wanted, got } = rangesOf(comparison);
  const { translation } = comparison;
  return new Set(
    [...wanted.comments].filter(([id, text]) => got.comments.get(translation.commentOf(id)) !== text).map(([id]) => id),
  );
}
