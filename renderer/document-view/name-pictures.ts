/** Gives pictures that are not shown and have no alternative text a name. Marks of comments are no pictures. */
export function namePictures(root: ParentNode, name: string): void {
  for (const picture of root.querySelectorAll('img:not([src]):not([data-src^="comment:"])'))
    if ((picture.getAttribute('alt') ?? '').trim() === '') picture.setAttribute('alt', name);
}
