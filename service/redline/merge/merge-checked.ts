import { POSITIONS } from '../../ooxml/positions.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';
import { blockKeys, storyKey } from '../text/story-key.ts';
import { markMoves } from './mark-moves.ts';
import { mergeStory } from './merge-story.ts';
import type { StoryContext } from './story-context.ts';
import { mergeWithWholeFields } from './whole-fields.ts';

/** An empty story gets an empty paragraph, because the format forbids empty stories. */
function orParagraph(story: readonly XmlNode[]): readonly XmlNode[] {
  return story.length === 0 ? [element('w:p')] : story;
}

/**
 * Merges two stories and checks the round-trip invariants on the result. A merged story that fails is merged again without
 * details, and counted.
 */
export function mergeChecked(a: readonly XmlNode[], b: readonly XmlNode[], context: StoryContext): XmlNode[] {
  if (a.length !== b.length && (a.length === 0 || b.length === 0))
    return mergeChecked(orParagraph(a), orParagraph(b), context);
  const { report } = context;
  const merged = mergeWithWholeFields(a, b, merger(context, false));
  // Differences that no revision can show are reported. The rest must still round-trip.
  const holds = (story: readonly XmlNode[]): boolean => {
    const names = report.untrackable;
    return (
      roundTrips(story, a, b, context.canonical) ||
      (names.size > 0 && roundTrips(without(story, names), without(a, names), without(b, names), context.canonical))
    );
  };
  const moved = markMoves(merged, context);
  if (moved !== merged && holds(moved)) return [...moved];
  if (holds(merged)) return merged;
  const coarse = mergeWithWholeFields(a, b, merger(context, true));
  report.degradedBlocks += 1;
  if (!holds(coarse))
    report.warn(
      'laws_not_kept',
      'Accepting or rejecting all revisions may not give exactly the revised or the original document.',
    );
  return coarse;
}

/** Merges two stories, each time as if it were the first. */
function merger(context: StoryContext, coarse: boolean): (a: readonly XmlNode[], b: readonly XmlNode[]) => XmlNode[] {
  const { report } = context;
  const degradedBlocks = report.degradedBlocks;
  return (a, b) => {
    report.degradedBlocks = degradedBlocks;
    return mergeStory(a, b, context, coarse);
  };
}

/** Nodes without the elements of some names, at any depth. */
function without(nodes: readonly XmlNode[], names: ReadonlySet<string>): XmlNode[] {
  return nodes.flatMap((node): XmlNode[] => {
    if (!isElement(node)) return [node];
    return names.has(node.name) ? [] : [{ ...node, children: without(node.children, names) }];
  });
}

/** Whether rejecting a merged story gives `a`, and accepting it gives `b`. */
function roundTrips(
  merged: readonly XmlNode[],
  a: readonly XmlNode[],
  b: readonly XmlNode[],
  canonical: Canonical,
): boolean {
  const holder = element('w:body', {}, merged);
  return (
    isStory(resolveRevisions(holder, 'original').children, a, canonical) &&
    isStory(resolveRevisions(holder, 'revised').children, b, canonical)
  );
}

/**
 * Whether a story that was read back equals the expected one. Word shows an empty paragraph behind a final table, and no
 * revision can delete its mark. So an empty last paragraph of the other side does not count.
 */
function isStory(got: readonly XmlNode[], wanted: readonly XmlNode[], canonical: Canonical): boolean {
  const key = storyKey(wanted, canonical);
  if (storyKey(got, canonical) === key) return true;
  const last = got.findLast((node) => isBlock(node));
  if (!isElement(wanted.findLast(isBlock), 'w:tbl') || !isElement(last, 'w:p')) return false;
  const isEmpty = blockKeys([last], canonical)[0] === blockKeys([withoutContent(last)], canonical)[0];
  return (
    isEmpty &&
    storyKey(
      got.filter((node) => node !== last),
      canonical,
    ) === key
  );
}

function isBlock(node: XmlNode): boolean {
  return isElement(node) && node.name !== 'w:sectPr' && !POSITIONS.has(node.name);
}

function withoutContent(paragraph: XmlElement): XmlElement {
  return { ...paragraph, children: paragraph.children.filter((child) => isElement(child, 'w:pPr')) };
}
