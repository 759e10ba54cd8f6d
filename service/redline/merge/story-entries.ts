/** The steps through two stories during a merge, in order. */
import { append } from '../../../shared/iterables.ts';
import type { XmlElement, XmlNode } from '../../ooxml/xml-tree.ts';
import { sectionOf } from '../text/paragraph-mark.ts';
import type { StoryBlock } from '../text/story-blocks.ts';

/** Two blocks that become one. */
export type Pair = { readonly a: StoryBlock; readonly b: StoryBlock };

/** A step through both stories: a pair, or a one-sided block. */
export type Entry =
  | {
      readonly kind: 'pair';
      readonly pair: Pair;
      /** Content of the merged paragraph, or the merged table or control; null if the two are equal. */
      readonly merged: readonly XmlNode[] | null;
      /** Finished paragraphs that were split off before this one or joined with it. */
      readonly before: readonly XmlNode[];
      /** Properties of the merged paragraph whose mark one side alone has. Absent: both have it. */
      readonly mark?: XmlElement;
    }
  | { readonly kind: 'del'; readonly block: StoryBlock }
  | { readonly kind: 'ins'; readonly block: StoryBlock };

/**
 * Entries without a partner between two pairs have an order on their own side only. Paragraphs at the start or end of
 * a gap go next to the pair there. So no table of the other side separates a paragraph from its other half.
 */
export function paragraphsTogether(entries: readonly Entry[]): Entry[] {
  const out: Entry[] = [];
  for (let at = 0; at < entries.length;) {
    let end = at;
    while (end < entries.length && entries[end]!.kind !== 'pair') end += 1;
    const next = entries[end];
    const sides = (['del', 'ins'] as const).map((side) => {
      const own = entries.slice(at, end).filter(({ kind }) => kind === side);
      const first = own.findIndex((entry) => !isChangedParagraph(entry));
      const last = own.findLastIndex((entry) => !isChangedParagraph(entry));
      // A side with only paragraphs goes to the pair that it may be a part of.
      const split = first >= 0 ? first : next !== undefined && isChangedParagraph(next) ? 0 : own.length;
      return {
        before: own.slice(0, split),
        between: own.slice(split, last + 1),
        after: own.slice(Math.max(split, last + 1)),
      };
    });
    for (const place of ['before', 'between', 'after'] as const) for (const side of sides) append(out, side[place]);
    if (next !== undefined) out.push(next);
    at = end + 1;
  }
  return out;
}

/** A paragraph without a section that differs between the sides. */
export function isChangedParagraph(entry: Entry): boolean {
  const blocks = entry.kind === 'pair' ? [entry.pair.a, entry.pair.b] : [entry.block];
  if (entry.kind === 'pair' && entry.merged === null) return false;
  return blocks.every((block) => block.kind === 'paragraph' && sectionOf(block.node) === undefined);
}
