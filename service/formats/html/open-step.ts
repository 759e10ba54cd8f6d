import { readInteger } from './attributes.ts';
import type { TagAttributes } from './attributes.ts';
import type { ListPath, OpenStep } from './list-path.ts';

const STEPS = new Set('ul menu dir ol li dd dt blockquote'.split(' '));

/** Whether an element is a list, an item or a quotation; `inFragment`: in the service's own fragment, a paragraph too. */
export function opensStep(name: string, attributes: TagAttributes, inFragment: boolean): boolean {
  return STEPS.has(name) || (inFragment && name === 'div' && attributes.get('class') === 'para');
}

/** Opens the step of an element that `opensStep` accepts. `counted`: it takes a number of its list. */
export function openStep(paths: ListPath, name: string, attributes: TagAttributes, counted: boolean): OpenStep {
  switch (name) {
    case 'ol':
      return paths.openList('ol', readInteger(attributes.get('start')) ?? 1);
    case 'ul':
    case 'menu':
    case 'dir':
      return paths.openList('ul', 1);
    case 'li':
      return paths.openListItem(readInteger(attributes.get('value')), counted);
    case 'dd':
    case 'dt':
      return paths.openItem(name);
    case 'blockquote':
      return paths.openQuote();
    default:
      return paths.openItem('para');
  }
}
