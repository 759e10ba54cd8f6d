import { CONTEXT_WORDS, contextKey, contextWords, firstWords, lastWords } from './break-contexts.ts';
import type { TextLine } from './line-text.ts';
import type { FlowBlock, Paragraph } from './paragraphs.ts';

/** What a document says about a place: for sure, or only as a guess. */
type Says = 'inside' | 'between' | 'inside?' | 'between?';

/**
 * Lets both sides agree on where paragraphs begin. Between two lines at the usual distance that is a guess, by how full
 * the first is and what the second begins with; on the other side the same words may stand in the middle of a line, or
 * apart from each other.
 */
export function settleBreaks(sides: readonly (readonly FlowBlock[])[]): FlowBlock[][] {
  if (sides.length < 2) return sides.map((blocks) => [...blocks]);
  const wanted = new Set(sides.flatMap((blocks) => guessedPlaces(blocks)));
  const said = sides.map((blocks) => whatIsSaid(blocks, wanted));
  return sides.map((blocks, side) => {
    const others = said.filter((_, index) => index !== side);
    const mayCut = !partsByGaps(blocks);
    const settled: FlowBlock[] = [];
    for (const block of blocks) {
      const last = settled.at(-1);
      if (block.kind === 'table') settled.push(block);
      else {
        const [first, ...rest] = (mayCut ? split(block, others) : [block]) as [Paragraph, ...Paragraph[]];
        if (last?.kind === 'paragraph' && first.begins === 'guess' && joins(last.lines, first.lines, others))
          settled[settled.length - 1] = { ...last, lines: [...last.lines, ...first.lines] };
        else settled.push(first);
        settled.push(...rest);
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

/** Line ends that are not sure to end a paragraph or not. */
function guessedPlaces(blocks: readonly FlowBlock[]): string[] {
  const keys: string[] = [];
  let previous: FlowBlock | undefined;
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      if (previous?.kind === 'paragraph' && block.begins === 'guess') keys.push(placeOf(previous.lines, block.lines));
      if (!block.lines[0]!.tag)
        for (let at = 1; at < block.lines.length; at++)
          keys.push(placeOf(block.lines.slice(0, at), block.lines.slice(at)));
    }
    previous = block;
  }
  return keys;
}

function placeOf(before: readonly TextLine[], after: readonly TextLine[]): string {
  return contextKey(lastWords(before), firstWords(after));
}

/** What the document says of the wanted places; contradictions say nothing. */
function whatIsSaid(blocks: readonly FlowBlock[], wanted: ReadonlySet<string>): Map<string, Says | null> {
  const said = new Map<string, Says | null>();
  const say = (key: string, says: Says): void => {
    if (wanted.has(key)) said.set(key, said.has(key) && said.get(key) !== says ? null : says);
  };
  let previous: FlowBlock | undefined;
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      if (previous?.kind === 'paragraph' && block.begins !== 'column')
        say(placeOf(previous.lines, block.lines), block.begins === 'apart' ? 'between' : 'between?');
      const lineStarts = new Set<number>();
      const words: string[] = [];
      for (const line of block.lines) {
        if (!line.tag) lineStarts.add(words.length);
        words.push(...contextWords([line]));
      }
      for (let at = 1; at < words.length; at++) {
        const key = contextKey(words.slice(Math.max(0, at - CONTEXT_WORDS), at), words.slice(at, at + CONTEXT_WORDS));
        say(key, lineStarts.has(at) ? 'inside?' : 'inside');
      }
    }
    previous = block;
  }
  return said;
}

function joins(
  before: readonly TextLine[],
  after: readonly TextLine[],
  others: readonly ReadonlyMap<string, Says | null>[],
): boolean {
  const key = placeOf(before, after);
  return others.some((other) => other.get(key) === 'inside' || other.get(key) === 'inside?');
}

/** Splits a paragraph where the other side has two. */
function split(paragraph: Paragraph, others: readonly ReadonlyMap<string, Says | null>[]): Paragraph[] {
  const { lines } = paragraph;
  if (lines[0]!.tag) return [paragraph];
  const cuts = lines.flatMap((_, at) => {
    if (at === 0) return [];
    const key = placeOf(lines.slice(0, at), lines.slice(at));
    return others.some((other) => other.get(key) === 'between') ? [at] : [];
  });
  return [0, ...cuts].map((from, index) => ({
    ...paragraph,
    lines: lines.slice(from, cuts[index]),
    begins: index === 0 ? paragraph.begins : 'guess',
  }));
}
