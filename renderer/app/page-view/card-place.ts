/** Where the decision of a change is offered on a page, so that it covers as little of the text as possible. */

/** A rectangle on a page, in CSS pixels from its upper left corner. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Between a mark and the card. */
const GAP = 6;

/**
 * The upper left corner of a card of a size at a mark. The card is below the mark, above it, behind it, or in a margin
 * beside it, and always on the page. It goes where it covers the least text; of equal places to the first of these.
 */
export function cardPlace(
  mark: Area,
  card: Pick<Area, 'width' | 'height'>,
  page: Pick<Area, 'width' | 'height'>,
  texts: readonly Area[],
): Pick<Area, 'x' | 'y'> {
  const middle = mark.y + (mark.height - card.height) / 2;
  const places = [
    { x: mark.x, y: mark.y + mark.height + GAP },
    { x: mark.x, y: mark.y - card.height - GAP },
    { x: mark.x + mark.width + GAP, y: middle },
    { x: page.width - card.width, y: middle },
    { x: 0, y: middle },
  ].map(({ x, y }) => ({
    x: Math.max(0, Math.min(x, page.width - card.width)),
    y: Math.max(0, Math.min(y, page.height - card.height)),
  }));
  const covers = places.map((place) => {
    const area = { ...place, ...card };
    // A place that covers the mark itself is the last choice.
    return texts.reduce((sum, text) => sum + sharedArea(area, text), sharedArea(area, mark) * page.width);
  });
  return places[covers.indexOf(Math.min(...covers))]!;
}

function sharedArea(one: Area, other: Area): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}
