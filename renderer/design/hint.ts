/**
 * Bubbles of controls, written by hand: they take 0.8 KB gzipped in the first look at a page, and Tooltip of bits-ui takes
 * 33.2 KB. One bubble serves all controls of a page.
 */
import type { Attachment } from 'svelte/attachments';
import { placeBeside } from './place.ts';

/** A pointer that only passes by gets no bubble. */
const AFTER_MS = 450;

/** The one bubble of the page, with the control that it belongs to. */
let bubble: HTMLElement | null = null;
let owner: Element | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function hide(): void {
  clearTimeout(timer);
  owner = null;
  bubble?.remove();
}

function show(control: Element, text: string, keys: string | undefined): void {
  hide();
  owner = control;
  bubble ??= document.createElement('div');
  bubble.className = 'hint';
  // The name of the control says the same.
  bubble.ariaHidden = 'true';
  // A button that shows its name needs its keys alone.
  const isShown = keys !== undefined && control.textContent.trim() === text;
  bubble.replaceChildren(isShown ? '' : text);
  if (keys !== undefined) {
    const key = document.createElement('kbd');
    key.textContent = keys;
    bubble.append(key);
  }
  // A modal dialog of the browser covers everything outside of it.
  (control.closest('dialog') ?? document.body).append(bubble);
  placeBeside(bubble, control, 'center');
}

/**
 * Shows a text in a bubble while the pointer rests on the element or the keyboard is on it. Escape hides it. The element
 * needs a name of its own; the bubble is for the eye.
 *
 * @param keys the keys that do the same
 */
export function hint(text: string, keys?: string): Attachment<HTMLElement> {
  return (element) => {
    const later = (event: PointerEvent): void => {
      if (event.pointerType === 'touch') return;
      clearTimeout(timer);
      timer = setTimeout(() => show(element, text, keys), AFTER_MS);
    };
    const atOnce = (): void => {
      if (element.matches(':focus-visible')) show(element, text, keys);
    };
    const byKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide();
    };
    element.addEventListener('pointerenter', later);
    element.addEventListener('pointerleave', hide);
    element.addEventListener('pointerdown', hide);
    element.addEventListener('focus', atOnce);
    element.addEventListener('blur', hide);
    element.addEventListener('keydown', byKey);
    return () => {
      if (owner === element) hide();
      element.removeEventListener('pointerenter', later);
      element.removeEventListener('pointerleave', hide);
      element.removeEventListener('pointerdown', hide);
      element.removeEventListener('focus', atOnce);
      element.removeEventListener('blur', hide);
      element.removeEventListener('keydown', byKey);
    };
  };
}
