import { STORY_KINDS } from '../../shared/document/path.ts';
import { isLinkable, isShownImage } from '../../shared/fragment/safe-url.ts';
import { markStruckSigns } from './struck-signs.ts';

/** The elements of the fragment (docs/fragment.md). */
const ELEMENTS = new Set(
  (
    'div section ul ol li dl dt dd blockquote p h1 h2 h3 h4 h5 h6 pre hr figure table thead tbody tfoot tr td th ' +
    'br img ins del span a strong em u s sup sub mark code'
  ).split(' '),
);

/** Classes of the fragment, and of the rows that show two sides side by side. */
const CLASSES = new Set([
  ...['diffsvc', 'para', 'line', 'caption', 'image', 'diffsvc-row', 'diffsvc-cell'],
  ...STORY_KINDS.map((kind) => `story ${kind}`),
]);

const PLAIN_ATTRIBUTES = new Set('alt colspan dir height hidden lang rowspan value width'.split(' '));

function isSafe({ name, value }: Attr): boolean {
  if (name === 'href') return isLinkable(value);
  if (name === 'src') return isShownImage(value);
  if (name === 'class') return CLASSES.has(value);
  return PLAIN_ATTRIBUTES.has(name) || name.startsWith('data-');
}

/**
 * Parses HTML that `shared/fragment` wrote into nodes for a page. Parsing runs no script and loads nothing. The
 * scanner and the writer allow only the grammar. This function removes anything else as a second defence. Deleted signs
 * have a class of their own.
 */
export function safeNodes(html: string): Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('*')) {
    if (!ELEMENTS.has(element.localName) || element.namespaceURI !== body.namespaceURI) {
      element.remove();
      continue;
    }
    if (!element.hasAttributes()) continue;
    for (const attribute of [...element.attributes]) {
      if (!isSafe(attribute)) element.removeAttributeNode(attribute);
    }
  }
  markStruckSigns(body);
  return [...body.childNodes];
}
