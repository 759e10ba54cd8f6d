/** The decision that is offered on a page covers no text where the page has room for it. */
import { expect, it } from 'vitest';
import { cardPlace } from '../../../../renderer/app/page-view/card-place.ts';

const PAGE = { width: 600, height: 800 };
const CARD = { width: 180, height: 44 };
/** A page of lines of a width, 20 pixels apart. */
const lines = (width: number) => Array.from({ length: 35 }, (_, at) => ({ x: 60, y: 50 + 20 * at, width, height: 12 }));
const mark = { x: 60, y: 250, width: 100, height: 12 };

it('is below a mark that has nothing below it', () => {
  expect(cardPlace(mark, CARD, PAGE, lines(480).slice(0, 11))).toEqual({ x: 60, y: 268 });
});

it('is behind short lines', () => {
  expect(cardPlace(mark, CARD, PAGE, lines(100))).toEqual({ x: 166, y: 234 });
});

it('is in the margin where lines reach further than the mark', () => {
  expect(cardPlace(mark, CARD, PAGE, lines(350))).toEqual({ x: 420, y: 234 });
});

it('stays on the page', () => {
  const low = { x: 560, y: 780, width: 30, height: 12 };
  expect(cardPlace(low, CARD, PAGE, [])).toEqual({ x: 420, y: 730 });
});

it('covers the mark never, and some text if it has to', () => {
  const { x, y } = cardPlace(mark, CARD, PAGE, lines(540));
  const isApart = x >= 160 || x + CARD.width <= 60 || y >= 262 || y + CARD.height <= 250;
  expect(isApart).toBe(true);
});
