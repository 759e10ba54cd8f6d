/** The text of form controls in a page: what they show when the page opens. */
import { choiceSign, choicesText, gaugeText, inputSight, type Choice } from '../../../shared/document/control-text.ts';
import { attributeOf, isText, nextInside, type ChildNode, type ParentNode } from './html-tree.ts';
import { textBelow } from './subtree.ts';

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
      return framed(attributeOf(node, 'value') ?? '');
    default:
      return '';
  }
}

/** The text of a `meter` or `progress`. */
export function gaugeOf(node: ParentNode): string {
  return framed(gaugeText(attributeOf(node, 'value'), attributeOf(node, 'max')));
}

/** The choices of a `select`. A list box of one line shows its first option unless another one is selected. */
export function selectText(select: ParentNode): string {
  const isMultiple = attributeOf(select, 'multiple') !== undefined;
  const choices: Choice[] = [];
  let selected = -1;
  let firstEnabled = -1;
  let group: string | undefined;
  for (let node: ChildNode | null = select.first, below = true; node !== null; node = nextInside(select, node, below)) {
    below = true;
    if (isText(node)) continue;
    if (node.name === 'optgroup') group = attributeOf(node, 'label')?.trim() || undefined;
    if (node.name !== 'option') continue;
    below = false;
    const isSelected = attributeOf(node, 'selected') !== undefined;
    const { parent } = node;
    const isGroupDisabled = parent?.name === 'optgroup' && attributeOf(parent, 'disabled') !== undefined;
    const isDisabled = isGroupDisabled || attributeOf(node, 'disabled') !== undefined;
    if (isSelected) selected = choices.length;
    if (firstEnabled < 0 && !isDisabled) firstEnabled = choices.length;
    const label = (attributeOf(node, 'label') || textBelow(node)).trim();
    choices.push({ label, isSelected, ...(group !== undefined && { group }) });
    group = undefined;
  }
  if (isMultiple) return framed(choicesText(choices, true));
  const isListBox = Number(attributeOf(select, 'size') ?? 1) > 1;
  const shown = selected < 0 && !isListBox ? firstEnabled : selected;
  return framed(
    choicesText(
      choices.map((choice, at) => ({ ...choice, isSelected: at === shown })),
      false,
    ),
  );
}
