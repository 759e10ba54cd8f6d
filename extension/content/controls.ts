/** What a page shows of its form controls now. The values are properties; the attributes have the first values. */
import { choiceSign, choicesText, gaugeText, inputSight } from '../../shared/document/control-text.ts';
import {
  attributeOf,
  checkedOf,
  localNameOf,
  optionsOf,
  parentElementOf,
  valueOfArea,
  valueOfInput,
} from './plain-dom.ts';
import { escapeHtml, escapeText } from '../../shared/escape-html.ts';

const CONTROLS: ReadonlySet<string> = new Set('input textarea select meter progress'.split(' '));
/** A token of `autocomplete` for a payment card (HTML Standard, 4.10.18.7.1). */
const PAYMENT_CARD = /(?:^|\s)cc-/i;
/** A field whose value does not leave the page. The service lists it. */
const SECRET_FIELD = '<input type="password">';

/** Whether an element is a form control that is written as text. */
export function isControl(tag: string): boolean {
  return CONTROLS.has(tag);
}

/** Whether the value of a field must not leave the page: a password, or data of a payment card. */
export function isSecret(field: Element): boolean {
  if (PAYMENT_CARD.test(attributeOf(field, 'autocomplete') ?? '')) return true;
  return localNameOf(field) === 'input' && inputSight(attributeOf(field, 'type')) === 'secret';
}

/** The markup of a control: what it shows, as text. Empty if it shows nothing. */
export function controlMarkup(control: Element): string {
  switch (localNameOf(control)) {
    case 'input':
      return inputMarkup(control as HTMLInputElement);
    case 'textarea': {
      if (isSecret(control)) return SECRET_FIELD;
      const value = valueOfArea(control as HTMLTextAreaElement);
      // The parser drops the first line feed.
      return value === '' ? hintOf(control) : `<pre>\n${escapeText(value)}</pre>`;
    }
    case 'select':
      return isSecret(control) ? SECRET_FIELD : framed(choicesOf(control as HTMLSelectElement));
    default:
      return framed(gaugeText(attributeOf(control, 'value'), attributeOf(control, 'max')));
  }
}

function inputMarkup(input: HTMLInputElement): string {
  const type = attributeOf(input, 'type');
  switch (inputSight(type)) {
    case 'sign':
      return choiceSign(checkedOf(input), type?.trim().toLowerCase() === 'radio');
    case 'value': {
      if (isSecret(input)) return SECRET_FIELD;
      const value = valueOfInput(input);
      return value === '' ? hintOf(input) : framed(value);
    }
    case 'secret':
      return SECRET_FIELD;
    case 'picture':
      return `<img alt="${escapeHtml(attributeOf(input, 'alt') ?? '')}">`;
    case 'nothing':
      return '';
  }
}

function choicesOf(select: HTMLSelectElement): string {
  const isMultiple = attributeOf(select, 'multiple') !== null;
  let around: Element | null = null;
  const choices = optionsOf(select).map(({ option, label, isSelected }) => {
    const parent = parentElementOf(option);
    const isGroup = parent !== null && parent !== around && localNameOf(parent) === 'optgroup';
    around = parent;
    const group = isGroup ? (attributeOf(parent, 'label') ?? '').trim() : '';
    return { label: label.trim(), isSelected, ...(group !== '' && { group }) };
  });
  return choicesText(choices, isMultiple);
}

/** The hint of an empty field, which the service lists. */
function hintOf(field: Element): string {
  const hint = (attributeOf(field, 'placeholder') ?? '').trim();
  return hint === '' ? ' ' : `<input placeholder="${escapeHtml(hint)}">`;
}

/** Spaces on both sides, as the service reads the frame of a control. */
function framed(text: string): string {
  return text === '' ? ' ' : ` ${escapeText(text)} `;
}
