/** What the parts of one comparison share. */
import type { Warning } from '../../../shared/document/model.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import { POSITIONS } from '../../ooxml/positions.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';
import { markMoves } from './mark-moves.ts';
import { mergeStory } from './merge-story.ts';
import type { StoryContext } from './story-context.ts';
import type { ResultPackage } from '../package/result-package.ts';
import type { RevisionWriter } from '../text/revision-writer.ts';
import { blockKeys, storyKey } from '../text/story-key.ts';
import type { Translation } from '../adopt/translate.ts';

/** One comparison: both packages, the one in the making, and what all stories share. */
export interface Comparison {
  readonly original: WordPackage;
  readonly revised: WordPackage;
  readonly result: ResultPackage;
  readonly translation: Translation;
  readonly revisions: RevisionWriter;
  /** Kind and id of a note of the original → id of the revised's translated reference to its partner. */
  readonly notes: Map<string, string>;
  /** Sections of the result's body, and what they were. */
  readonly sections: ReadonlyMap<XmlElement, SectionOrigins>;
  readonly report: RedlineReport;
  /** The context in which the stories of a part of the result are merged. */
  readonly contextOf: (partName: string) => StoryContext;
}

/** A section on either side; null where it was not there. */
export interface SectionOrigins {
  readonly a: XmlElement | null;
  readonly b: XmlElement | null;
}

/** What is told beside the result. */
export class RedlineReport {
  degradedBlocks = 0;
  /** Names of elements that differ and that no revision can show. */
  readonly untrackable = new Set<string>();
  readonly #warnings = new Map<string, string>();

  /** Each code is told once. */
  warn(code: string, message: string): void {
    if (!this.#warnings.has(code)) this.#warnings.set(code, message);
  }

  get warnings(): Warning[] {
    const degraded =
      this.degradedBlocks === 0
        ? []
        : [
            {
              code: 'blocks_degraded',
              message: `${this.degradedBlocks} blocks are replaced as a whole instead of in detail.`,
            },
          ];
    return [...[...this.#warnings].map(([code, message]) => ({ code, message })), ...degraded];
  }
}

/** Kind and id of a reference to a note. */
export function noteKey(reference: XmlElement): string {
  return `${reference.name === 'w:footnoteReference' ? 'footnote' : 'endnote'} ${reference.attributes.get('w:id') ?? ''}`;
}

/** A story without anything in it, which the format does not allow, as one with an empty paragraph. */
function orParagraph(story: readonly XmlNode[]): readonly XmlNode[] {
  return story.length === 0 ? [element('w:p')] : story;
}

/** Merges two stories and verifies the laws on the result; one that breaks them is merged without details. */
export function mergeChecked(
  a: readonly XmlNode[],
  b: readonly XmlNode[],
  comparison: Comparison,
  context: StoryContext,
): XmlNode[] {
  if (a.length !== b.length && (a.length === 0 || b.length === 0))
    return mergeChecked(orParagraph(a), orParagraph(b), comparison, context);
  const { report } = comparison;
  const merged = mergeStory(a, b, context);
  // What no revision can show is told, and breaks no law for the rest.
  const keeps = (story: readonly XmlNode[]): boolean => {
    const names = report.untrackable;
    return (
      keepsLaws(story, a, b, context.canonical) ||
      (names.size > 0 && keepsLaws(without(story, names), without(a, names), without(b, names), context.canonical))
    );
  };
  // After a guide each end of a move may have a decision of its own.
  const moved = context.guide === null ? markMoves(merged, context) : merged;
  if (moved !== merged && keeps(moved)) return [...moved];
  if (keeps(merged)) return merged;
  const coarse = mergeStory(a, b, context, true);
  report.degradedBlocks += 1;
  if (!keeps(coarse))
    report.warn(
      'laws_not_kept',
      'Accepting or rejecting all revisions may not give exactly the revised or the original document.',
    );
  return coarse;
}

/** Nodes without the elements of some names, at any depth. */
function without(nodes: readonly XmlNode[], names: ReadonlySet<string>): XmlNode[] {
  return nodes.flatMap((node): XmlNode[] => {
    if (!isElement(node)) return [node];
    return names.has(node.name) ? [] : [{ ...node, children: without(node.children, names) }];
  });
}

/** Whether accepting a merged story gives `b`, and rejecting it `a`. */
function keepsLaws(
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
 * Whether a story that was read back is the one that was wanted. Who opens one that ends with a table shows an empty paragraph behind
 * it, whose mark no revision can take away: what was in a last paragraph of the other side goes, and the paragraph counts for nothing.
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
