import { LineWords } from './break-contexts.ts';
import { listMarker } from '../lines/list-marker.ts';
import type { FlowBlock, Paragraph } from '../blocks/paragraphs.ts';

/**
 * For each side, the untagged paragraphs that begin like list items but are none. The tags of the other side decide,
 * for paragraphs with the same words or for most paragraphs with such numbers. These are clauses with typed numbers.
 *
 *     tagged:      P "(a) deliver the goods"              →  p "(a) deliver the goods"
 *     not tagged:  "(a) deliver the goods", "(b) …"       →  the same, and no list
 */
export function findPlainItems(sides: readonly (readonly FlowBlock[])[]): Set<Paragraph>[] {
  const lineWords = new LineWords();
  const verdicts = sides.map((flow) => tagVerdicts(flow, lineWords));
  return sides.map((flow, side) => {
    const others = verdicts.filter((_, index) => index !== side);
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

/** The tagged paragraphs that begin with a marker: true if they are plain text, not items. */
interface TagVerdicts {
  /** By the words of the paragraph. */
  readonly words: ReadonlyMap<string, boolean>;
  /** By the pattern of the marker: the number of plain paragraphs minus the number of items. */
  readonly shapes: ReadonlyMap<string, number>;
}

function tagVerdicts(flow: readonly FlowBlock[], lineWords: LineWords): TagVerdicts {
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
