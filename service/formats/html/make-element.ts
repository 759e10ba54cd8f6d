import type { TextType } from '../../../shared/document/model.ts';
import { readHref, readShownAttributes } from './attributes.ts';
import type { TagAttributes } from './attributes.ts';
import type { Flow, TextContext } from './flow.ts';
import { readInlineStyle } from './inline-style.ts';
import type { ElementRole, OpenElement } from './open-elements.ts';
import { HEADING, markBit } from './tags.ts';
import type { TagTraits } from './tags.ts';

const STRONG = markBit('strong');

/** A start tag and where it stands. */
export interface ElementSource {
  readonly name: string;
  readonly traits: TagTraits;
  readonly attributes: TagAttributes;
  readonly role: ElementRole;
  readonly flow: Flow;
  /** Context of the text around it. */
  readonly around: TextContext;
  /** It stands in the service's own fragment, whose classes are read back. */
  readonly inFragment: boolean;
}

/** The open element of a start tag: its marks, link and text context from name, `style` and other attributes. */
export function makeElement(source: ElementSource): OpenElement {
  const { name, traits, attributes, role, flow, around, inFragment } = source;
  let marks = traits.mark;
  let dropped = traits.dropped;
  let href: string | null = null;
  const type = typeOf(source);
  let context = around.type === type ? around : { ...around, type };
  if (attributes.size > 0) {
    dropped ||= attributes.has('hidden');
    const style = attributes.get('style');
    if (style !== undefined) {
      const { sets, unsets, hides } = readInlineStyle(style);
      // Headings and header cells are bold as they are.
      const ignored = HEADING.test(name) || name === 'th' ? STRONG : 0;
      marks = (marks & ~unsets) | (sets & ~ignored);
      dropped ||= hides;
    }
    // The fragment writes an image that is not shown inside a link of its own, which is not the document's.
    if (name === 'a' && !(inFragment && attributes.get('class') === 'image')) href = readHref(attributes);
    if (traits.block || traits.tablePart || role.is === 'cell' || role.is === 'caption') {
      const shown = readShownAttributes(attributes, context.attributes);
      if (shown !== context.attributes) context = { ...context, attributes: shown };
    }
  }
  return { name, traits, role, flow, context, marks, href, dropped, onStack: false, place: -1 };
}

function typeOf({ name, traits, attributes, role, around, inFragment }: ElementSource): TextType {
  if (role.is === 'cell') return 'p';
  if (role.is === 'caption') return 'caption';
  if (around.type === 'caption') return traits.type === 'pre' ? 'pre' : 'caption';
  if (inFragment && (name === 'p' || name === 'pre')) {
    const ownClass = attributes.get('class');
    if (ownClass === 'line') return name === 'p' ? 'line' : 'code-line';
    if (ownClass === 'caption') return 'caption';
  }
  return traits.type ?? around.type;
}
