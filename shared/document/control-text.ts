/** The text that a reader sees of a form control. The reader of pages and the extension write it alike. */

/** How the text of an `input` comes about. */
export type InputSight =
  /** It shows its value. */
  | 'value'
  /** It shows a sign, checked or not. */
  | 'sign'
  /** It hides its value. */
  | 'secret'
  /** It is a picture. */
  | 'picture'
  /** It shows nothing of its own. */
  | 'nothing';

const SIGHTS: ReadonlyMap<string, InputSight> = new Map<string, InputSight>([
  ['checkbox', 'sign'],
  ['radio', 'sign'],
  ['password', 'secret'],
  ['image', 'picture'],
  ['hidden', 'nothing'],
  ['file', 'nothing'],
]);

/** What a reader sees of an `input` of this type (HTML Standard, 4.10.5). An unknown type is a text field. */
export function inputSight(type: string | null | undefined): InputSight {
  return SIGHTS.get((type ?? '').trim().toLowerCase()) ?? 'value';
}

/**
 * The sign of a checkbox, and of an option where several can be selected. Or the sign of a radio button and a single
 * option.
 */
export function choiceSign(isChosen: boolean, isOneOfMany: boolean): string {
  if (isOneOfMany) return isChosen ? '◉ ' : '○ ';
  return isChosen ? '☑ ' : '☐ ';
}

/** One choice of a `select`. */
export interface Choice {
  readonly label: string;
  readonly isSelected: boolean;
  /** Label of its group, where the group begins. */
  readonly group?: string;
}

/** One choice of a `select`. `isMultiple`: several can be selected. */
export function choiceText({ label, isSelected, group }: Choice, isMultiple: boolean): string {
  return (group === undefined ? '' : `${group}: `) + choiceSign(isSelected, !isMultiple) + label;
}

/** The choices of a `select` in one line. */
export function choicesText(choices: readonly Choice[], isMultiple: boolean): string {
  return choices.map((choice) => choiceText(choice, isMultiple)).join(' ');
}

/** What a `meter` or a `progress` shows: its value and its maximum. Empty without a value. */
export function gaugeText(value: string | null | undefined, max: string | null | undefined): string {
  return value === null || value === undefined || value === '' ? '' : `${value}/${max || '1'}`;
}
