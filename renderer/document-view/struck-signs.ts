/** Class of deleted text without letters and digits. A line through a sign makes another sign of it: ☐ reads as ⊟. */
export const STRUCK_SIGN = 'diffsvc-sign';

/** Whether a deleted text is signs only, which a frame marks better than a line. */
export function isSignsOnly(text: string): boolean {
  return /\S/u.test(text) && !/[\p{L}\p{N}\uFFFC]/u.test(text);
}

/** Marks the deleted signs below an element. A deleted block has a mark of its own. */
export function markStruckSigns(root: ParentNode): void {
  for (const deleted of root.querySelectorAll('del[data-change-id]'))
    if (isSignsOnly(deleted.textContent)) deleted.classList.add(STRUCK_SIGN);
}
