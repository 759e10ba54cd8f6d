import { ownLabel, tidyLabel } from '../../../../shared/document/label.ts';
import { decimal, writeNumeral } from '../../numerals/numeral.ts';
import type { Level } from './definitions.ts';

/**
 * The label of an item (ECMA-376 part 1, 17.9.11). It is the text of the item's level, with level numbers in place of
 * `%1` to `%9`. `values`: the number of each level. Empty if the level shows nothing.
 */
export function labelText(levels: readonly Level[], level: number, values: readonly number[]): string {
  const { kind, text, hasPicture, legal } = levels[level]!;
  if (kind === 'ul') return hasPicture ? ownLabel('ul', 0) : tidyLabel(text);
  const label = text.replaceAll(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1;
    const referred = levels[at]!;
    // A label names its own level and those around it (17.9.11), and bullets are no numbers.
    if (at > level || referred.kind === 'ul') return '';
    const value = values[at]!;
    const shown = writeNumeral(referred.numeral, value);
    return legal && shown !== '' ? writeNumeral(decimal, value) : shown;
  });
  return tidyLabel(label);
}
