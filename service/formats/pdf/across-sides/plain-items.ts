import { LineWords } from './break-contexts.ts';
import { listMarker } from '../lines/list-marker.ts';
import type { FlowBlock, Paragraph } from '../blocks/paragraphs.ts';

/**
 * For each side the paragraphs without tags that begin like list items but are none, because the tags of the other side say so of
 * the same words, or of most paragraphs with such numbers: clauses whose numbers were typed.
 *
 *     tagged:      P "(a) deliver the goods"              →  p "(a) deliver the goods"
 *     not tagged:  "(a) deliver the goods", "(b) …"       →  the same, and no list
 */
export function findPlainItems(sides: readonly (readonly FlowBlock[])[]): Set<Paragraph>[] {
  const lineWords = new LineWords();
  const said = sides.map((flow) => whatTagsSay(flow, lineWords));
  return sides.map((flow, side) => {
    const others = said.filter((_, index) => index !== side);
    const plain = new Set<Paragraph>();
    for (const block of flow) {
      if (block.kind === 'table' || block.lines[0]!.tag) continue;
      const marker = listMarker(block.lines[0]!.text);
      if (!marker) continue;
      const key = lineWords.of(block.lines).join(' ');
      const isPlain = others.some(({ words, shapes }) => words.get(key) ?? (shapes.get(marker.shape) ?? 0) > 0);
      if (isPlain) plain.add(block);
    }
    return plain;
  });
}

/** Of the paragraphs that begin with a marker: whether they are no items. */
interface TagsSay {
  /** By the words of the paragraph. */
  readonly words: ReadonlyMap<string, boolean>;
  /** By the shape of the marker: how many more are plain than items. */
  readonly shapes: ReadonlyMap<string, number>;
}

function whatTagsSay(flow: readonly FlowBlock[], lineWords: LineWords): TagsSay {
  const words = new Map<string, boolean>();
  const shapes = new Map<string, number>();
  for (const block of flow) {
    if (block.kind === 'table') continue;
    const { tag, text } = block.lines[0]!;
    const marker = tag?.role === 'p' ? listMarker(text) : null;
    if (!tag || !marker) continue;
    const isPlain = tag.items.length === 0;
    words.set(lineWords.of(block.lines).join(' '), isPlain);
    shapes.set(marker.shape, (shapes.get(marker.shape) ?? 0) + (isPlain ? 1 : -1));
  }
  return { words, shapes };
}
