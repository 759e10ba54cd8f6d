import { expect, test } from 'vitest';
import { sideOf } from '../../../../service/pipeline/two-formats/leaves.ts';
import { slideToLines } from '../../../../service/pipeline/two-formats/slide-to-lines.ts';
import { p } from '../../../builders/document.ts';

const side = (...texts: readonly string[]) => sideOf(texts.map((text) => ({ block: p(text), page: 1 })));

test('the words without pairs are a whole stated text, not the end of one and the start of the next', () => {
  const [own, lead] = [side('name', '{ more'), side('name', '{ sum }', '{ more')];
  const places = own.words.map(() => undefined);
  expect([...slideToLines(own, lead, places, Int32Array.from([0, 1, 5]))]).toEqual([0, 4, 5]);
});
