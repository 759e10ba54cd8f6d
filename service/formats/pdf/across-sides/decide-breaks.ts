import { LineWords, placeAt } from './break-contexts.ts';
import type { TextLine } from '../lines/line-text.ts';
import type { FlowBlock, Paragraph } from '../blocks/paragraphs.ts';
import { append } from '../../../../shared/iterables.ts';

/** What a document says about a place: for sure, or only as a guess. */
type Says = 'inside' | 'between' | 'inside?' | 'between?';

/**
 * Lets both sides agree on where paragraphs begin. Between two lines at the usual distance that is a guess, by how full
 * the first is and what the second begins with; on the other side the same words may stand in the middle of a line, or
 * apart from each other.
 */
export function decideBreaks(sides: readonly (readonly FlowBlock[])[]): FlowBlock[][] {
  if (sides.length < 2) return sides.map((blocks) => [...blocks]);
  const lineWords = new LineWords();
  const wanted = new Set<string>();
  for (const blocks of sides) addGuessedPlaces(wanted, blocks, lineWords);
  const said = sides.map((blocks) => whatIsSaid(blocks, wanted, lineWords));
  return sides.map((blocks, side) => {
    const others = said.filter((_, index) => index !== side);
    const mayCut = !partsByGaps(blocks);
    const settled: FlowBlock[] = [];
    for (const block of blocks) {
      const last = settled.at(-1);
      if (block.kind === 'table') settled.push(block);
      else {
        const [first, ...rest] = (mayCut ? split(block, others, lineWords) : [block]) as [Paragraph, ...Paragraph[]];
        if (
          last?.kind === 'paragraph' &&
          first.begins === 'guess' &&
          joins(lineWords.placeBetween(last.lines, first.lines), others)
        )
          settled[settled.length - 1] = { ...last, lines: [...last.lines, ...first.lines] };
        else settled.push(first);
        append(settled, rest);
      }
    }
    return settled;
  });
}

/** Whether paragraphs of the document stand apart as a habit: then lines that do not are one. */
function partsByGaps(blocks: readonly FlowBlock[]): boolean {
  const begins = blocks.map((block) => (block.kind === 'paragraph' ? block.begins : null));
  const apart = begins.filter((begin) => begin === 'apart').length;
  return apart >= GAP_HABIT * (apart + begins.filter((begin) => begin === 'guess').length);
}

/** Part of the paragraphs that stand apart where that is the habit; items of lists may stand close. */
const GAP_HABIT = 0.5;

/** Adds the line ends that are not sure to end a paragraph or not. */
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

/** The place in front of a line of a paragraph. */
function placeOfLine(lines: readonly TextLine[], at: number, lineWords: LineWords): string {
  return lineWords.placeBetween(lines.slice(Math.max(0, at - 2), at), lines.slice(at, at + 2));
}

/** What the document says of the wanted places; contradictions say nothing. */
function whatIsSaid(
  blocks: readonly FlowBlock[],
  wanted: ReadonlySet<string>,
  lineWords: LineWords,
): Map<string, Says | null> {
  const said = new Map<string, Says | null>();
  const say = (key: string, says: Says): void => {
    if (wanted.has(key)) said.set(key, said.has(key) && said.get(key) !== says ? null : says);
  };
  let previous: FlowBlock | undefined;
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      if (previous?.kind === 'paragraph' && block.begins !== 'column')
        say(lineWords.placeBetween(previous.lines, block.lines), block.begins === 'apart' ? 'between' : 'between?');
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
  return said;
}

function joins(place: string, others: readonly ReadonlyMap<string, Says | null>[]): boolean {
  return others.some((other) => other.get(place) === 'inside' || other.get(place) === 'inside?');
}

/** Splits a paragraph where the other side has two. */
function split(
  paragraph: Paragraph,
  others: readonly ReadonlyMap<string, Says | null>[],
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
