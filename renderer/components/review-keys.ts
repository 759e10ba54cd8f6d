/** The keys for reading and reviewing a comparison, on every page. */
import type { ReviewSession } from '../review/review-session.svelte.ts';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea') !== null;
}

/** Keys that work anywhere on the page: F7 and F8 to step, and undo and redo during a review. */
export function onPageKey(session: ReviewSession, event: KeyboardEvent): void {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === 'z') {
    if (session.review.phase !== 'active' || isTyping(event.target)) return;
    event.preventDefault();
    if (event.shiftKey) session.redo();
    else session.undo();
    return;
  }
  if (isCommand || event.altKey || event.shiftKey || (event.key !== 'F8' && event.key !== 'F7')) return;
  event.preventDefault();
  session.step(event.key === 'F8' ? 1 : -1);
}

/** Letter keys work only in the document and the review, so that they never interfere with speech input or typing. */
export function onLetter(session: ReviewSession, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === 'n') session.step(1);
  if (event.key === 'p') session.step(-1);
  if (event.key === 'a') session.decideCurrent('accepted');
  if (event.key === 'r') session.decideCurrent('rejected');
}
