/**
 * Properties of the DOM as the browser means them. A page can put others in their place by names alone, without script:
 * in a form, `<input name="childNodes">` is `form.childNodes`; `<img name="body">` is `document.body`.
 */

/** Reads an accessor of a prototype on any object of its kind, those of frames too. */
function getter<Owner extends object, Name extends keyof Owner>(prototype: Owner, name: Name) {
  return (owner: Owner): Owner[Name] => Reflect.get(prototype, name, owner);
}

/** What stands in a node. */
export const childNodesOf = getter(Node.prototype, 'childNodes');
/** `Node.ELEMENT_NODE` and the like. */
export const nodeTypeOf = getter(Node.prototype, 'nodeType');
/** The element around a node; null at the top. */
export const parentElementOf = getter(Node.prototype, 'parentElement');
/** The document of a node; null for a document. */
export const ownerDocumentOf = getter(Node.prototype, 'ownerDocument');
/** The name of an element without its prefix; in lower case for those of HTML. */
export const localNameOf = getter(Element.prototype, 'localName');
/** The open shadow tree of an element. */
export const openShadowOf = getter(Element.prototype, 'shadowRoot');
/** The title that a page gives itself. */
export const titleOf = getter(Document.prototype, 'title');
/** The type that a document was served as. */
export const contentTypeOf = getter(Document.prototype, 'contentType');
/** The element with the focus; its getter is the document's own in browsers, and a shadow tree has another. */
export const activeElementOf = getter(Document.prototype, 'activeElement');
/** The window that shows a document; null when none does. */
export const windowOf = getter(Document.prototype, 'defaultView');

/** What a page shows: the body of an HTML document, the root of another one, or nothing. */
export function shownRootsOf(page: Document): Element[] {
  // The types promise both to every document; an XML document has no body.
  const shown: readonly (Element | null)[] = ['body' as const, 'documentElement' as const].map((name) =>
    Reflect.get(Document.prototype, name, page),
  );
  return shown.filter((element) => element !== null).slice(0, 1);
}

/** Whether an element has any attribute: most have none, and asking for each takes most of the time of a long page. */
export function hasAttributes(element: Element): boolean {
  return Element.prototype.hasAttributes.call(element);
}

/** The value of an attribute; null when it is not there. */
export function attributeOf(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** The elements that a selector finds below a document or a shadow tree. */
export function elementsIn(root: Document | ShadowRoot, selector: string): Element[] {
  const { prototype } = nodeTypeOf(root) === Node.DOCUMENT_NODE ? Document : DocumentFragment;
  return [...Reflect.get(prototype, 'querySelectorAll').call(root, selector)];
}

/** What is selected in a document; null where there is no selection at all. */
export function selectionOf(page: Document): Selection | null {
  return Document.prototype.getSelection.call(page);
}

/** A range of a document that selects nothing yet. */
export function newRange(page: Document): Range {
  return Document.prototype.createRange.call(page);
}
