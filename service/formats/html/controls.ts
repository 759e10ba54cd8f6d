/** The text of form controls in a page: what they show when the page opens. */
import { choiceSign, choiceText, gaugeText, inputSight, type Choice } from '../../../shared/document/control-text.ts';
import { attributeOf, isText, nextInside, type ChildNode, type ParentNode } from './tree/html-tree.ts';
import { textBelow } from './tree/subtree.ts';

/** What browsers write on a button without a value (HTML Standard, 4.10.5.1.18 and 4.10.5.1.20). */
const CAPTIONS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' };

/** Spaces on both sides, as the frame of a control separates it from its surroundings. */
function framed(text: string): string {
  return text === '' ? ' ' : ` ${text} `;
}

/** The text of an `input`; empty for a secret and where nothing is shown. */
export function inputText(node: ParentNode): string {
  const type = attributeOf(node, 'type');
  switch (inputSight(type)) {
    case 'sign':
      return choiceSign(attributeOf(node, 'checked') !== undefined, type?.trim().toLowerCase() === 'radio');
    case 'value':
      return framed(attributeOf(node, 'value') ?? CAPTIONS[type?.trim().toLowerCase() ?? ''] ?? '');
    default:
      return '';
  }
}

/** The text of a `meter` or `progress`. */
export function gaugeOf(node: ParentNode): string {
  return framed(gaugeText(attributeOf(node, 'value'), attributeOf(node, 'max')));
}

/**
 * The choices of a `select` with their elements. A list box of one line shows its first option unless another one is
 * selected.
 */
export function optionsOf(select: ParentNode): { readonly text: string; readonly option: ParentNode }[] {
  const isMultiple = attributeOf(select, 'multiple') !== undefined;
  const choices: (Choice & { readonly option: ParentNode })[] = [];
  let selected = -1;
  let firstEnabled = -1;
  let group: string | undefined;
  for (let node: ChildNode | null = select.first, below = true; node !== null; node = nextInside(select, node, below)) {
    below = true;
    if (isText(node)) continue;
    if (node.name === 'optgroup') group = attributeOf(node, 'label')?.trim() || undefined;
    if (node.name !== 'option') continue;
    below = false;
    if (attributeOf(node, 'hidden') !== undefined) continue;
    const isSelected = attributeOf(node, 'selected') !== undefined;
    const { parent } = node;
    const isGroupDisabled = parent?.name === 'optgroup' && attributeOf(parent, 'disabled') !== undefined;
    const isDisabled = isGroupDisabled || attributeOf(node, 'disabled') !== undefined;
    if (isSelected) selected = choices.length;
    if (firstEnabled < 0 && !isDisabled) firstEnabled = choices.length;
    const label = (attributeOf(node, 'label') || textBelow(node)).trim();
    choices.push({ label, isSelected, option: node, ...(group !== undefined && { group }) });
    group = undefined;
  }
  const isListBox = Number(attributeOf(select, 'size') ?? 1) > 1;
  const shown = selected < 0 && !isListBox ? firstEnabled : selected;
  return choices.map((choice, at) => {
    const isShown = isMultiple ? choice.isSelected : at === shown;
    return { text: framed(choiceText({ ...choice, isSelected: isShown }, isMultiple)), option: choice.option };
  });
}
