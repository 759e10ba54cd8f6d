import { untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { isWithin } from '../document/is-within.ts';
import type { ReviewSession } from '../review/review-session.svelte.ts';

/**
 * Tells the session that a row of the list has the keyboard, and gives it the keyboard when the session asks. `takes`:
 * whether the row takes the keyboard for its changes; an open bundle leaves that to its rows.
 */
export function pointedAt(
  session: ReviewSession,
  changeIds: () => readonly string[],
  takes: () => boolean = () => true,
): Attachment<HTMLElement> {
  return (element) => {
    const row = {
      get changeIds() {
        return changeIds();
      },
      isInSight: () => isWithin(element, frameOf(element)),
    };
    const enter = (): void => {
      session.aim.row = row;
    };
    const leave = (): void => {
      if (session.aim.row === row) session.aim.row = null;
    };
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    $effect(() => {
      const { focusRowOf } = session;
      if (focusRowOf === null || !takes() || !changeIds().includes(focusRowOf)) return;
      untrack(() => {
        session.focusRowOf = null;
        element.querySelector('button')?.focus({ preventScroll: true });
      });
    });
    return () => {
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
      leave();
    };
  };
}

/** The element that scrolls the list; the window's own area if there is none. */
function frameOf(element: HTMLElement): DOMRect {
  const frame = element.closest('.rows')?.getBoundingClientRect();
  return frame ?? new DOMRect(0, 0, innerWidth, innerHeight);
}
