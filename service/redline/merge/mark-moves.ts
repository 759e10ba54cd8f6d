/**
 * Marks paragraphs that were deleted in one place and inserted in another as moves (17.13.5.21 to 17.13.5.28). It
 * works on a finished story, so a paragraph counts as moved only if nothing of it stays. In an edited paragraph, the
 * text of both places is the move. The rest stays deleted in the first place and inserted in the second. Marks never
 * nest, and both readings stay the same.
 */
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { childOf, element, innerText, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { KeyedQueue } from '../package/keyed-queue.ts';
import { matchText } from '../text/match-text.ts';
import { movedContent } from '../text/merge-content.ts';
import type { StoryContext } from './story-context.ts';
import { withEditedBoxes } from './moved-boxes.ts';
import { pairMoves, MOVE_MIN_UNITS } from './pair-moves.ts';
import { WITHOUT_TEXT, withoutSpace } from '../text/guide.ts';
import type { GuidedMatcher } from '../text/guided-matcher.ts';
import { movedMark, sectionOf } from '../text/paragraph-mark.ts';
import { paragraphText, type ParagraphText } from '../text/paragraph-text.ts';

/** Elements that contain blocks or rows. One-sided rows and cells are not searched. */
const HOLDERS: ReadonlySet<string> = new Set(['w:tbl', 'w:tr', 'w:tc', 'w:sdt', 'w:sdtContent', 'w:customXml']);
const SIDE_MARKS: ReadonlySet<string> = new Set(['w:ins', 'w:del', 'w:cellIns', 'w:cellDel']);

/** Elements that may be beside marks in a one-sided paragraph. */
const BESIDE_MARKS =
  /^w:(?:pPr|(?:bookmark|commentRange|perm)(?:Start|End)|customXml(?:Ins|Del)Range(?:Start|End)|sdtPr|sdtEndPr|proofErr)$/;
const AROUND_MARKS: ReadonlySet<string> = new Set(['w:hyperlink', 'w:fldSimple', 'w:dir', 'w:bdo', 'w:smartTag']);

type SideMark = 'w:ins' | 'w:del';

/** A paragraph of one side. It includes its mark, unless both sides share the end of the paragraph. */
interface Candidate {
  readonly node: XmlElement;
  /** What the other side has in a shared paragraph, before and behind the text of this side. */
  readonly before: readonly XmlNode[];
  readonly behind: readonly XmlNode[];
  /** The paragraph as on its side. */
  readonly plain: XmlElement;
  readonly text: ParagraphText;
  /** The list that contains it, and its index among the paragraphs and tables there. */
  readonly parent: object;
  readonly place: number;
}

/** A move of one paragraph, or of several that are consecutive in both places. */
interface Move {
  readonly from: Candidate[];
  readonly to: Candidate[];
}

/** The story with its moves; the same list if there are none. */
export function markMoves(story: readonly XmlNode[], context: StoryContext): readonly XmlNode[] {
  const deleted: Candidate[] = [];
  const inserted: Candidate[] = [];
  collect(story, context, deleted, inserted);
  const [from, to] = [deleted.map(({ text }) => text), inserted.map(({ text }) => text)];
  const pairs = context.guide === null ? pairMoves(from, to, context) : guidedPairs(from, to, context.guide);
  if (pairs.length === 0) return story;
  const replacements = new Map<XmlElement, XmlNode[]>();
  const moves = joined(apart(pairs.map(({ from, to }) => ({ from: deleted[from]!, to: inserted[to]! }))));
  for (const move of moves) writeMove(move, context, replacements);
  return replaced(story, replacements);
}

function collect(nodes: readonly XmlNode[], context: StoryContext, deleted: Candidate[], inserted: Candidate[]): void {
  let place = 0;
  for (const node of nodes) {
    if (!isElement(node)) continue;
    if (node.name === 'w:p') {
      const at = { node, parent: nodes, place };
      for (const kind of sidesOf(node, context)) {
        const candidate = candidateOf(at, kind, context);
        if (candidate !== null) (kind === 'w:del' ? deleted : inserted).push(candidate);
      }
      place += 1;
    } else if (HOLDERS.has(node.name)) {
      place += 1;
      const properties = childOf(node, `${node.name}Pr`);
      if (properties?.children.some((child) => isElement(child) && SIDE_MARKS.has(child.name)) !== true)
        collect(node.children, context, deleted, inserted);
    }
  }
}

/** A paragraph as a candidate of one side; null if that side has no text that may move. */
function candidateOf(
  { node, parent, place }: Pick<Candidate, 'node' | 'parent' | 'place'>,
  kind: SideMark,
  context: StoryContext,
): Candidate | null {
  const holder = element('w:sdtContent', {}, [node, element('w:p')]);
  const side = resolveRevisions(holder, kind === 'w:del' ? 'original' : 'revised');
  const plain = side.children.find((child) => isElement(child, 'w:p'));
  if (plain === undefined) return null;
  const text = paragraphText(plain, context.canonical, context.things);
  if (!mayMove(text, context)) return null;
  const other = node.children.filter((child) => isElement(child, kind === 'w:del' ? 'w:ins' : 'w:del'));
  const [before, behind] = kind === 'w:del' ? [[], other] : [other, []];
  return { node, plain, text, before, behind, parent, place };
}

/** A guide knows its moves, however short they are. */
function mayMove({ text }: ParagraphText, { guide }: StoryContext): boolean {
  return guide !== null || text.replace(/\s/gu, '').length >= MOVE_MIN_UNITS;
}

/** Pairs of indices of paragraphs that are one move in a guide, in order of the original place. */
function guidedPairs(
  deleted: readonly ParagraphText[],
  inserted: readonly ParagraphText[],
  guide: GuidedMatcher,
): { from: number; to: number }[] {
  const places = (texts: readonly ParagraphText[]): KeyedQueue<string, number> =>
    new KeyedQueue(texts.keys(), (index) => lettersOf(texts[index]!));
  const [from, to] = [places(deleted), places(inserted)];
  const pairs = guide.moves.flatMap(({ original, revised }) => {
    const pair = { from: from.take(original), to: to.take(revised) };
    return pair.from === undefined || pair.to === undefined ? [] : [{ from: pair.from, to: pair.to }];
  });
  return pairs.sort((x, y) => x.from - y.from);
}

/** The letters by which a guide knows a paragraph: its own, or those of the first paragraph in its text boxes. */
function lettersOf({ text, pieces }: ParagraphText): string {
  const parts = pieces.map(({ kind, start, end }) => (kind === 'text' ? text.slice(start, end) : ''));
  const own = withoutSpace(parts.join(''));
  if (own !== '') return own;
  const inBoxes = pieces.flatMap(({ node }) => (node === undefined ? [] : boxedTexts(node)));
  return inBoxes.find((each) => each !== '') ?? '';
}

/** The letters of each paragraph in the text boxes of a thing, in the form that is read. */
function boxedTexts(node: XmlElement): string[] {
  if (node.name === 'w:txbxContent')
    return node.children.flatMap((child) => (isElement(child, 'w:p') ? [withoutSpace(lettersIn(child))] : []));
  return node.children.flatMap((child) => (isElement(child) && !WITHOUT_TEXT.has(child.name) ? boxedTexts(child) : []));
}

function lettersIn(node: XmlElement): string {
  if (node.name === 'w:t') return innerText(node);
  return node.children
    .map((child) => (isElement(child) && !WITHOUT_TEXT.has(child.name) ? lettersIn(child) : ''))
    .join('');
}

/** The sides whose text a paragraph has whole. With a guide, both may share the end of a paragraph. */
function sidesOf(paragraph: XmlElement, { guide }: StoryContext): readonly SideMark[] {
  const side = sideOf(paragraph);
  if (side !== null) return [side];
  return guide !== null && isShared(paragraph) ? ['w:del', 'w:ins'] : [];
}

/** Whether a paragraph has text of the original, then text of the revised document, and an end of both. */
function isShared(paragraph: XmlElement): boolean {
  if (sectionOf(paragraph) !== undefined || markOf(paragraph) !== undefined) return false;
  const names = paragraph.children.flatMap((child) => (isElement(child) && child.name !== 'w:pPr' ? [child.name] : []));
  return /^(?:w:del )+(?:w:ins )+$/.test(names.map((name) => `${name} `).join(''));
}

/**
 * The one mark around the whole paragraph; null if there are several, or if the paragraph ends a section. The mark of the
 * last paragraph of a list belongs to both sides, so its content decides.
 */
function sideOf(paragraph: XmlElement): SideMark | null {
  if (sectionOf(paragraph) !== undefined) return null;
  const kind = markOf(paragraph) ?? paragraph.children.find((child) => isElement(child) && isSide(child.name));
  return kind !== undefined && isElement(kind) && isSide(kind.name) && onlyMarks(paragraph, kind.name)
    ? kind.name
    : null;
}

/** The mark of the end of a paragraph; undefined if both sides have the end. */
function markOf(paragraph: XmlElement): XmlElement | undefined {
  const properties = childOf(childOf(paragraph, 'w:pPr'), 'w:rPr');
  return childOf(properties, 'w:ins') ?? childOf(properties, 'w:del');
}

function isSide(name: string): name is SideMark {
  return name === 'w:ins' || name === 'w:del';
}

function onlyMarks(node: XmlElement, kind: string): boolean {
  return node.children.every(
    (child) =>
      !isElement(child) ||
      child.name === kind ||
      BESIDE_MARKS.test(child.name) ||
      (AROUND_MARKS.has(child.name) && onlyMarks(child, kind)),
  );
}

/** The pairs without a second one in the same paragraph. Text that shares a paragraph is moved only without an edit. */
function apart(pairs: readonly { from: Candidate; to: Candidate }[]): { from: Candidate; to: Candidate }[] {
  const taken = new Set<XmlElement>();
  return pairs.filter(({ from, to }) => {
    if (from.node === to.node || taken.has(from.node) || taken.has(to.node)) return false;
    if ((sharesNode(from) || sharesNode(to)) && from.text.text !== to.text.text) return false;
    taken.add(from.node).add(to.node);
    return true;
  });
}

function sharesNode({ before, behind }: Candidate): boolean {
  return before.length + behind.length > 0;
}

/** Joins moves of paragraphs that are consecutive in both places. */
function joined(pairs: readonly { from: Candidate; to: Candidate }[]): Move[] {
  const moves: Move[] = [];
  for (const { from, to } of pairs) {
    const last = moves.at(-1);
    if (last !== undefined && follows(last.from.at(-1)!, from) && follows(last.to.at(-1)!, to)) {
      last.from.push(from);
      last.to.push(to);
    } else moves.push({ from: [from], to: [to] });
  }
  return moves;
}

function follows(first: Candidate, second: Candidate): boolean {
  if (sharesNode(first) || sharesNode(second)) return false;
  return first.parent === second.parent && first.place + 1 === second.place;
}

function writeMove({ from, to }: Move, context: StoryContext, replacements: Map<XmlElement, XmlNode[]>): void {
  const { revisions, vocabulary, things, canonical, swapped } = context;
  const name = revisions.takeMoveName();
  const reading = { vocabulary, things, canonical, swapped, guide: null };
  const partners = from.map(({ text }, index) => matchText(text, to[index]!.text, reading));
  const texts = from.map(({ text }, index) =>
    withEditedBoxes({ from: text, to: to[index]!.text }, partners[index]!, context),
  );
  const write = (side: 'from' | 'to', candidates: readonly Candidate[]): void => {
    const [start, end] = revisions.moveRange(side, name);
    candidates.forEach(({ node, plain, before, behind }, index) => {
      const text = texts[index]![side];
      const stretches = stretchesOf(partners[index]!, side, text.text.length);
      const [isFirst, isLast] = [index === 0, index === candidates.length - 1];
      const children: XmlNode[] = [...endOf(node, plain, side, context), ...before];
      if (isFirst) children.push(start);
      children.push(...movedContent(text, stretches, side, context.revisions));
      // The range of a move leaves out what only the other side has.
      if (isLast && behind.length > 0) children.push(end);
      children.push(...behind);
      const paragraph: XmlElement = { ...node, children };
      replacements.set(node, isLast && behind.length === 0 ? [paragraph, end] : [paragraph]);
    });
  };
  write('from', from);
  write('to', to);
}

/** The properties of a paragraph at one end of a move. An end that both sides have keeps its own. */
function endOf(node: XmlElement, plain: XmlElement, side: 'from' | 'to', context: StoryContext): XmlElement[] {
  if (markOf(node) !== undefined) return [movedMark(plain, side, context)];
  const own = childOf(node, 'w:pPr');
  return own === undefined ? [] : [own];
}

/**
 * For each unit of one end the number of its stretch of moved text, -1 for none. Text that either end alone has divides
 * stretches.
 */
function stretchesOf(partner: Int32Array, side: 'from' | 'to', length: number): Int32Array {
  const stretches = new Int32Array(length).fill(-1);
  let [stretch, lastFrom, lastTo] = [-1, -2, -2];
  partner.forEach((to, from) => {
    if (to < 0) return;
    if (from !== lastFrom + 1 || to !== lastTo + 1) stretch += 1;
    stretches[side === 'from' ? from : to] = stretch;
    [lastFrom, lastTo] = [from, to];
  });
  return stretches;
}

function replaced(nodes: readonly XmlNode[], replacements: ReadonlyMap<XmlElement, XmlNode[]>): XmlNode[] {
  return nodes.flatMap((node): XmlNode[] => {
    if (!isElement(node)) return [node];
    const own = replacements.get(node);
    if (own !== undefined) return own;
    return HOLDERS.has(node.name) ? [{ ...node, children: replaced(node.children, replacements) }] : [node];
  });
}
