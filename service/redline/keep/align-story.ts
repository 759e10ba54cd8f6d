/**
 * Aligns a story of a redline with the original's story and the revised document's. Each leaf of the redline knows the
 * same leaf in both, and the revision of the revised document that declares its mark.
 */
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import { Interner } from '../../engine/tokens/interner.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { childOf, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { Canonical } from '../package/canonical.ts';
import { storyKey } from '../text/story-key.ts';
import { resolvedExcept } from './followed-marks.ts';
import { leavesOf, pendingOf, sameKeys, UnknownStory, type Leaf, type Pending } from './story-leaves.ts';

/** The same story in the redline and in both documents. */
export interface StoryTrio {
  /** The story of the redline, whose marks are all ours. */
  readonly merged: XmlElement;
  /** The original's story, with its revisions. */
  readonly original: XmlElement;
  /** The revised document's story, with its revisions. Undefined: it has none, or its story is not known. */
  readonly revised: XmlElement | undefined;
  /** The revision of the revised document that declares the story as a whole. */
  readonly declaration: XmlElement | null;
  /** Whether a story of the revised document has the content and formatting of one of the original's. */
  readonly isSame: (revised: XmlElement, original: XmlElement) => boolean;
}

/** Tells marks apart by author and date. */
export interface Marks {
  /** Whether a mark of the revised document declares something new. */
  readonly isNew: (mark: XmlElement) => boolean;
  /** Whether a mark of the redline is ours. */
  readonly isOurs: (mark: XmlElement) => boolean;
}

type IsNew = Marks['isNew'];

/** A leaf of the redline. */
export interface AlignedLeaf {
  readonly leaf: Leaf;
  /** The original's leaf; null for a leaf that is inserted. */
  readonly own: Leaf | null;
  /** The revised document's leaf; null if it has none. */
  readonly partner: Leaf | null;
  /** The new revision of the revised document that declares the mark of ours. */
  readonly stamp: XmlElement | null;
}

/** A story of the redline, leaf by leaf. */
export interface Alignment {
  readonly leaves: readonly AlignedLeaf[];
  /** What the original's story has beside the leaves. */
  readonly pending: readonly Pending[];
  /** Number of new revisions of the revised document that are about content of the redline and declare no mark in it. */
  readonly unclaimed: number;
  /** The first new revision of a story that is the original's but for new revisions, formatting included. */
  readonly declares: XmlElement | null;
}

/** Aligns the leaves. Throws `UnknownStory` if the redline and the original cannot be followed side by side. */
export function alignStory(trio: StoryTrio, isNew: IsNew): Alignment {
  const { merged, original, revised, declaration } = trio;
  const leaves = leavesOf(merged);
  const owns = leavesOf(original).filter(stands);
  const ofOriginal = leaves.filter(({ inserted }) => inserted === null);
  if (!sameKeys(ofOriginal, owns)) throw new UnknownStory('the original reads differently in the redline');
  const theirs = revised === undefined ? [] : leavesOf(revised);
  const partners = partnersOf(leaves, theirs);
  const declared = leaves.map((leaf, at): XmlElement | null => {
    const partner = partners?.[at] ?? null;
    const mark = partner === null ? null : markBehind(leaf, partner);
    return mark !== null && isNew(mark) ? mark : isMarked(leaf) ? declaration : null;
  });
  let declares: XmlElement | null = null;
  if (revised !== undefined && partners !== null) {
    const sent = resolvedExcept(revised, 'original', (mark) => !isNew(mark));
    if (trio.isSame(sent, original)) declares = firstIn(revised, isNew);
    if (sameKeys(leavesOf(sent).filter(stands), owns))
      declareAll({ leaves, theirs, partners, declared }, declares === null ? isMarkedText : isChanged, isNew);
  }
  let at = 0;
  const aligned = leaves.map((leaf, index): AlignedLeaf => ({
    leaf,
    own: leaf.inserted === null ? owns[at++]! : null,
    partner: partners?.[index] ?? null,
    stamp: declared[index]!,
  }));
  const unclaimed = declares === null ? unclaimedIn(aligned, { revised, declaration }, isNew) : 0;
  return { leaves: aligned, pending: pendingOf(original), unclaimed, declares };
}

function unclaimedIn(
  leaves: readonly AlignedLeaf[],
  { revised, declaration }: Pick<StoryTrio, 'revised' | 'declaration'>,
  isNew: IsNew,
): number {
  // If a revision declares the story as a whole, it does not matter what else is in it.
  if (revised === undefined || declaration !== null) return 0;
  if (leaves.at(-1)!.partner === null) return newMarksIn(revised, isNew);
  // Marks of content controls are no leaves. So nothing says which of them are the same.
  const controls = marksIn(revised).filter((mark) => CONTROL.test(mark.name) && isNew(mark)).length;
  return leaves.reduce((sum, { leaf, partner, stamp }) => {
    // An object that is inserted as a whole may be another wording of an object with revisions in it.
    const isSilent = partner !== null && stamp === null && leaf.inserted !== null && isObject(partner);
    return isSilent ? sum + newMarksIn(partner.node, isNew) : sum;
  }, controls);
}

/** The leaves of a story that is declared as a whole. */
interface DeclaredStory {
  readonly leaves: readonly Leaf[];
  readonly theirs: readonly Leaf[];
  readonly partners: (Leaf | null)[];
  readonly declared: (XmlElement | null)[];
}

/**
 * Declares the marks that are left in a story whose revised text is the original's but for new revisions. There the
 * redline only marks other words than the revisions do. Such a mark belongs to the revision of the same deleted words,
 * else to the nearest one. `isOurs` leaves out what may differ in silence beside the text.
 */
function declareAll(
  { leaves, theirs, partners, declared }: DeclaredStory,
  isOurs: (leaf: Leaf) => boolean,
  isNew: IsNew,
): void {
  const taken = new Set(partners);
  const gone = theirs.filter((leaf) => leaf.deleted !== null && isNew(leaf.deleted) && !taken.has(leaf));
  const isLeft = (at: number): boolean => declared[at] === null && isOurs(leaves[at]!);
  const left = [...leaves.keys()].filter((at) => isLeft(at) && leaves[at]!.deleted !== null);
  matchWords(
    left.map((at) => leaves[at]!),
    gone,
    (at, partner) => {
      partners[left[at]!] = partner;
      declared[left[at]!] = partner.deleted;
    },
  );
  const stamps = [...declared.keys()].filter((at) => declared[at] !== null);
  let next = 0;
  const given = declared.slice();
  for (const at of leaves.keys()) {
    while (next < stamps.length && stamps[next]! < at) next += 1;
    if (!isLeft(at)) continue;
    const [before, after] = [stamps[next - 1], stamps[next]];
    const nearest = after === undefined || (before !== undefined && at - before <= after - at) ? before : after;
    given[at] = nearest === undefined ? null : declared[nearest]!;
  }
  for (const [at, stamp] of given.entries()) declared[at] = stamp;
}

function stands({ deleted }: Leaf): boolean {
  return deleted === null;
}

function isMarked({ inserted, deleted }: Leaf): boolean {
  return inserted !== null || deleted !== null;
}

function isChanged(leaf: Leaf): boolean {
  return isMarked(leaf) || leaf.format !== null;
}

/** Whether a leaf is marked, and the same leaf of the other document says all that it is. */
function isMarkedText(leaf: Leaf): boolean {
  return isMarked(leaf) && !isOpaque(leaf);
}

const CANONICAL = new Canonical((id) => id);

/** The canonical string of a story with its revisions accepted. */
export function acceptedContent(story: XmlElement, canonical = CANONICAL): string {
  return storyKey(resolveRevisions(story, 'revised').children, canonical);
}

/** The revision of the revised document on the same leaf, of the kind that the redline's mark is. */
function markBehind({ inserted, deleted, format }: Leaf, partner: Leaf): XmlElement | null {
  if (deleted !== null) return partner.deleted;
  if (inserted !== null) return partner.inserted;
  return format === null ? null : (partner.format ?? numberingMark(partner));
}

/** The mark of a paragraph whose numbering is inserted (17.13.5.19) or changed. */
function numberingMark({ key, node }: Leaf): XmlElement | null {
  const numbering = key === '¶' ? childOf(childOf(node, 'w:pPr'), 'w:numPr') : undefined;
  return childOf(numbering, 'w:ins') ?? childOf(numbering, 'w:numberingChange') ?? null;
}

/** The first new revision in a tree, in the order of the document. */
function firstIn(node: XmlElement, isNew: IsNew): XmlElement | null {
  if (node.attributes.has('w:author') && isNew(node)) return node;
  for (const child of node.children) {
    const found = isElement(child) ? firstIn(child, isNew) : null;
    if (found !== null) return found;
  }
  return null;
}

/** For each leaf of the redline, the same leaf of the revised document. Null if the accepted stories differ. */
function partnersOf(leaves: readonly Leaf[], theirs: readonly Leaf[]): (Leaf | null)[] | null {
  if (!sameKeys(leaves.filter(stands), theirs.filter(stands))) return null;
  const partners = new Array<Leaf | null>(leaves.length).fill(null);
  /** Deleted leaves between two common ones that are no space are matched by their content. */
  const match = (ours: readonly number[], from: number, to: number): void => {
    matchWords(
      ours.map((at) => leaves[at]!),
      theirs.slice(from, to).filter((leaf) => !stands(leaf)),
      (at, partner) => (partners[ours[at]!] = partner),
    );
  };
  let place = 0;
  let start = 0;
  let deleted: number[] = [];
  for (const [at, leaf] of leaves.entries()) {
    if (!stands(leaf)) {
      deleted.push(at);
      continue;
    }
    while (!stands(theirs[place]!)) place += 1;
    // The space before a deleted word and the one behind it are equal. Either may be the one that stays.
    if (leaf.inserted === null && leaf.key.trim() !== '') {
      match(deleted, start, place);
      [deleted, start] = [[], place + 1];
    }
    partners[at] = theirs[place]!;
    place += 1;
  }
  match(deleted, start, theirs.length);
  return partners;
}

/** Matches leaves by words, and the remaining leaves by characters. `pair` receives the index in the first list. */
function matchWords(own: readonly Leaf[], gone: readonly Leaf[], pair: (at: number, partner: Leaf) => void): void {
  if (own.length === 0 || gone.length === 0) return;
  const pairStretches = (a: Stretch, b: Stretch): void => {
    for (let step = 0; step < a.end - a.start; step += 1) pair(a.start + step, gone[b.start + step]!);
  };
  let last: [a: number, b: number] = [0, 0];
  const pairCharacters = (a: number, b: number): void => {
    pairEqual(charactersOf(own, last[0], a), charactersOf(gone, last[1], b), pairStretches);
  };
  pairEqual(wordsOf(own), wordsOf(gone), (a, b) => {
    pairCharacters(a.start, b.start);
    pairStretches(a, b);
    last = [a.end, b.end];
  });
  pairCharacters(own.length, gone.length);
}

/** A stretch of leaves, half-open, with their content. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Pairs equal stretches of two lists in order. */
function pairEqual(a: readonly Stretch[], b: readonly Stretch[], pair: (a: Stretch, b: Stretch) => void): void {
  if (a.length === 0 || b.length === 0) return;
  const interner = new Interner();
  const [x, y] = [a, b].map((list) => Int32Array.from(list, ({ text }) => interner.intern(text)));
  for (const { aStart, bStart, length } of diffSequences(x!, y!, interner.size))
    for (let step = 0; step < length; step += 1) pair(a[aStart + step]!, b[bStart + step]!);
}

function charactersOf(leaves: readonly Leaf[], from: number, to: number): Stretch[] {
  return leaves.slice(from, to).map(({ key }, at) => ({ start: from + at, end: from + at + 1, text: key }));
}

const WORD = /^[\p{L}\p{M}\p{N}]$/u;

/** Words, and every other leaf alone. */
function wordsOf(leaves: readonly Leaf[]): Stretch[] {
  const words: Stretch[] = [];
  for (const [at, { key }] of leaves.entries()) {
    const last = words.at(-1);
    if (last !== undefined && WORD.test(key) && WORD.test(leaves[at - 1]!.key))
      words[words.length - 1] = { ...last, end: at + 1, text: last.text + key };
    else words.push({ start: at, end: at + 1, text: key });
  }
  return words;
}

/** Whether a leaf is an object, whose content is no leaf. */
function isObject({ key, node }: Leaf): boolean {
  return key === node.name && !/^w:(?:tr|tc)$/.test(key);
}

/** Whether the content of a leaf is not compared. */
function isOpaque(leaf: Leaf): boolean {
  return isObject(leaf) && leaf.node.children.length > 0;
}

const MARK = /^w:(?:ins|del|moveFrom|moveTo|\w+Change|cell(?:Ins|Del|Merge)|customXml\w+RangeStart)$/;

const CONTROL = /^w:customXml/;

/** Whether an element is a revision with an author. */
export function isRevision({ name }: XmlElement): boolean {
  return MARK.test(name);
}

/** The revisions with an author in a tree. */
export function marksIn(node: XmlElement, found: XmlElement[] = []): XmlElement[] {
  if (isRevision(node)) found.push(node);
  for (const child of node.children) if (isElement(child)) marksIn(child, found);
  return found;
}

function newMarksIn(node: XmlElement, isNew: IsNew): number {
  return marksIn(node).filter(isNew).length;
}
