import { LineWords } from './break-contexts.ts';
import { listMarker } from '../lines/list-marker.ts';
import type { FlowBlock, Paragraph } from '../blocks/paragraphs.ts';

/**
 * For each side, the untagged paragraphs that begin like list items but are none. The tags of the other side decide,
 * for paragraphs with the same words or for most paragraphs with such numbers. These are clauses with typed numbers.
 *
 * Ticks, crosses and boxes are answers in a form, not bullets, unless all are the same. So is a square in front of words
 * that have another one of these signs on the other side.
 *
 *     tagged:      P "(a) deliver the goods"              →  p "(a) deliver the goods"
 *     not tagged:  "(a) deliver the goods", "(b) …"       →  the same, and no list
 */
export function findPlainItems(sides: readonly (readonly FlowBlock[])[]): Set<Paragraph>[] {
  const lineWords = new LineWords();
  const verdicts = sides.map((flow) => tagVerdicts(flow, lineWords));
  const areAnswers = doSignsAnswer(sides);
  const bullets = bulletsOfWords(sides, lineWords);
  return sides.map((flow, side) => {
    const others = verdicts.filter((_, index) => index !== side);
    const plain = new Set<Paragraph>();
    for (const block of flow) {
      if (block.kind === 'table' || block.lines[0]!.tag) continue;
      const marker = listMarker(block.lines[0]!.text);
      if (!marker) continue;
      const key = lineWords.of(block.lines).join(' ');
      const isAnswer = (areAnswers && ANSWER.test(marker.shape)) || areOfForm(bullets.get(key)!);
      const isPlain =
        isAnswer || others.some(({ words, shapes }) => words.get(key) ?? (shapes.get(marker.shape) ?? 0) > 0);
      if (isPlain) plain.add(block);
    }
    return plain;
  });
}

const ANSWER = /^[✓✔✗✘✕✖☐☑☒]$/u;

/** Whether ticks, crosses and boxes are answers rather than bullets of a list. */
function doSignsAnswer(sides: readonly (readonly FlowBlock[])[]): boolean {
  const signs = sides.map((flow) =>
    flow.flatMap((block) => {
      const shape = block.kind === 'table' ? undefined : listMarker(block.lines[0]!.text)?.shape;
      return shape !== undefined && ANSWER.test(shape) ? [shape] : [];
    }),
  );
  return new Set(signs.flat()).size > 1 || signs.some(({ length }) => length === 1);
}

const OF_FORM = /^[✓✔✗✘✕✖☐☑☒□■◻❏❐❑❒]$/u;

/** Whether words have different signs of a form on the two sides. Producers have other bullets for one list too. */
function areOfForm(bullets: ReadonlySet<string>): boolean {
  return bullets.size > 1 && [...bullets].every((bullet) => OF_FORM.test(bullet));
}

/** The bullets in front of the same words, on all sides. */
function bulletsOfWords(sides: readonly (readonly FlowBlock[])[], lineWords: LineWords): Map<string, Set<string>> {
  const bullets = new Map<string, Set<string>>();
  for (const block of sides.flat()) {
    if (block.kind === 'table') continue;
    const marker = listMarker(block.lines[0]!.text);
    if (!marker) continue;
    const key = lineWords.of(block.lines).join(' ');
    const known = bullets.get(key) ?? new Set();
    bullets.set(key, marker.kind === 'ul' ? known.add(marker.shape) : known);
  }
  return bullets;
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
