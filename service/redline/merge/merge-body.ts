import { childOf, element, isElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { dropLonePositions } from '../adopt/settle-positions.ts';
import { withIgnorable } from '../package/ignorable.ts';
import { sharedSection } from '../text/paragraph-mark.ts';
import type { Comparison } from './comparison.ts';
import { joinBookmarks } from './join-bookmarks.ts';
import { mergeChecked } from './merge-checked.ts';

/** Merges the body, its last section and the background of the pages. */
export function mergeBody(comparison: Comparison): void {
  const { original, revised, result, translation } = comparison;
  const context = comparison.contextOf(original.mainPart);
  const place = { part: original.mainPart };
  comparison.origins.push({ result: place, original: place, revised: { part: revised.mainPart } });
  const a = comparison.resolved(original.document, 'revised');
  const b = translation.part(comparison.resolved(revised.document, 'revised'), revised.mainPart, original.mainPart);
  const [aBody, bBody] = [childOf(a, 'w:body'), childOf(b, 'w:body')];
  const [aChildren, bChildren] = [aBody?.children ?? [], bBody?.children ?? []];
  const merged = mergeChecked(aChildren, bChildren, context);
  const [aSection, bSection] = [childOf(aBody, 'w:sectPr'), childOf(bBody, 'w:sectPr')];
  const section = sharedSection(aSection, bSection, context);
  const body = element('w:body', aBody?.attributes, [...merged, ...(section === undefined ? [] : [section])]);
  const background = childOf(b, 'w:background');
  const isBackground = context.canonical.of(childOf(a, 'w:background')) === context.canonical.of(background);
  if (!isBackground)
    comparison.report.warn(
      'background_differs',
      'The backgrounds of the pages differ, and no revision can show that. The file has the background of the revised document.',
    );
  const own = withoutSection(aChildren);
  const unchanged =
    isBackground &&
    a === original.document &&
    section === aSection &&
    merged.length === own.length &&
    merged.every((node, index) => node === own[index]);
  if (unchanged) return;
  result.setTree(original.mainPart, {
    ...a,
    attributes: withIgnorable(a, b),
    children: [
      ...(isBackground || background === undefined ? [] : [background]),
      ...a.children
        .filter((child) => isBackground || !isElement(child, 'w:background'))
        .map((child) =>
          child === aBody ? joinBookmarks(dropLonePositions(body, translation), translation.doubledBookmarks) : child,
        ),
    ],
  });
}

function withoutSection(children: readonly XmlNode[]): XmlNode[] {
  return children.filter((child) => !isElement(child, 'w:sectPr') && !isElement(child, 'w:proofErr'));
}
