/** The places of drawings (`drawing-place.ts`) as a declaration of the text beside them. */

/** Declaration of the places of the drawings that a paragraph shows. */
export const DRAWINGS = 'drawings';
const BETWEEN = ' / ';

/** Several places as the value of `DRAWINGS`. */
export function joinPlaces(places: readonly string[]): string {
  return places.join(BETWEEN);
}

/** The places in such a value. */
export function placesIn(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(BETWEEN);
}
