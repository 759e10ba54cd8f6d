/** Matches the characters of two paragraph texts and keeps containers whole. */
import { editScript } from '../../engine/text/edit-script.ts';
import { WRAPPERS } from './containers.ts';
import { keepFieldsWhole } from './keep-fields-whole.ts';
import type { ParagraphText, Piece } from './paragraph-text.ts';
import type { BlockReading } from './story-blocks.ts';
import { gapSteps, wrappersOf, type OpenWrapper } from './wrappers.ts';

/** The dependencies of matching. */
export type TextReading = Pick<BlockReading, 'vocabulary' | 'swapped' | 'guide'>;

/** The partner in `b` of each UTF-16 unit of `a`, ascending; -1 for none. */
export function matchText(a: ParagraphText, b: ParagraphText, reading: TextReading): Int32Array {
  const { swapped, guide } = reading;
  const partner = guide?.partners(a, b) ?? ownPartners(a, b, reading);
  keepFieldsWhole(a, b, partner);
  if (a.containers.length > 0 || b.containers.length > 0) keepContainersWhole(a, b, partner, swapped);
  return partner;
}

function ownPartners(a: ParagraphText, b: ParagraphText, { vocabulary, swapped }: TextReading): Int32Array {
  const partner = new Int32Array(a.text.length).fill(-1);
  const options = { whole: false, swapped, literal: true };
  for (const edit of editScript(vocabulary.tokens(a.block), vocabulary.tokens(b.block), vocabulary, options)) {
    if (!edit.equal) continue;
    for (let k = 0; k < edit.aEnd - edit.aStart; k += 1) partner[edit.aStart + k] = edit.bStart + k;
  }
  return partner;
}

/**
 * Removes matches that would tear a container apart. A container has a partner only if both its ends match both ends
 * of one. Its content can match only the partner's content. An unmatched content control is no boundary, because it
 * can be inserted or deleted separately. It is one if it crosses a control of the other side.
 */
function keepContainersWhole(a: ParagraphText, b: ParagraphText, partner: Int32Array, swapped: boolean): void {
  const aInside = containerAt(a);
  const bInside = containerAt(b);
  const ends = containerEnds(a);
  const bByOpen = new Map(b.containers.map(({ open }, index) => [open, index]));
  const firm = { a: new Set<number>(), b: new Set<number>() };
  for (let changed = true; changed;) {
    changed = false;
    const aPartner = a.containers.map(({ open, close }) => {
      const index = bByOpen.get(partner[open]!);
      return index !== undefined && partner[close] === b.containers[index]!.close ? index : -1;
    });
    const bPartner = new Set(aPartner);
    const aBoundary = boundaries(a, (index) => aPartner[index]! >= 0 || firm.a.has(index));
    const bBoundary = boundaries(b, (index) => bPartner.has(index) || firm.b.has(index));
    for (let i = 0; i < partner.length; i += 1) {
      const j = partner[i]!;
      if (j < 0) continue;
      const around = aInside[i]! < 0 ? -1 : aBoundary[aInside[i]!]!;
      const other = bInside[j]! < 0 ? -1 : bBoundary[bInside[j]!]!;
      const own = ends[i]!;
      const torn = own >= 0 && aPartner[own]! < 0;
      if (!torn && (around < 0 ? other < 0 : aPartner[around]! >= 0 && aPartner[around] === other)) continue;
      partner[i] = -1;
      changed = true;
    }
    if (changed) continue;
    for (const { side, container } of crossingWrappers(a, b, partner, swapped)) {
      firm[side].add(container);
      changed = true;
    }
  }
}

/** For each container the innermost boundary at or around it; -1 for none. */
function boundaries(text: ParagraphText, isBoundary: (index: number) => boolean): number[] {
  const found: number[] = [];
  text.containers.forEach(({ node, parent }, index) => {
    const passable = WRAPPERS.has(node.name) && !isBoundary(index);
    found.push(passable ? (parent < 0 ? -1 : found[parent]!) : index);
  });
  return found;
}

/**
 * Pairs of separately marked content controls that overlap without nesting. Each control is in at most one pair. Its
 * other crossings are found when it is no longer marked separately.
 */
function crossingWrappers(
  a: ParagraphText,
  b: ParagraphText,
  partner: Int32Array,
  swapped: boolean,
): readonly OpenWrapper[] {
  const found = wrappersOf(a, b, partner);
  if (found.a.size === 0 || found.b.size === 0) return [];
  const wrappers = { a: new Set(found.a), b: new Set(found.b) };
  const open: OpenWrapper[] = [];
  const crossings: OpenWrapper[] = [];
  let [i, j] = [0, 0];
  while (i < a.text.length || j < b.text.length) {
    let iEnd = i;
    while (iEnd < a.text.length && partner[iEnd]! < 0) iEnd += 1;
    const jEnd = iEnd < a.text.length ? partner[iEnd]! : b.text.length;
    for (;;) {
      const { crossing, at } = gapSteps({ a, b, wrappers, i, iEnd, j, jEnd, swapped }, open);
      if (crossing === null) break;
      for (const { side, container } of crossing) {
        wrappers[side].delete(container);
        const place = open.findLastIndex((each) => each.side === side && each.container === container);
        if (place >= 0) open.splice(place, 1);
      }
      crossings.push(...crossing);
      [i, j] = [at.a, at.b];
    }
    [i, j] = iEnd < a.text.length ? [iEnd + 1, jEnd + 1] : [iEnd, jEnd];
  }
  return crossings;
}

/** The innermost container around each unit. */
function containerAt(text: ParagraphText): Int32Array {
  const inside = new Int32Array(text.text.length).fill(-1);
  for (const piece of text.pieces) inside.fill(piece.container, piece.start, piece.end);
  return inside;
}

/** For each unit the container whose start or end it belongs to; -1 for other units. */
function containerEnds(text: ParagraphText): Int32Array {
  const ends = new Int32Array(text.text.length).fill(-1);
  for (const piece of text.pieces) if (piece.opens >= 0) ends.fill(piece.opens, piece.start, piece.end);
  return ends;
}

/** Whether both texts have units, and only paragraph marks and line breaks are unmatched. */
export function differsInMarksAlone(a: ParagraphText, b: ParagraphText, partner: Int32Array): boolean {
  const kept = keptUnits(partner, 1);
  const markUnits = ({ pieces }: ParagraphText): number =>
    pieces.reduce((sum, piece) => sum + (endsLine(piece) ? piece.end - piece.start : 0), 0);
  const keptMarks = a.pieces.reduce(
    (sum, piece) => sum + (endsLine(piece) && partner[piece.start]! >= 0 ? piece.end - piece.start : 0),
    0,
  );
  const text = kept - keptMarks;
  return text > 0 && text === a.text.length - markUnits(a) && text === b.text.length - markUnits(b);
}

/** Whether a piece ends a line: a paragraph mark, or a line break. */
function endsLine({ kind, node }: Piece): boolean {
  if (kind === 'mark' || node?.name === 'w:cr') return true;
  return node?.name === 'w:br' && (node.attributes.get('w:type') ?? 'textWrapping') === 'textWrapping';
}

/** The number of matched units in runs of at least `shortest`. */
export function keptUnits(partner: Int32Array, shortest: number): number {
  let kept = 0;
  for (let at = 0; at < partner.length;) {
    let end = at + 1;
    while (end < partner.length && partner[at]! >= 0 && partner[end] === partner[at]! + end - at) end += 1;
    if (partner[at]! >= 0 && end - at >= shortest) kept += end - at;
    at = end;
  }
  return kept;
}
