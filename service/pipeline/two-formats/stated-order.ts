/**
 * The order of a print. A page shows places, and its reader guesses an order. The other document states one. So words
 * that are printed where their stated place allows them take the stated order. Cells of a row stand side by side, a
 * text box stands anywhere on its page. A paragraph, a row or a word in another place stays where it is printed.
 */
import { DisplacedWords, type Displaced } from './displaced-words.ts';
import { sideOf, type Side } from './leaves.ts';
import { pairWords } from './pair-words.ts';
import type { PlacedBlock } from './placed-block.ts';
import { reorderBlocks, type Joint } from './reorder-blocks.ts';
import { slideToLines } from './slide-to-lines.ts';
import { wordPlaces, type WordPlace } from './word-places.ts';

/** The printed blocks in the order that the other document states, as far as their places allow it. */
export function orderAsStated(printed: readonly PlacedBlock[], stated: readonly PlacedBlock[]): PlacedBlock[] {
  if (!printed.some(({ lines = [] }) => lines.length > 0)) return [...printed];
  const [own, lead] = [sideOf(printed), sideOf(stated)];
  const places = wordPlaces(own);
  const inOrder = slideToLines(own, lead, places, pairWords(own, lead));
  const displaced = new DisplacedWords(own, lead, places, inOrder).find();
  const joints = jointsOf(own, lead, places, inOrder, displaced);
  return reorderBlocks(own, orderOf(own, inOrder, displaced.words), joints);
}

/** A line end is no space and no end of a word. What is stated there counts. */
function jointsOf(
  own: Side,
  lead: Side,
  places: readonly (WordPlace | undefined)[],
  inOrder: Int32Array,
  { words, rests }: Displaced,
): Map<number, Joint> {
  const joints = new Map<number, Joint>([...rests].map((word) => [word, 'glue']));
  const pairOf = (word: number): number => words.get(word) ?? inOrder[word]!;
  for (let word = 1; word < own.words.length; word += 1) {
    const pair = pairOf(word);
    const isAtLineEnd =
      own.words[word - 1]!.block === own.words[word]!.block && places[word - 1]?.line !== places[word]?.line;
    if (!isAtLineEnd || rests.has(word) || pair < 1 || pairOf(word - 1) !== pair - 1) continue;
    const [first, second] = [lead.words[pair - 1]!, lead.words[pair]!];
    if (first.block !== second.block) continue;
    const touches = first.start + first.text.length === second.start;
    const [a, b] = [own.words[word - 1]!, own.words[word]!];
    if (touches !== (a.start + a.text.length === b.start)) joints.set(word, touches ? 'glue' : 'end');
  }
  return joints;
}

/** The printed words in their new order. A word that takes another place follows the one that is stated before it. */
function orderOf(own: Side, inOrder: Int32Array, lifted: ReadonlyMap<number, number>): number[] {
  const waiting = [...lifted].sort(([, a], [, b]) => a - b);
  const order: number[] = [];
  let taken = 0;
  const take = (until: number): void => {
    for (; taken < waiting.length && waiting[taken]![1] < until; taken += 1) order.push(waiting[taken]![0]);
  };
  const paired = own.words.map((_, word) => word).filter((word) => inOrder[word]! >= 0);
  take(paired.length === 0 ? Infinity : inOrder[paired[0]!]!);
  let next = 0;
  own.words.forEach((_, word) => {
    if (lifted.has(word)) return;
    order.push(word);
    if (inOrder[word]! < 0) return;
    next += 1;
    take(next === paired.length ? Infinity : inOrder[paired[next]!]!);
  });
  return order;
}
