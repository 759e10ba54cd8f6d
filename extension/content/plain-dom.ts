/**
 * Native DOM properties. A page can shadow them by names alone, without script: in a form, `<input
 * name="childNodes">` is `form.childNodes`; `<img name="body">` is `document.body`.
 */

/** Reads an accessor of a prototype on any object of its kind, also in frames. */
function getter<Owner extends object, Name extends keyof Owner>(prototype: Owner, name: Name) {
  return (owner: Owner): Owner[Name] => Reflect.get(prototype, name, owner);
}

/** The children of a node. */
export const childNodesOf = getter(Node.prototype, 'childNodes');
/** `Node.ELEMENT_NODE` and the like. */
export const nodeTypeOf = getter(Node.prototype, 'nodeType');
/** The parent element of a node; null at the top. */
export const parentElementOf = getter(Node.prototype, 'parentElement');
/** The document of a node; null for a document. */
export const ownerDocumentOf = getter(Node.prototype, 'ownerDocument');
/** The local name of an element, in lower case for HTML. */
export const localNameOf = getter(Element.prototype, 'localName');
/** The namespace of an element. */
export const namespaceOf = getter(Element.prototype, 'namespaceURI');
/** The current value of an `input`. */
export const valueOfInput = getter(HTMLInputElement.prototype, 'value');
/** Whether a checkbox or a radio button is checked now. */
export const checkedOf = getter(HTMLInputElement.prototype, 'checked');
/** The current text of a `textarea`. */
export const valueOfArea = getter(HTMLTextAreaElement.prototype, 'value');
/** The open shadow tree of an element. */
export const openShadowOf = getter(Element.prototype, 'shadowRoot');
/** The title of a page. */
export const titleOf = getter(Document.prototype, 'title');
/** The media type of a document. */
export const contentTypeOf = getter(Document.prototype, 'contentType');
/** The focused element. Documents and shadow trees have different getters. */
export const activeElementOf = getter(Document.prototype, 'activeElement');
/** The window of a document; null without one. */
export const windowOf = getter(Document.prototype, 'defaultView');

const optionListOf = getter(HTMLSelectElement.prototype, 'options');
const labelOf = getter(HTMLOptionElement.prototype, 'label');
const selectedOf = getter(HTMLOptionElement.prototype, 'selected');

/** The options of a `select` with their current state. */
export function optionsOf(select: HTMLSelectElement) {
  return Array.from(optionListOf(select), (option) => ({
    option,
    label: labelOf(option),
    isSelected: selectedOf(option),
  }));
}

/** The visible root of a page: the body of an HTML document, or the root of another document. */
export function shownRootsOf(page: Document): Element[] {
  // The types promise both to every document, but an XML document has no body.
  const shown: readonly (Element | null)[] = ['body' as const, 'documentElement' as const].map((name) =>
    Reflect.get(Document.prototype, name, page),
  );
  return shown.filter((element) => element !== null).slice(0, 1);
}

/** Whether an element has attributes. Most have none, and asking for each one dominates the time of a long page. */
export function hasAttributes(element: Element): boolean {
  return Element.prototype.hasAttributes.call(element);
}

/** The value of an attribute; null if it is missing. */
export function attributeOf(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** Whether an element matches a selector. */
export function matches(element: Element, selector: string): boolean {
  return Element.prototype.matches.call(element, selector);
}

/** The element or the nearest one around it that matches a selector; null if there is none. */
export function closestOf(element: Element, selector: string): Element | null {
  return Element.prototype.closest.call(element, selector);
}

/** Scrolls an element to the middle of the window. */
export function scrollToMiddle(element: Element): void {
  Element.prototype.scrollIntoView.call(element, { block: 'center' });
}

/** The elements that match a selector below a document or a shadow tree. */
export function elementsIn(root: Document | ShadowRoot, selector: string): Element[] {
  const { prototype } = nodeTypeOf(root) === Node.DOCUMENT_NODE ? Document : DocumentFragment;
  return [...Reflect.get(prototype, 'querySelectorAll').call(root, selector)];
}

/** The selection of a document; null if there is none. */
export function selectionOf(page: Document): Selection | null {
  return Document.prototype.getSelection.call(page);
}

/** A new empty range of a document. */
export function newRange(page: Document): Range {
  return Document.prototype.createRange.call(page);
}
