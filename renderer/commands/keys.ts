/** Elements in which letters are text. */
const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]';
/** Elements that have the keyboard for themselves. */
const OVER = 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * The name of a pressed key: `a`, `?`, `F8`, `Mod+k`, `Mod+Shift+z`. `Mod` is Ctrl, or Command on a Mac. Shift counts
 * only beside `Mod`: a question mark needs it on one keyboard and not on another.
 */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (ctrlKey || metaKey) return `Mod+${shiftKey ? 'Shift+' : ''}${altKey ? 'Alt+' : ''}${name}`;
  return altKey ? `Alt+${name}` : key.length === 1 ? name : shiftKey ? `Shift+${name}` : name;
}

/** Whether the key is a single character, which speech input may type by accident (WCAG 2.1.4). */
export function isCharacter(key: string): boolean {
  return key.length === 1;
}

/** Whether the event belongs to a text field. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** Whether the event belongs to something that covers the page. */
export function isOver(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(OVER) !== null;
}

const SIGNS: Readonly<Record<string, string>> = { Mod: 'Ctrl', ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };

/** A key as it is shown: `Ctrl Shift Z`. */
export function shownKey(key: string, isMac = /Mac|iPhone|iPad/u.test(navigator.userAgent)): string {
  const parts = key === '+' ? [key] : key.split('+');
  return parts
    .map((part) => (part === 'Mod' && isMac ? '⌘' : (SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part))))
    .join(' ');
}
