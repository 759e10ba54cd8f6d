/** Applies decisions on a fragment to the redline of the same documents. */
import type { Include } from '../../../shared/api/include.ts';
import { CONTENTS, pagesStart } from '../../../shared/document/contents.ts';
import { BOTH_SIDES, comparedPicture, type Block, type Side } from '../../../shared/document/model.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { Verdicts } from '../../../shared/fragment/decisions.ts';
import { pageStories } from '../../formats/docx/stories/page-stories.ts';
import { openWordPackage, type WordPackage } from '../../ooxml/package.ts';
import { childOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { dropComments, goneComments } from '../../redline/package/drop-comments.ts';
import { dropLists } from '../../redline/package/drop-lists.ts';
import { dropOrphans } from '../../redline/package/drop-orphans.ts';
import { ResultPackage } from '../../redline/package/result-package.ts';
import { TargetIdentity } from '../../redline/package/target-identity.ts';
import { withComparedPictures } from '../../formats/compared-pictures.ts';
import { readDocx } from '../../formats/docx/read-docx.ts';
import { textBlocksOf } from '../../engine/align/text-blocks-of.ts';
import { withoutSpace } from '../../redline/text/guide.ts';
import { decideAll } from '../../pipeline/track-changes.ts';
import { includedIn } from '../../pipeline/ranges/included-in.ts';
import { redlineGuide } from '../../pipeline/ranges/redline-guide.ts';
import type { ArtifactReport, ExportOptions } from '../artifact.ts';
import { RevisionReader } from '../../pipeline/ranges/revision-ranges.ts';
import { clearLeftovers, RemovedTexts } from './clear-leftovers.ts';
import { commentFates } from './comment-fates.ts';
import { decidedTree } from './decided-tree.ts';
import { differenceWarning, openWarnings, PlaceNames, settledWarnings } from './decision-warnings.ts';
import { unlistedWarnings } from './unlisted-warnings.ts';
import { placeEditsOfRows } from './edits-of-moved-rows.ts';
import { placeEditsOfMoves } from './edits-of-moves.ts';
import { namesIn, withoutEmptiedRanges } from './emptied-ranges.ts';
import { mirrorFallbacks } from './mirror-fallbacks.ts';
import { mirrorMovedBoxes } from './mirror-moved-boxes.ts';
import { RevisionMatcher } from './match-revisions.ts';
import { EndSettler } from './settle-ends.ts';

/** A tracked DOCX with its report. */
export interface WrittenRedline {
  readonly bytes: Uint8Array;
  readonly report: ArtifactReport;
}

/**
 * Applies decisions to the redline. A revision follows the changes at its place.
 *
 * While changes are undecided, their revisions stay. A revision also stays if its changes were decided differently. It
 * also stays if the fragment has no change there, as for layout. A warning says so.
 *
 * When every change is decided, no revision stays. Such revisions then follow most of their words, and without a change
 * the revised document. A warning says so. The result is read again, and a warning says if its text differs from the
 * decisions. `blocks` are the undecided blocks of the fragment that guided the redline.
 */
export async function decideRedline(
  { bytes, report }: WrittenRedline,
  blocks: readonly Block[],
  options: ExportOptions,
): Promise<WrittenRedline> {
  const verdicts = new Verdicts(() => changeIdsOf(blocks), options);
  const isFinal = changeIdsOf(blocks).every((id) => verdicts.sideOf(id) !== null);
  const opened = await openWordPackage(bytes);
  const include = includedIn(blocks);
  const reader = new RevisionReader(include.includes('pictures'));
  const copies = new Map<XmlElement, XmlElement>();
  const read = textTrees(opened, include);
  for (const tree of read.values()) mirrorMovedBoxes(tree, copies);
  const trees = new Map([...read].map(([name, tree]) => [name, mirrorFallbacks(tree, copies)]));
  for (const tree of trees.values()) reader.read(tree);
  const guide = redlineGuide(blocks);
  const texts = { original: reader.text('original'), revised: reader.text('revised') };
  const matcher = new RevisionMatcher(guide, verdicts, texts);
  const fates = new Map(reader.ranges.map((range) => [range.mark, matcher.fateOf(range)]));
  for (const [mark, fate] of commentFates(opened, trees.values(), blocks, verdicts)) fates.set(mark, fate);
  const lost = reader.ranges.filter(({ mark }) => fates.get(mark) === 'lost');
  if (isFinal) for (const range of lost) fates.set(range.mark, matcher.mostOf(range) ?? 'revised');

  for (const [copy, mark] of copies) fates.set(copy, fates.get(mark) ?? (isFinal ? 'revised' : 'open'));
  const rangeOf = new Map(reader.ranges.map((range) => [range.mark, range]));
  const isBlock = (mark: XmlElement): boolean => matcher.isBlock(rangeOf.get(copies.get(mark) ?? mark));
  const moveOf = (mark: XmlElement): string | undefined => {
    const range = rangeOf.get(mark);
    return range === undefined ? undefined : matcher.moveOf(range);
  };
  const ends = new EndSettler(fates, isBlock);
  const result = new ResultPackage(opened.package, new TargetIdentity());
  const isNamed = namesIn(trees.values());
  for (const [name, tree] of trees) {
    const placed = placeEditsOfRows(placeEditsOfMoves(tree, fates), fates, copies, { moveOf, isBlock });
    const settled = isFinal ? ends.settle(placed) : ends.settleOpen(placed);
    const decided = withoutEmptiedRanges(tree, decidedTree(settled, fates, isFinal), isNamed);
    if (decided !== opened.package.tree(name)) result.setTree(name, decided);
  }
  dropComments(opened, result, goneComments(opened, result));
  const left = BOTH_SIDES.map((side) => linesOf(resolveBlocks(blocks, decidedFor(side, options))));
  const removed = new RemovedTexts(
    Object.values(guide.texts),
    left.map((lines) => withoutSpace(lines.join(''))),
    guide.ranges.flatMap(({ changeId, kind, side, start, end }) =>
      kind !== 'format' && (verdicts.sideOf(changeId) ?? side) !== side ? [guide.texts[side].slice(start, end)] : [],
    ),
  );
  clearLeftovers(opened, result, trees.keys(), removed);
  if (isFinal) dropLists(opened, result);
  dropOrphans(result, opened.package);
  let decided = result.changed ? result.write() : bytes;
  // Parts that the comparison does not include may have revisions as well.
  if (isFinal) decided = await decideAll(decided, 'accept');
  const places = new PlaceNames(lost.length === 0 ? [] : trees.values());
  const warnings = [
    ...report.warnings,
    ...(isFinal ? settledWarnings(lost, matcher, places) : openWarnings(lost, places)),
    ...(isFinal ? unlistedWarnings(opened, trees) : []),
  ];
  // A warning already names revisions that stay against a decision. The text without them is not checked.
  const sides: readonly Side[] = isFinal || lost.length > 0 ? ['revised'] : BOTH_SIDES;
  for (const side of sides) {
    const wanted = left[BOTH_SIDES.indexOf(side)]!;
    const got = await readLines(decided, side, include);
    const at = Array.from({ length: Math.max(wanted.length, got.length) }, (_, line) => line).find(
      (line) => withoutSpace(wanted[line] ?? '') !== withoutSpace(got[line] ?? ''),
    );
    if (at === undefined) continue;
    warnings.push(differenceWarning(wanted[at] ?? ''));
    break;
  }
  return { bytes: decided, report: { warnings } };
}

/** The parts with compared text, in the order of the fragment. */
function textTrees(opened: WordPackage, include: readonly Include[]): Map<string, XmlElement> {
  const { package: archive, mainPart, document } = opened;
  const trees = new Map([[mainPart, document]]);
  const notes = ['footnotes', 'endnotes'].flatMap((kind) => archive.related(mainPart, kind) ?? []);
  for (const name of [...notes, ...storyParts(opened, include)]) {
    const tree = trees.has(name) ? undefined : archive.tree(name);
    if (tree !== undefined) trees.set(name, tree);
  }
  return trees;
}

/** Names of the parts with included stories, in the order in which the reader reads them. */
function storyParts(opened: WordPackage, include: readonly Include[]): string[] {
  const { package: archive, mainPart, document } = opened;
  const settings = archive.related(mainPart, 'settings');
  const stories = pageStories(
    opened,
    childOf(document, 'w:body'),
    settings === undefined ? undefined : archive.tree(settings),
  ).filter(({ kind }) => include.includes(kind.endsWith('header') ? 'headers' : 'footers'));
  return stories.map(({ partName }) => partName);
}

/** The decisions, with everything undecided decided for one side. */
function decidedFor(side: Side, { accept, reject }: ExportOptions): ExportOptions {
  if (accept === 'all' || reject === 'all') return { accept, reject };
  return side === 'revised' ? { accept: 'all', reject } : { accept, reject: 'all' };
}

/** The lines of a DOCX with all its revisions accepted or rejected. */
async function readLines(bytes: Uint8Array, side: Side, include: readonly Include[]): Promise<string[]> {
  const read = await readDocx(side === 'revised' ? bytes : await decideAll(bytes, 'reject'), { include });
  const { document } = read;
  return linesOf((include.includes('pictures') ? withComparedPictures(document, document)[0] : document).blocks);
}

/**
 * The texts of all blocks that have any. A compared picture is followed by its digest. Page numbers of a table of
 * contents are left out, because no revision decides on them.
 */
function linesOf(blocks: readonly Block[]): string[] {
  const lines = textBlocksOf(blocks).map(({ runs, attributes }) => {
    const text = runs.map((run) => run.text + (comparedPicture(run)?.sha256 ?? '')).join('');
    const pages = pagesStart(text, attributes[CONTENTS] ?? '');
    return pages === null ? text : text.slice(0, pages);
  });
  return lines.filter((line) => line.trim() !== '');
}
