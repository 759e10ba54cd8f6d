/** The texts of both sides of each text block of a merged document, with the places of its changes. */
import type { Block, OneSided, Side, TextBlock } from '../document/model.ts';
import { shownLabels, type ShownLabels } from '../document/shown-labels.ts';

/** The place of a change in the text of one side, in UTF-16 units. Empty where only the other side has text. */
export interface Span {
  readonly changeId: string;
  readonly start: number;
  readonly end: number;
}

/** A text block as both sides have it. A side is null if it does not have the block. */
export interface BlockTexts {
  readonly original: string | null;
  readonly revised: string | null;
  readonly spans: Readonly<Record<Side, readonly Span[]>>;
  /** Index of the top-level block that contains it. */
  readonly block: number;
  /** The number, letter or bullet before it on both sides. */
  readonly labels: ShownLabels;
  /** The text of the nearest heading above it, in the revised document where that has one; empty without one. */
  readonly heading: string;
  /** Pairs both ends of a moved block. */
  readonly moveId: string | undefined;
}

/**
 * The text blocks of a merged document in reading order. A moved text is two blocks without spans, because it stays the
 * same. If it was edited, it is one block with both texts, at its new place.
 */
export function sideTexts(blocks: readonly Block[]): BlockTexts[] {
  const found: BlockTexts[] = [];
  const edited = new Map<BlockTexts, SideTexts>();
  let heading = '';
  // Only nested tables recurse. Readers and the fragment scanner bound their depth.
  const addAll = (list: readonly Block[], outer: OneSided | undefined, index: number | null): void => {
    const labels = shownLabels(list);
    for (const [at, block] of list.entries()) {
      const own = block.onlyIn ?? outer;
      const top = index ?? at;
      if (block.kind === 'text') {
        const texts = { ...textsOf(block, own), block: top, labels: labels[at]!, heading, moveId: own?.moveId };
        found.push(texts);
        if (own?.moveId !== undefined && block.runs.some(({ edit }) => edit !== undefined && edit.changeId !== null))
          edited.set(texts, textsOf(block, undefined));
        if (/^h\d$/.test(block.type)) heading = texts.revised ?? texts.original ?? '';
      } else if (block.kind === 'table')
        for (const row of block.rows)
          for (const cell of row.cells) addAll(cell.blocks, cell.onlyIn ?? row.onlyIn ?? own, top);
    }
  };
  addAll(blocks, undefined, null);
  return edited.size === 0 ? found : withJoinedEnds(found, edited);
}

type SideTexts = Pick<BlockTexts, 'original' | 'revised' | 'spans'>;

/** The texts with both ends of an edited move as one. Both ends have as many texts, in one order. */
function withJoinedEnds(found: readonly BlockTexts[], edited: ReadonlyMap<BlockTexts, SideTexts>): BlockTexts[] {
  const ends = new Map<string, { readonly from: BlockTexts[]; readonly to: BlockTexts[] }>();
  for (const texts of found) {
    if (texts.moveId === undefined) continue;
    const known = ends.get(texts.moveId) ?? { from: [], to: [] };
    known[texts.original === null ? 'to' : 'from'].push(texts);
    ends.set(texts.moveId, known);
  }
  const from = new Map<BlockTexts, BlockTexts>();
  for (const end of ends.values())
    for (const [at, own] of end.to.entries()) {
      const other = end.from[at];
      if (edited.has(own) && other !== undefined) from.set(own, other);
    }
  const gone = new Set(from.values());
  return found.flatMap((own): BlockTexts[] => {
    if (gone.has(own)) return [];
    const other = from.get(own);
    if (other === undefined) return [own];
    const labels = { original: other.labels.original, revised: own.labels.revised };
    return [{ ...own, ...edited.get(own)!, labels, moveId: undefined }];
  });
}

function textsOf({ runs }: TextBlock, whole: OneSided | undefined): SideTexts {
  const texts: Record<Side, string> = { original: '', revised: '' };
  const spans: Record<Side, Span[]> = { original: [], revised: [] };
  for (const { text, edit } of runs) {
    // The other end of a move has the text of the other side.
    if (whole !== undefined && edit !== undefined && edit.side !== whole.side) continue;
    const side = whole?.side ?? edit?.side;
    const from = { original: texts.original.length, revised: texts.revised.length };
    if (side !== 'revised') texts.original += text;
    if (side !== 'original') texts.revised += text;
    if (whole !== undefined || edit === undefined || edit.changeId === null) continue;
    for (const each of ['original', 'revised'] as const)
      spans[each].push({ changeId: edit.changeId, start: from[each], end: texts[each].length });
  }
  if (whole === undefined) return { ...texts, spans };
  if (whole.changeId !== null && whole.moveId === undefined)
    spans[whole.side].push({ changeId: whole.changeId, start: 0, end: texts[whole.side].length });
  return {
    original: whole.side === 'original' ? texts.original : null,
    revised: whole.side === 'revised' ? texts.revised : null,
    spans,
  };
}
