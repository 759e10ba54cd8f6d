/**
 * Aligns comments: each is one item with its author, date and text. So a comment pairs with itself, also if others were
 * inserted before it. The blocks of two comments that are a pair are aligned among themselves.
 */
import { COMMENT, commentIn } from '../../../shared/document/comment.ts';
import type { Block } from '../../../shared/document/model.ts';
import { storyOf } from '../../../shared/document/story.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { NO_KEY } from '../tokens/content-keys.ts';
import { alignItems, type Aligned, type AlignOptions } from './align-items.ts';
import { alignWithSlides } from './align-slides.ts';
import { joinBags, type Feature, type FeaturedBlocks } from './feature.ts';

/** A half-open range of the blocks of one side. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Aligns the blocks of two documents. Comments follow everything else, and pair with comments only. */
export function alignWithComments(
  a: FeaturedBlocks,
  b: FeaturedBlocks,
  vocabulary: Vocabulary,
  options: AlignOptions,
): Aligned[] {
  const [ofA, ofB] = [commentRanges(a.blocks), commentRanges(b.blocks)];
  if (ofA.length === 0 && ofB.length === 0) return alignWithSlides(a, b, vocabulary, options);
  const body = ({ blocks, features }: FeaturedBlocks, [first]: readonly Range[]): FeaturedBlocks => {
    const end = first?.from ?? blocks.length;
    return { blocks: blocks.slice(0, end), features: features.slice(0, end) };
  };
  const aligned = alignWithSlides(body(a, ofA), body(b, ofB), vocabulary, options);
  const items = (side: FeaturedBlocks, ranges: readonly Range[]): Feature[] =>
    ranges.map((range) => featureOfComment(side, range, vocabulary));
  // Two comments of one author and one time are one comment, however much of it was rewritten.
  const rows = alignItems(items(a, ofA), items(b, ofB), vocabulary, {
    swapped: options.swapped,
    findSplits: false,
    pairLeftovers: true,
  });
  for (const row of rows) {
    const [x, y] = [row.a === undefined ? undefined : ofA[row.a]!, row.b === undefined ? undefined : ofB[row.b]!];
    if (x && y) aligned.push(...alignedPair(a, b, x, y, vocabulary, options));
    else if (x) for (let at = x.from; at < x.to; at += 1) aligned.push({ a: at });
    else if (y) for (let at = y.from; at < y.to; at += 1) aligned.push({ b: at });
  }
  return aligned;
}

/** The first blocks of two comments are a pair: both name the author. */
function alignedPair(
  a: FeaturedBlocks,
  b: FeaturedBlocks,
  x: Range,
  y: Range,
  vocabulary: Vocabulary,
  options: AlignOptions,
): Aligned[] {
  const isNamed = ({ blocks }: FeaturedBlocks, { from }: Range): boolean => {
    const block = blocks[from];
    return block?.kind === 'text' && (commentIn(block.attributes)?.author ?? '') !== '';
  };
  const first = isNamed(a, x) && isNamed(b, y) ? 1 : 0;
  const rest = alignItems(a.features.slice(x.from + first, x.to), b.features.slice(y.from + first, y.to), vocabulary, {
    ...options,
    pairLeftovers: true,
  });
  const shifted = rest.map((row): Aligned => {
    if (row.a === undefined) return { ...row, b: row.b + y.from + first };
    if (row.b === undefined) return { ...row, a: row.a + x.from + first };
    return { a: row.a + x.from + first, b: row.b + y.from + first };
  });
  return first === 1 ? [{ a: x.from, b: y.from }, ...shifted] : shifted;
}

/** Number of rows before the first comment. */
export function rowsBeforeComments(aligned: readonly Aligned[], a: readonly Block[], b: readonly Block[]): number {
  const first = aligned.findIndex((row) => isComment(row.a === undefined ? b[row.b]! : a[row.a]!));
  return first === -1 ? aligned.length : first;
}

function isComment({ path }: Block): boolean {
  return storyOf(path)?.kind === 'comment';
}

/** The comments of a document; empty if something else follows one. */
function commentRanges(blocks: readonly Block[]): Range[] {
  const starts: number[] = [];
  for (const [at, block] of blocks.entries()) {
    if (!isComment(block) && starts.length > 0) return [];
    if (isComment(block) && (starts.length === 0 || (block.kind === 'text' && block.attributes[COMMENT] !== undefined)))
      starts.push(at);
  }
  return starts.map((from, at) => ({ from, to: starts[at + 1] ?? blocks.length }));
}

function featureOfComment({ blocks, features }: FeaturedBlocks, { from, to }: Range, { keys }: Vocabulary): Feature {
  const [first] = blocks.slice(from, to);
  const facts = first?.kind === 'text' ? commentIn(first.attributes) : null;
  const own = features.slice(facts !== null && facts.author !== '' ? from + 1 : from, to);
  const who = keys.ofText(`comment by|${facts?.author ?? ''}|${facts?.date ?? ''}`);
  const text = own.reduce((key, feature) => keys.ofPair(key, feature.formKey), keys.ofText('comment'));
  return {
    family: who,
    type: 'comment',
    formKey: keys.ofPair(who, text),
    textKey: own.length === 0 ? NO_KEY : text,
    placeKey: NO_KEY,
    splittable: false,
    continues: false,
    get length() {
      return own.reduce((sum, { length }) => sum + length, 0);
    },
    bag: () => joinBags(own.map((feature) => feature.bag())),
  };
}
