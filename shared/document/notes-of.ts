/** The footnotes and endnotes of a merged document, with the places of their signs. */
import { BOTH_SIDES, type Block, type Side, type TextBlock } from './model.ts';
import { noteIn, type NoteFacts } from './notes.ts';
import { SideTexts, type MergedPlace } from './text-place.ts';

/** A note of a merged document. */
export interface Note {
  /** Index of its first text block among the top-level blocks, and the index after its last block. */
  readonly from: number;
  readonly to: number;
  /** What each side says about it; null: the side does not have it. */
  readonly facts: Readonly<Record<Side, NoteFacts | null>>;
  /** Where its sign is in the merged blocks; null: the side does not show it. */
  readonly signs: Readonly<Record<Side, MergedPlace | null>>;
}

/** The note as a reader sees it first: that of the revised side. */
export function shownNote({ facts }: Pick<Note, 'facts'>): NoteFacts {
  return (facts.revised ?? facts.original)!;
}

interface Draft extends Pick<Note, 'from' | 'facts'> {
  to: number;
}

/** The notes of a merged document in order. */
export function notesOf(blocks: readonly Block[]): readonly Note[] {
  const drafts = draftsOf(blocks);
  if (drafts.length === 0) return [];
  const texts = { original: new SideTexts(blocks, 'original'), revised: new SideTexts(blocks, 'revised') };
  return drafts.map((draft): Note => {
    const signOn = (side: Side): MergedPlace | null => {
      const sign = draft.facts[side]?.sign;
      return sign === undefined ? null : texts[side].place(sign, 'start');
    };
    return { ...draft, signs: { original: signOn('original'), revised: signOn('revised') } };
  });
}

function draftsOf(blocks: readonly Block[]): Draft[] {
  const drafts: Draft[] = [];
  for (const [index, block] of blocks.entries()) {
    const facts = block.kind === 'text' ? factsIn(block) : null;
    const last = drafts.at(-1);
    if (facts !== null) drafts.push({ from: index, to: index + 1, facts });
    else if (last?.to === index && block.path.first?.kind === 'ol' && !block.path.first.starts) last.to = index + 1;
  }
  return drafts;
}

/** What both sides say in the first block of a note; null if it is not the first of one. */
function factsIn({ attributes, carried, onlyIn }: TextBlock): Note['facts'] | null {
  const own = { original: noteIn(carried?.attributes ?? attributes), revised: noteIn(attributes) };
  const [original, revised] = BOTH_SIDES.map((side) => (onlyIn && onlyIn.side !== side ? null : own[side]));
  return original || revised ? { original: original ?? null, revised: revised ?? null } : null;
}
