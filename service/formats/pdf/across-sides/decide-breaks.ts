import { LineWords, placeAt } from './break-contexts.ts';
import type { TextLine } from '../lines/line-text.ts';
import type { FlowBlock, Paragraph } from '../blocks/paragraphs.ts';
import { append } from '../../../../shared/iterables.ts';

/** What a document shows about a place: certain, or (with `?`) a guess. */
type Evidence = 'inside' | 'between' | 'inside?' | 'between?';

/**
 * Makes both sides agree on where paragraphs begin. Between two lines at the usual distance that is a guess. It uses
 * the fullness of the first line and the start of the second. The other side may have the same words inside a line, or
 * clearly separated:
 *
 *     original: "in Section" ⏎ "3.2 of the terms"      two paragraphs? (a guess)
 *     revised:  "in Section 3.2 of the terms"          inside a line: one paragraph on both sides
 */
export function decideBreaks(sides: readonly (readonly FlowBlock[])[]): FlowBlock[][] {
  if (sides.length < 2) return sides.map((blocks) => [...blocks]);
  const lineWords = new LineWords();
  const wanted = new Set<string>();
  for (const blocks of sides) addGuessedPlaces(wanted, blocks, lineWords);
  const evidence = sides.map((blocks) => findEvidence(blocks, wanted, lineWords));
  return sides.map((blocks, side) => {
    const others = evidence.filter((_, index) => index !== side);
    const mayCut = !separatesByDistance(blocks);
    const agreed: FlowBlock[] = [];
    for (const block of blocks) {
      const last = agreed.at(-1);
      if (block.kind === 'table') agreed.push(block);
      else {
        const [first, ...rest] = (mayCut ? split(block, others, lineWords) : [block]) as [Paragraph, ...Paragraph[]];
        if (
          last?.kind === 'paragraph' &&
          first.begins === 'guess' &&
          joins(lineWords.placeBetween(last.lines, first.lines), others)
        )
          agreed[agreed.length - 1] = { ...last, lines: [...last.lines, ...first.lines] };
        else agreed.push(first);
        append(agreed, rest);
      }
    }
    return agreed;
  });
}

/** Whether the document separates paragraphs by distance. Then lines without such a distance are one paragraph. */
function separatesByDistance(blocks: readonly FlowBlock[]): boolean {
  const begins = blocks.map((block) => (block.kind === 'paragraph' ? block.begins : null));
  const separated = begins.filter((begin) => begin === 'certain').length;
  return separated >= GAP_HABIT * (separated + begins.filter((begin) => begin === 'guess').length);
}

/** Part of the paragraphs that are separated by distance in such a document. Items of lists may be close. */
const GAP_HABIT = 0.5;

/** Adds the line ends that may or may not end a paragraph. */
function addGuessedPlaces(places: Set<string>, blocks: readonly FlowBlock[], lineWords: LineWords): void {
  let previous: FlowBlock | undefined;
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      if (previous?.kind === 'paragraph' && block.begins === 'guess')
        places.add(lineWords.placeBetween(previous.lines, block.lines));
      if (!block.lines[0]!.tag)
        for (let at = 1; at < block.lines.length; at++) places.add(placeOfLine(block.lines, at, lineWords));
    }
    previous = block;
  }
}

/** Key of the place in front of a line of a paragraph. */
function placeOfLine(lines: readonly TextLine[], at: number, lineWords: LineWords): string {
  return lineWords.placeBetween(lines.slice(Math.max(0, at - 2), at), lines.slice(at, at + 2));
}

/** What the document shows about the wanted places. Contradictions are dropped. */
function findEvidence(
  blocks: readonly FlowBlock[],
  wanted: ReadonlySet<string>,
  lineWords: LineWords,
): Map<string, Evidence | null> {
  const found = new Map<string, Evidence | null>();
  const say = (key: string, says: Evidence): void => {
    if (wanted.has(key)) found.set(key, found.has(key) && found.get(key) !== says ? null : says);
  };
  let previous: FlowBlock | undefined;
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      if (previous?.kind === 'paragraph' && block.begins !== 'column')
        say(lineWords.placeBetween(previous.lines, block.lines), block.begins === 'certain' ? 'between' : 'between?');
      const lineStarts = new Set<number>();
      const words: string[] = [];
      lineWords.byLine(block.lines).forEach((own, at) => {
        if (!block.lines[at]!.tag) lineStarts.add(words.length);
        append(words, own);
      });
      for (let at = 1; at < words.length; at++) {
        say(placeAt(words, at), lineStarts.has(at) ? 'inside?' : 'inside');
      }
    }
    previous = block;
  }
  return found;
}

function joins(place: string, others: readonly ReadonlyMap<string, Evidence | null>[]): boolean {
  return others.some((other) => other.get(place) === 'inside' || other.get(place) === 'inside?');
}

/** Splits a paragraph where the other side has two. */
function split(
  paragraph: Paragraph,
  others: readonly ReadonlyMap<string, Evidence | null>[],
  lineWords: LineWords,
): Paragraph[] {
  const { lines } = paragraph;
  if (lines[0]!.tag) return [paragraph];
  const cuts = lines.flatMap((_, at) => {
    if (at === 0) return [];
    const place = placeOfLine(lines, at, lineWords);
    return others.some((other) => other.get(place) === 'between') ? [at] : [];
  });
  return [0, ...cuts].map((from, index) => ({
    ...paragraph,
    lines: lines.slice(from, cuts[index]),
    begins: index === 0 ? paragraph.begins : 'guess',
  }));
}
