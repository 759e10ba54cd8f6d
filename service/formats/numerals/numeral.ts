/**
 * Writes a number in one numeral system. Null: the system has no form for the number, such as a letter for 0. Then
 * word processors and browsers write decimal digits.
 */
export type Numeral = (value: number) => string | null;

/** Decimal digits, with a minus sign where needed. */
export const decimal: Numeral = String;

/** A number in a numeral system, or in decimal digits if the system has no form for it. */
export function writeNumeral(numeral: Numeral, value: number): string {
  return numeral(value) ?? decimal(value)!;
}

/** The same numerals with capital letters. */
export function capital(numeral: Numeral): Numeral {
  return (value) => numeral(value)?.toUpperCase() ?? null;
}
