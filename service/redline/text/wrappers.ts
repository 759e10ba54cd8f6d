/**
 * Finds one-sided content controls around content of both sides. It orders the content between two common stretches
 * so that every container closes after those opened inside it.
 */
import type { ParagraphText } from './paragraph-text.ts';

/** Containers that are marked separately, by their index on each side. */
export interface Wrappers {
  readonly a: ReadonlySet<number>;
  readonly b: ReadonlySet<number>;
}

/** A wrapper that is open at some point of the merged text. */
export interface OpenWrapper {
  readonly side: 'a' | 'b';
  readonly container: number;
}

/** The gap between two common stretches: `[i, iEnd)` of `a` and `[j, jEnd)` of `b`, in UTF-16 units. */
export interface Gap {
  readonly a: ParagraphText;
  readonly b: ParagraphText;
  readonly wrappers: Wrappers;
  readonly i: number;
  readonly iEnd: number;
  readonly j: number;
  readonly jEnd: number;
  /** Whether the revised side goes first, so that exchanged documents give the mirrored result. */
  readonly swapped: boolean;
}

/** Unmatched containers with matched content. */
export function wrappersOf(a: ParagraphText, b: ParagraphText, partner: Int32Array): Wrappers {
  if (a.containers.length === 0 && b.containers.length === 0) return { a: new Set(), b: new Set() };
  const inverse = new Int32Array(b.text.length).fill(-1);
  partner.forEach((j, i) => {
    if (j >= 0) inverse[j] = i;
  });
  return { a: loneContainers(a, partner), b: loneContainers(b, inverse) };
}

function loneContainers(text: ParagraphText, partner: Int32Array): Set<number> {
  const kept = new Int32Array(text.text.length + 1);
  for (let at = 0; at < text.text.length; at += 1) kept[at + 1] = kept[at]! + (partner[at]! >= 0 ? 1 : 0);
  const found = new Set<number>();
  text.containers.forEach(({ open, close }, index) => {
    if (partner[open]! < 0 && kept[close]! > kept[open]!) found.add(index);
  });
  return found;
}

/**
 * The steps through a gap: one side, then the other, as far as containers allow. `open` has the open containers,
 * outermost first, and is updated. `crossing` has two containers that block each other; null if there are none. `at`
 * is the last position of both sides before them.
 */
export function gapSteps(
  { a, b, wrappers, i, iEnd, j, jEnd, swapped }: Gap,
  open: OpenWrapper[],
): {
  steps: { side: 'a' | 'b'; to: number }[];
  crossing: readonly [OpenWrapper, OpenWrapper] | null;
  at: { readonly a: number; readonly b: number };
} {
  const steps: { side: 'a' | 'b'; to: number }[] = [];
  let crossing: readonly [OpenWrapper, OpenWrapper] | null = null;
  const at = { a: i, b: j };
  const end = { a: iEnd, b: jEnd };
  const texts = { a, b };
  // Away from wrappers, the deletion comes before the insertion for either order of the documents.
  const wrapped = wrappers.a.size > 0 || wrappers.b.size > 0;
  const order = swapped && wrapped ? (['b', 'a'] as const) : (['a', 'b'] as const);
  while (at.a < iEnd || at.b < jEnd) {
    let blocked: OpenWrapper | null = null;
    let moved = false;
    for (const side of order) {
      const [to, stop] = reach(texts[side], wrappers[side], side, at[side], end[side], open);
      if (to > at[side]) {
        steps.push({ side, to });
        moved = true;
      }
      blocked ??= stop;
      at[side] = to;
    }
    if (moved) continue;
    crossing = [open.at(-1)!, blocked!];
    steps.push({ side: 'a', to: iEnd }, { side: 'b', to: jEnd });
    break;
  }
  return { steps, crossing, at };
}

/** How far one side can go before it would close a container that is not the innermost. */
function reach(
  text: ParagraphText,
  wrappers: ReadonlySet<number>,
  side: 'a' | 'b',
  from: number,
  end: number,
  open: OpenWrapper[],
): [number, OpenWrapper | null] {
  if (wrappers.size === 0 || from >= end) return [end, null];
  for (let index = firstPiece(text, from); index < text.pieces.length; index += 1) {
    const piece = text.pieces[index]!;
    if (piece.start >= end) break;
    if (!wrappers.has(piece.opens)) continue;
    if (piece.kind === 'open') open.push({ side, container: piece.opens });
    else if (piece.kind === 'close') {
      const innermost = open.at(-1);
      if (innermost?.side !== side || innermost.container !== piece.opens)
        return [piece.start, { side, container: piece.opens }];
      open.pop();
    }
  }
  return [end, null];
}

/** Index of the first piece that starts at or after a unit. Pieces are in order. */
function firstPiece({ pieces }: ParagraphText, from: number): number {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[middle]!.start < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
