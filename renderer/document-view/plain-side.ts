/** Attributes that mark a change for the stylesheet. The ids stay, so that a change keeps its place. */
const MARKS = ['data-change-type', 'data-move-id', 'data-boundary-type', 'data-original-label'] as const;

/**
 * Makes the nodes of one side a document without marks. Numbers, list markers, borders and pictures then look as those
 * of unchanged content do. Each change can still be found by its id.
 */
export function unmark(root: ParentNode): void {
  for (const element of root.querySelectorAll(MARKS.map((name) => `[${name}]`).join())) {
    for (const name of MARKS) element.removeAttribute(name);
  }
  for (const edit of root.querySelectorAll('ins, del')) {
    const id = edit.getAttribute('data-change-id');
    if (id === null) {
      edit.replaceWith(...edit.childNodes);
      continue;
    }
    const plain = edit.ownerDocument.createElement('span');
    plain.setAttribute('data-change-id', id);
    plain.append(...edit.childNodes);
    edit.replaceWith(plain);
  }
}
