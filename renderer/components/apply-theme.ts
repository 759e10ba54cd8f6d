import type { Theme } from '../../shared/messages/display.ts';

/** Puts the colour scheme on the page, where the styles of the page and of the fragment look for it. */
export function applyTheme(root: HTMLElement, theme: Theme, transparent: boolean): void {
  if (theme === 'system') root.removeAttribute('data-theme');
  else root.dataset['theme'] = theme;
  root.classList.toggle('transparent', transparent);
}
