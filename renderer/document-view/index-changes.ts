/** The elements that show a change, by change id, in document order. An unknown id has none. */
export interface ElementsOfChanges {
  of(changeId: string): readonly Element[];
}

/** Attributes that name a change. A block may have both: for its own change, and for the boundary before it. */
const ID_ATTRIBUTES = ['data-change-id', 'data-boundary-id'] as const;

/** Finds the elements of every change below `root` once, so that stepping through a long document is fast. */
export function indexChanges(root: ParentNode): ElementsOfChanges {
  const index = new Map<string, Element[]>();
  for (const element of root.querySelectorAll(ID_ATTRIBUTES.map((name) => `[${name}]`).join())) {
    for (const name of ID_ATTRIBUTES) {
      const id = element.getAttribute(name);
      if (id === null) continue;
      const elements = index.get(id);
      if (elements) elements.push(element);
      else index.set(id, [element]);
    }
  }
  return { of: (changeId) => index.get(changeId) ?? [] };
}
