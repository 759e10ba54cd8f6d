/** The decisions about a merged document, and what a file with them shows. */
import { BOTH_SIDES, type Block, type Side } from '../../../shared/document/model.ts';
import { Verdicts, type Decisions } from '../../../shared/fragment/decisions.ts';
import { changeIdsOf } from '../../../shared/fragment/resolve.ts';
import { wordsOf } from '../words.ts';
import { LINE_END } from './compare-tokens.ts';
import { decidedText, type DecidedText } from './decided-text.ts';
import type { Piece } from './merged-pieces.ts';

/** What the file shows after its open changes are decided for one side. */
export interface DecidedSides {
  /** Whether no change is open. Then both texts are the same one. */
  readonly isFinal: boolean;
  readonly texts: Readonly<Record<Side, DecidedText>>;
  /** The pieces of the merged document. Kept is what either text has. */
  readonly pieces: readonly Piece[];
}

/** @throws ResolveError */
export function decidedSides(blocks: readonly Block[], decisions: Decisions): DecidedSides {
  const ids = changeIdsOf(blocks);
  const verdicts = new Verdicts(() => ids, decisions);
  const isFinal = ids.every((id) => verdicts.sideOf(id) !== null);
  const revised = decidedText(blocks, decidedFor('revised', decisions));
  const original = isFinal ? revised : decidedText(blocks, decidedFor('original', decisions));
  const pieces = revised.pieces.map((piece, at): Piece => {
    const other = original.pieces[at]!;
    // An open change of a link leaves both addresses in the file.
    const isOpenLink = piece.droppedHref !== null && piece.droppedHref.href === other.href;
    return { ...piece, isKept: piece.isKept || other.isKept, ...(isOpenLink && { droppedHref: null }) };
  });
  return { isFinal, texts: { original, revised }, pieces };
}

/** The sides to read: one text is enough if both are the same. */
export function sidesToRead({ isFinal }: DecidedSides): readonly Side[] {
  return isFinal ? ['revised'] : BOTH_SIDES;
}

/** The words that may be anywhere in the file: its text, and the addresses of its links. */
export function keptWords({ texts, pieces }: DecidedSides): string[] {
  const all = [...pieces, ...texts.original.pieces];
  const hrefs = new Set(all.flatMap(({ isKept, href }) => (isKept && href !== null ? [href] : [])));
  const words = [...texts.original.tokens, ...texts.revised.tokens].filter((token) => token !== LINE_END);
  return [...words, ...[...hrefs].flatMap((href) => [LINE_END, ...wordsOf(href)])];
}

/** The decisions, with everything undecided decided for one side. */
function decidedFor(side: Side, { accept = [], reject = [] }: Decisions): Decisions {
  if (accept === 'all' || reject === 'all') return { accept, reject };
  return side === 'revised' ? { accept: 'all', reject } : { accept, reject: 'all' };
}
