import type { Theme } from '../../shared/messages/display.ts';

/** Sets the colour scheme on the page, where the styles of the page and of the fragment read it. */
export function applyTheme(root: HTMLElement, theme: Theme, transparent: boolean): void {
  if (theme === 'system') root.removeAttribute('data-theme');
  else root.dataset['theme'] = theme;
  root.classList.toggle('transparent', transparent);
}
