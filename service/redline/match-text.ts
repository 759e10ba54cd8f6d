/** Which characters of one paragraph text are which of another, so that containers stay whole. */
import { editScript } from '../engine/text/edit-script.ts';
import type { Vocabulary } from '../engine/tokens/vocabulary.ts';
import type { ParagraphText } from './paragraph-text.ts';

/** Partner in `b` of each UTF-16 unit of `a`, -1 for none; ascending. `swapped`: decide as if exchanged. */
export function matchText(a: ParagraphText, b: ParagraphText, vocabulary: Vocabulary, swapped: boolean): Int32Array {
  const partner = new Int32Array(a.text.length).fill(-1);
  const options = { whole: false, swapped, literal: true };
  for (const edit of editScript(vocabulary.tokens(a.block), vocabulary.tokens(b.block), vocabulary, options)) {
    if (!edit.equal) continue;
    for (let k = 0; k < edit.aEnd - edit.aStart; k += 1) partner[edit.aStart + k] = edit.bStart + k;
  }
  if (a.containers.length > 0 || b.containers.length > 0) keepContainersWhole(a, b, partner);
  return partner;
}

/**
 * Takes back matches that would tear a container apart: what is inside one can only match what is inside its partner, and
 * a container has a partner only if both its ends match both ends of one.
 */
function keepContainersWhole(a: ParagraphText, b: ParagraphText, partner: Int32Array): void {
  const aInside = containerAt(a);
  const bInside = containerAt(b);
  const ends = containerEnds(a);
  for (let changed = true; changed;) {
    changed = false;
    const partnerContainer = a.containers.map(({ open, close }) =>
      b.containers.findIndex((other) => partner[open] === other.open && partner[close] === other.close),
    );
    for (let i = 0; i < partner.length; i += 1) {
      const j = partner[i]!;
      if (j < 0) continue;
      const around = aInside[i]!;
      const wanted = around < 0 ? -1 : (partnerContainer[around] ?? -1);
      const own = ends[i]!;
      const torn = own >= 0 && (partnerContainer[own] ?? -1) < 0;
      if (!torn && (around < 0 || wanted >= 0) && wanted === bInside[j]!) continue;
      partner[i] = -1;
      changed = true;
    }
  }
}

/** Innermost container around each unit. */
function containerAt(text: ParagraphText): Int32Array {
  const inside = new Int32Array(text.text.length).fill(-1);
  for (const piece of text.pieces) inside.fill(piece.container, piece.start, piece.end);
  return inside;
}

/** For each unit the container of which it is part of the begin or end; -1 for other units. */
function containerEnds(text: ParagraphText): Int32Array {
  const ends = new Int32Array(text.text.length).fill(-1);
  for (const piece of text.pieces) if (piece.opens >= 0) ends.fill(piece.opens, piece.start, piece.end);
  return ends;
}
