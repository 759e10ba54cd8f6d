import type { Attachment } from 'svelte/attachments';

/**
 * Closes a `details` when the reader presses outside, leaves it with the keyboard, or presses Escape. After Escape
 * the focus is on the summary.
 */
export const foldAway: Attachment<HTMLDetailsElement> = (details) => {
  const close = (): void => {
    details.open = false;
  };
  const closeOutside = ({ target }: Event): void => {
    if (details.open && target instanceof Node && !details.contains(target)) close();
  };
  const closeBehind = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !details.contains(relatedTarget)) close();
  };
  const closeByKey = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape' || !details.open) return;
    close();
    details.querySelector('summary')?.focus();
  };
  window.addEventListener('pointerdown', closeOutside);
  details.addEventListener('focusout', closeBehind);
  window.addEventListener('keydown', closeByKey);
  return () => {
    window.removeEventListener('pointerdown', closeOutside);
    details.removeEventListener('focusout', closeBehind);
    window.removeEventListener('keydown', closeByKey);
  };
};
