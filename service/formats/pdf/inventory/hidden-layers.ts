import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { InventoryItem } from '../../../../shared/change/uncompared.ts';
import { pictureOf } from '../amend/picture-names.ts';
import type { OperatorList } from '../paint/interpret-page.ts';
import { sha256 } from '../../../sha256.ts';

/** The layers of a document (ISO 32000-2, 8.11), as pdf.js knows them. `group`: unchecked. */
export interface Layers {
  isVisible(group: unknown): boolean;
}

/** Maximum length of a label, in UTF-16 units. */
const LABEL_LENGTH = 80;

/**
 * Lists what a page has in layers that are off when the file opens. Its text is read like any other, so this item alone
 * says that a reader does not see it.
 */
export function hiddenLayerItems({ fnArray, argsArray }: OperatorList, layers: Layers, where: string): InventoryItem[] {
  /** Whether each open marked content is in a hidden layer. */
  const open: boolean[] = [];
  /** Numbers of open marked contents outside each form. */
  const forms: number[] = [];
  let [text, pictures, paths] = ['', '', 0];
  fnArray.forEach((operator, index) => {
    const operands = argsArray[index];
    const [first, second] = Array.isArray(operands) ? (operands as readonly unknown[]) : [];
    const isHidden = open.at(-1) === true;
    switch (operator) {
      case OPS.beginMarkedContent:
      case OPS.beginMarkedContentProps:
        open.push(isHidden || (first === 'OC' && isLayer(second) && !layers.isVisible(second)));
        if (isHidden && typeof first === 'string') pictures += pictureOf(first)?.sha256 ?? '';
        return;
      case OPS.endMarkedContent:
        if (open.length > (forms.at(-1) ?? 0)) open.pop();
        return;
      case OPS.paintFormXObjectBegin:
        // A form ends no marked content that began outside of it.
        forms.push(open.length);
        return;
      case OPS.paintFormXObjectEnd:
        open.length = Math.min(open.length, forms.pop() ?? 0);
        return;
      case OPS.showText:
      case OPS.showSpacedText:
        if (isHidden) text += textOf(first);
        return;
      case OPS.endText:
        if (isHidden) text += ' ';
        return;
      case OPS.constructPath:
      case OPS.shadingFill:
        if (isHidden) paths++;
        return;
      default:
    }
  });
  if (text === '' && pictures === '' && paths === 0) return [];
  const words = text.replaceAll(/\s+/gu, ' ').trim();
  const label = words.length <= LABEL_LENGTH ? words : `${words.slice(0, LABEL_LENGTH)} …`;
  const digest = sha256(`${words} ${pictures} ${paths}`);
  return [{ kind: 'hidden_content', where, ...(label !== '' && { label }), sha256: digest, count: 1 }];
}

function isLayer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The text of the glyphs that an operator shows. */
function textOf(items: unknown): string {
  if (!Array.isArray(items)) return '';
  return (items as readonly unknown[])
    .map((item) => {
      const unicode: unknown = typeof item === 'object' && item !== null && 'unicode' in item ? item.unicode : '';
      return typeof unicode === 'string' ? unicode : '';
    })
    .join('');
}
