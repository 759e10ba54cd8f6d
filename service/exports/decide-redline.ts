/** Applies decisions on a fragment to the redline of the same documents. */
import type { Include } from '../../shared/api/include.ts';
import { CONTENTS, pagesStart } from '../../shared/document/contents.ts';
import { comparedPicture, type Block, type Side } from '../../shared/document/model.ts';
import { changeIdsOf } from '../../shared/fragment/change-ids.ts';
import { resolveBlocks } from '../../shared/fragment/resolve.ts';
import { Verdicts } from '../../shared/fragment/decisions.ts';
import { pageStories } from '../formats/docx/page-stories.ts';
import { openWordPackage, type WordPackage } from '../ooxml/package.ts';
import { resolveRevisions } from '../ooxml/resolve-revisions.ts';
import { childOf, innerText, isElement, withChildren, type XmlElement } from '../ooxml/xml-tree.ts';
import { ResultPackage } from '../redline/package/result-package.ts';
import { TargetIdentity } from '../redline/package/target-identity.ts';
import { withComparedPictures } from '../formats/compared-pictures.ts';
import { readDocx } from '../formats/docx/read-docx.ts';
import { textBlocksOf } from '../engine/align/feature.ts';
import { placesInOrder, withoutSpace } from '../redline/text/guide.ts';
import { decideAll } from '../pipeline/track-changes.ts';
import { includedIn } from '../pipeline/included-in.ts';
import { redlineGuide } from '../pipeline/redline-guide.ts';
import type { ArtifactReport, ExportOptions } from './artifact.ts';
import { RevisionMatcher, type RevisionFate } from './match-revisions.ts';
import { RevisionReader, type RevisionRange } from '../pipeline/revision-ranges.ts';

/** A tracked DOCX with its report. */
export interface WrittenRedline {
  readonly bytes: Uint8Array;
  readonly report: ArtifactReport;
}

/** Suffixes that hide a mark from readers of revisions while the other marks are resolved. */
const HELD = { original: '#rejected', open: '#open' } as const;

/** Maximum number of revisions that a warning quotes. */
const LISTED_MAX = 20;
/** Maximum length of a quoted text in a warning, in characters. */
const QUOTED_MAX = 40;

const MOVE_RANGE = /^w:move(?:From|To)Range(?:Start|End)$/;
const MOVED = /^w:move(?:From|To)$/;

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
  const sidesOfChanges = new Set(changeIdsOf(blocks).map((id) => verdicts.sideOf(id)));
  const isFinal = !sidesOfChanges.has(null);
  if (isFinal && sidesOfChanges.size < 2) {
    const isRejected = options.reject === 'all' || sidesOfChanges.has('original');
    return { bytes: await decideAll(bytes, isRejected ? 'reject' : 'accept'), report: bare(report) };
  }
  const { package: archive, mainPart, document } = await openWordPackage(bytes);
  const include = includedIn(blocks);
  const reader = new RevisionReader(include.includes('pictures'));
  const trees = new Map<string, XmlElement>([[mainPart, document]]);
  reader.read(document);
  for (const kind of ['footnotes', 'endnotes']) {
    const name = archive.related(mainPart, kind);
    const tree = name === undefined ? undefined : archive.tree(name);
    if (name === undefined || tree === undefined) continue;
    reader.read(tree);
    trees.set(name, tree);
  }
  for (const name of storyParts({ package: archive, mainPart, document }, include)) {
    const tree = trees.has(name) ? undefined : archive.tree(name);
    if (tree === undefined) continue;
    reader.read(tree);
    trees.set(name, tree);
  }
  const ranges = redlineGuide(blocks);
  const texts = { original: reader.text('original'), revised: reader.text('revised') };
  const matcher = new RevisionMatcher(ranges, verdicts, texts);
  const fates = new Map(reader.ranges.map((range) => [range.mark, matcher.fateOf(range)]));
  const lost = reader.ranges.filter(({ mark }) => fates.get(mark) === 'lost');
  if (isFinal) for (const range of lost) fates.set(range.mark, matcher.mostOf(range) ?? 'revised');

  const result = new ResultPackage(archive, new TargetIdentity());
  for (const [name, tree] of trees) {
    const decided = decidedTree(tree, fates, isFinal);
    if (decided !== tree) result.setTree(name, decided);
  }
  const warnings = [...report.warnings];
  warnings.push(...(isFinal ? settledWarnings(lost, matcher) : openWarnings(lost)));
  let decided = result.changed ? result.write() : bytes;
  // Parts that the comparison does not include may have revisions as well.
  if (isFinal) decided = await decideAll(decided, 'accept');
  // A warning already names revisions that stay against a decision. The text without them is not checked.
  const sides: readonly Side[] = isFinal || lost.length > 0 ? ['revised'] : ['original', 'revised'];
  let off = 0;
  for (const side of sides) {
    const wanted = textOf(resolveBlocks(blocks, decidedFor(side, options)));
    off = Math.max(off, differing(wanted, await readText(decided, side, include)));
  }
  if (off > 0) {
    warnings.push(
      `The file differs in ${off} characters or ends of paragraphs from what was decided. Compare it with the final HTML before you send it.`,
    );
  }
  return { bytes: decided, report: { warnings } };
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
  const comments = include.includes('comments') ? archive.related(mainPart, 'comments') : undefined;
  return [...stories.map(({ partName }) => partName), ...(comments === undefined ? [] : [comments])];
}

/** The decisions, with everything undecided decided for one side. */
function decidedFor(side: Side, { accept, reject }: ExportOptions): ExportOptions {
  if (accept === 'all' || reject === 'all') return { accept, reject };
  return side === 'revised' ? { accept: 'all', reject } : { accept, reject: 'all' };
}

/** The text of a DOCX with all its revisions accepted or rejected. */
async function readText(bytes: Uint8Array, side: Side, include: readonly Include[]): Promise<string> {
  const read = await readDocx(side === 'revised' ? bytes : await decideAll(bytes, 'reject'), { include });
  const { document } = read;
  return textOf((include.includes('pictures') ? withComparedPictures(document, document)[0] : document).blocks);
}

/**
 * The texts of all blocks, one line each, without spaces. A compared picture is followed by its digest. Page numbers of
 * a table of contents are left out, because no revision decides on them.
 */
function textOf(blocks: readonly Block[]): string {
  const lines = textBlocksOf(blocks).map(({ runs, attributes }) => {
    const text = runs.map((run) => run.text + (comparedPicture(run)?.sha256 ?? '')).join('');
    const pages = pagesStart(text, attributes[CONTENTS] ?? '');
    return withoutSpace(pages === null ? text : text.slice(0, pages));
  });
  return lines.filter((line) => line !== '').join('\n');
}

/** Warnings about revisions that stay in a file with undecided changes. */
function openWarnings(revisions: readonly RevisionRange[]): string[] {
  const [formats, others] = parted(revisions);
  const warnings: string[] = [];
  if (others.length > 0) {
    warnings.push(
      `${counted(others, 'place', 'places')} could not be matched to one decision and ${others.length === 1 ? 'stays' : 'stay'} as tracked changes: ${listOf(others)}. Decide on them in Word.`,
    );
  }
  if (formats.length > 0) {
    warnings.push(
      `Formatting that the comparison does not list stays as tracked changes in ${counted(formats, 'place', 'places')}. Decide on it in Word.`,
    );
  }
  return warnings;
}

/** Warnings about revisions that were settled without a decision of their own. No revision stays. */
function settledWarnings(revisions: readonly RevisionRange[], matcher: RevisionMatcher): string[] {
  const [formats, others] = parted(revisions);
  const divided = others.filter((revision) => matcher.mostOf(revision) !== null);
  const unlisted = others.filter((revision) => matcher.mostOf(revision) === null);
  const warnings: string[] = [];
  if (divided.length > 0) {
    warnings.push(
      `In ${counted(divided, 'place', 'places')} the decisions differ within one insertion or deletion. The file follows the decision on most of its words: ${listOf(divided)}. Read these places before you send the file.`,
    );
  }
  if (unlisted.length > 0) {
    warnings.push(
      `${counted(unlisted, 'place', 'places')} that the comparison does not list ${unlisted.length === 1 ? 'follows' : 'follow'} the revised document: ${listOf(unlisted)}.`,
    );
  }
  if (formats.length > 0) {
    warnings.push(
      `Formatting that the comparison does not list follows the revised document in ${counted(formats, 'place', 'places')}.`,
    );
  }
  return warnings;
}

function parted(revisions: readonly RevisionRange[]): [formats: RevisionRange[], others: RevisionRange[]] {
  return [revisions.filter(({ kind }) => kind === 'format'), revisions.filter(({ kind }) => kind !== 'format')];
}

function counted({ length }: readonly unknown[], one: string, many: string): string {
  return length === 1 ? `1 ${one}` : `${length} ${many}`;
}

function listOf(revisions: readonly RevisionRange[]): string {
  const named = revisions.slice(0, LISTED_MAX).map(nameOf);
  const more = revisions.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

function nameOf({ mark, kind, side }: RevisionRange): string {
  const text = innerText(mark).replace(/\s+/gu, ' ').trim();
  const characters = [...text];
  const shown = characters.length > QUOTED_MAX ? `${characters.slice(0, QUOTED_MAX).join('')}…` : text;
  const what = kind === 'boundary' ? 'end of a paragraph' : shown === '' ? 'line break or object' : `“${shown}”`;
  return `${side === 'revised' ? 'inserted' : 'deleted'} ${kind === 'block' ? 'row or cell' : what}`;
}

/** The number of characters that only one of two texts has, or has at another place. */
function differing(a: string, b: string): number {
  const found = placesInOrder(a, b).subarray(0, b.length);
  const same = found.reduce((count, place) => count + (place === -1 ? 0 : 1), 0);
  return a.length + b.length - 2 * same;
}

function bare({ warnings }: ArtifactReport): ArtifactReport {
  return { warnings };
}

/**
 * `isFinal`: marks without a place in the text follow the revised document. These are marks of tables, sections and
 * columns.
 */
function decidedTree(tree: XmlElement, fates: ReadonlyMap<XmlElement, RevisionFate>, isFinal: boolean): XmlElement {
  // Marks are identified by object. Marks that are not accepted get another name before the tree is rebuilt.
  const openMoves = openMovesOf(tree, fates);
  const named = renamed(tree, (node) => {
    if (MOVE_RANGE.test(node.name) && openMoves.has(rangeOf(node))) return node.name + HELD.open;
    const fate = fates.get(node) ?? (isMark(node) && !isFinal ? 'open' : 'revised');
    return fate === 'revised' ? node.name : node.name + HELD[fate === 'original' ? 'original' : 'open'];
  });
  const accepted = resolveRevisions(named, 'revised');
  const rejected = resolveRevisions(renamed(accepted, without(HELD.original)), 'original');
  return renamed(rejected, without(HELD.open));
}

/** The ranges of moves that stay undecided. Markers around the ends of a move name it and stay with it. */
function openMovesOf(tree: XmlElement, fates: ReadonlyMap<XmlElement, RevisionFate>): Set<string> {
  const found = new Set<string>();
  const around = new Set<string>();
  const visit = (node: XmlElement): void => {
    if (MOVE_RANGE.test(node.name)) {
      if (node.name.endsWith('Start')) around.add(rangeOf(node));
      else around.delete(rangeOf(node));
    } else if (MOVED.test(node.name) && isOpen(fates.get(node))) for (const range of around) found.add(range);
    for (const child of node.children) if (isElement(child)) visit(child);
  };
  visit(tree);
  return found;
}

/** What the two markers of one range have in common. */
function rangeOf({ name, attributes }: XmlElement): string {
  return `${name.replace(/(?:Start|End)$/, '')} ${attributes.get('w:id') ?? ''}`;
}

function isOpen(fate: RevisionFate | undefined): boolean {
  return fate === 'open' || fate === 'lost';
}

/** Whether an element marks a revision. */
function isMark({ name }: XmlElement): boolean {
  return /^w:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|\w+Change)$/.test(name);
}

function without(suffix: string): (node: XmlElement) => string {
  return ({ name }) => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : name);
}

/** The tree with other names. Unchanged parts stay the same objects. The parser limits the depth. */
function renamed(node: XmlElement, nameOf: (node: XmlElement) => string): XmlElement {
  const children = node.children.map((child) => (isElement(child) ? renamed(child, nameOf) : child));
  const isSame = children.every((child, at) => child === node.children[at]);
  const same = isSame ? node : withChildren(node, children);
  const name = nameOf(node);
  return name === node.name ? same : { ...same, name };
}
