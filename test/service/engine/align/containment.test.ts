import { expect, it } from 'vitest';
import { Containment } from '../../../../service/engine/align/containment.ts';
import { featureOfBlock, type Feature } from '../../../../service/engine/align/feature.ts';
import { likeness } from '../../../../service/engine/align/pair-alike.ts';
import { Vocabulary } from '../../../../service/engine/tokens/vocabulary.ts';
import { PLAIN_ATTRIBUTES, type TextBlock } from '../../../../shared/document/model.ts';
import { TOP } from '../../../../shared/document/path.ts';

const BAR = { shareMin: 0.7, phraseMin: 60 };
const LINES = Array.from(
  { length: 200 },
  (_, line) => `clause${line} of part${line} says word${line} and other${line}.`,
);

function paragraph(text: string): TextBlock {
  return { kind: 'text', type: 'p', attributes: PLAIN_ATTRIBUTES, runs: [{ text, marks: 0, href: null }], path: TOP };
}

/** A feature that counts how often one of its tokens is read. */
function counted(feature: Feature): { readonly feature: Feature; readonly reads: () => number } {
  let reads = 0;
  const bag = feature.bag();
  const ids = new Proxy(bag.ids, {
    get(target, name): unknown {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  const own = { ids, total: bag.total };
  return { feature: Object.assign(Object.create(feature) as Feature, { bag: () => own }), reads: () => reads };
}

it('reads a long text once, however many short texts are searched in it', () => {
  const vocabulary = new Vocabulary();
  const shorts = LINES.map((line) => featureOfBlock(paragraph(line), vocabulary));
  const { feature: long, reads } = counted(featureOfBlock(paragraph(LINES.join(' ')), vocabulary));
  const containment = new Containment(vocabulary);
  for (const [index, short] of shorts.entries()) {
    expect(containment.common(short, long, BAR)).toBe(short.bag().total);
    // Other texts are compared in between, because the pairs of a gap come in any order.
    likeness(short, shorts[(index + 1) % shorts.length]!, vocabulary, 0);
  }
  expect(reads()).toBeLessThan(3 * long.bag().ids.length);
});

it('finds nothing in texts that share a few words in another order', () => {
  const vocabulary = new Vocabulary();
  const [x, y] = ['The fee is due on the first day of a month.', 'A day in the first month is not one of the due.'];
  const features = [x, y].map((text) => featureOfBlock(paragraph(text), vocabulary));
  expect(new Containment(vocabulary).common(features[0]!, features[1]!, BAR)).toBe(0);
});
