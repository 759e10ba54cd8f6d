/** MathML as one line of text. It knows the elements of MathML Core, and the older `mfenced` and `maction`. */
import { html } from 'parse5';
import { fraction, matrix, root, scripts, stack } from '../../normalise/linear-math.ts';
import { attributeOf, isText, type ParentNode } from '../tree/html-tree.ts';
import { textBelow } from '../tree/subtree.ts';

/** Elements whose text is shown. White space between other elements is layout. */
const TOKENS: ReadonlySet<string> = new Set('mi mn mo mtext ms'.split(' '));
/** Elements without a visible text: annotations in another language, and space of the size of its content. */
const UNSEEN: ReadonlySet<string> = new Set('annotation annotation-xml mphantom none mprescripts'.split(' '));
/** Function application, invisible times, separator and plus: they are not painted. */
const INVISIBLE_OPERATORS = /[\u2061-\u2064]/g;
const WHITE_SPACE = /[\t\n\f\r ]+/g;

/** The text of an equation or a part of one. It recurses no deeper than a page may nest. */
export function mathText(node: ParentNode): string {
  // Text elements of HTML may be inside an `mtext`.
  if (node.namespace !== html.NS.MATHML || TOKENS.has(node.name))
    return textBelow(node).replace(INVISIBLE_OPERATORS, '').replace(WHITE_SPACE, ' ').replace(/^ | $/g, '');
  if (UNSEEN.has(node.name)) return '';
  const parts: string[] = [];
  let prescripts = -1;
  for (let child = node.first; child !== null; child = child.next) {
    if (isText(child)) continue;
    if (child.name === 'mprescripts') prescripts = parts.length;
    else parts.push(mathText(child));
  }
  return lineOf(node, parts, prescripts < 0 ? parts.length : prescripts);
}

/** An element as a line, from the lines of its children. `prescripts`: the index of the first script before the base. */
function lineOf(node: ParentNode, parts: readonly string[], prescripts: number): string {
  const [first = '', second = '', third = ''] = parts;
  switch (node.name) {
    case 'mfrac':
      return (isZero(attributeOf(node, 'linethickness')) ? stack : fraction)(first, second);
    case 'msqrt':
      return root('', parts.join(''));
    case 'mroot':
      return root(second, first);
    case 'msub':
    case 'munder':
      return scripts(first, second, undefined);
    case 'msup':
    case 'mover':
      return scripts(first, undefined, second);
    case 'msubsup':
    case 'munderover':
      return scripts(first, second, third);
    case 'mmultiscripts':
      return scriptPairs(parts.slice(prescripts)) + first + scriptPairs(parts.slice(1, prescripts));
    case 'menclose':
      return `${attributeOf(node, 'notation')?.trim() || 'longdiv'}(${parts.join('')})`;
    case 'semantics':
    case 'maction':
      return first;
    case 'mtable':
      return matrix(parts.map((row) => [row]));
    case 'mtr':
    case 'mlabeledtr':
      return parts.join(', ');
    case 'mfenced': {
      const separator = (attributeOf(node, 'separators') ?? ',').charAt(0);
      return (attributeOf(node, 'open') ?? '(') + parts.join(separator) + (attributeOf(node, 'close') ?? ')');
    }
    default:
      return parts.join('');
  }
}

/** Whether a length of MathML is zero, in whatever unit. */
function isZero(length: string | undefined): boolean {
  return /^\s*[+-]?0+(?:\.0*)?\s*(?:%|[a-z]+)?\s*$/i.test(length ?? '');
}

/** Lower and upper scripts in turn. An empty one is absent. */
function scriptPairs(parts: readonly string[]): string {
  let text = '';
  for (let at = 0; at < parts.length; at += 2) text += scripts('', parts[at] || undefined, parts[at + 1] || undefined);
  return text;
}
