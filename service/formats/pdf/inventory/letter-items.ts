import type { InventoryItem } from '../../../../shared/change/uncompared.ts';
import { sha256 } from '../../../sha256.ts';
import { isSameShape } from '../paint/letter-shape.ts';
import type { PlacedLetter } from './letter-places.ts';
import { shortened } from './page-places.ts';

/** With this many common letters, a font of which more than this part is drawn differently is another font. */
const FACE_LETTERS = 6;
const OTHER_FACE = 0.5;

/**
 * Lists letters and digits that both sides read alike in a font of one name, and draw differently: an amount that is
 * drawn as 600 may say that it reads "500". Outlines are compared, so nothing has to be drawn. Fonts of different names
 * draw all letters in different ways, and are not compared.
 */
export function letterItems(sides: readonly (readonly PlacedLetter[])[]): InventoryItem[][] {
  const [original, revised] = sides.map((letters) => Map.groupBy(letters, ({ font }) => font));
  if (!original || !revised) return sides.map(() => []);
  const items: [InventoryItem[], InventoryItem[]] = [[], []];
  for (const [font, letters] of original) {
    const [a, b] = [letters, revised.get(font) ?? []].map((own) => Map.groupBy(own, ({ text }) => text));
    const common = [...a!.keys()].filter((text) => b!.has(text));
    const others = common.filter((text) => !areAlike(a!.get(text)!, b!.get(text)!));
    if (common.length >= FACE_LETTERS && others.length > OTHER_FACE * common.length) continue;
    for (const text of others) {
      items[0].push(itemOf(a!.get(text)!, b!.get(text)!));
      items[1].push(itemOf(b!.get(text)!, a!.get(text)!));
    }
  }
  return items;
}

/** Whether each way to draw a letter is one of the other side. */
function areAlike(a: readonly PlacedLetter[], b: readonly PlacedLetter[]): boolean {
  return [
    [a, b],
    [b, a],
  ].every(([own, others]) => own!.every((letter) => hasPartner(letter, others!)));
}

function hasPartner({ shape }: PlacedLetter, others: readonly PlacedLetter[]): boolean {
  return others.some((other) => isSameShape(shape, other.shape));
}

/** The first way to draw a letter that the other side does not have, or else the first of all. */
function itemOf(own: readonly PlacedLetter[], others: readonly PlacedLetter[]): InventoryItem {
  const { text, shape, page, word } = own.find((letter) => !hasPartner(letter, others)) ?? own[0]!;
  const label = shortened(word === text ? text : `${text} in “${word}”`);
  const drawings = own.map((letter) => letter.shape.rows.join(' ')).join('\n');
  return {
    kind: 'letter_drawing',
    where: `on page ${page}`,
    label,
    sha256: sha256(`${shape.width}\n${drawings}`),
    count: 1,
  };
}
