import { readInteger } from './attributes.ts';
import type { TagAttributes } from './attributes.ts';
import { isText, type ParentNode } from './tree/html-tree.ts';
import { readMarker } from './list-style.ts';
import type { ListPath, OpenStep } from './list-path.ts';

const STEPS = new Set('ul menu dir ol li dd dt blockquote'.split(' '));

/** Whether an element is a list, an item or a quotation; `inFragment`: in the service's own fragment, a paragraph too. */
export function opensStep(name: string, attributes: TagAttributes, inFragment: boolean): boolean {
  return STEPS.has(name) || (inFragment && name === 'div' && attributes.get('class') === 'para');
}

/** Opens the step of an element that `opensStep` accepts. `counted`: it takes a number of its list. */
export function openStep(paths: ListPath, node: ParentNode, attributes: TagAttributes, counted: boolean): OpenStep {
  const { name } = node;
  switch (name) {
    case 'ol': {
      const reversed = attributes.has('reversed');
      const start = readInteger(attributes.get('start')) ?? (reversed ? itemCount(node) : 1);
      return paths.openList('ol', { start, by: reversed ? -1 : 1, marker: readMarker(attributes) });
    }
    case 'ul':
    case 'menu':
    case 'dir':
      return paths.openList('ul', { start: 1, by: 1, marker: readMarker(attributes) });
    case 'li':
      return paths.openListItem(readInteger(attributes.get('value')), counted, readMarker(attributes));
    case 'dd':
    case 'dt':
      return paths.openItem(name);
    case 'blockquote':
      return paths.openQuote();
    default:
      return paths.openItem('para');
  }
}

/** Number of items directly in a list. */
function itemCount({ first }: ParentNode): number {
  let count = 0;
  for (let node = first; node !== null; node = node.next) if (!isText(node) && node.name === 'li') count += 1;
  return count;
}
