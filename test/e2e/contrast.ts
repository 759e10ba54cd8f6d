import type { Page } from 'playwright-core';

/** A text whose contrast with its background is below 4.5:1 (WCAG 2.2, 1.4.3). */
export interface FaintText {
  readonly where: string;
  readonly color: string;
  readonly background: string;
  readonly ratio: number;
}

/** The texts below `selector` with too little contrast, generated ones included. `checked` counts all texts. */
export function findFaintTexts(page: Page, selector: string): Promise<{ checked: number; faint: FaintText[] }> {
  return page.evaluate((root) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('no canvas');
    const channels = (color: string): number[] => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
        const part = channel / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const isOpaque = (color: string): boolean => channels(color)[3] === 255;
    const backgroundOf = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const color = getComputedStyle(at).backgroundColor;
        if (isOpaque(color)) return color;
      }
      return 'white';
    };
    let checked = 0;
    const faint: FaintText[] = [];
    const check = (where: string, color: string, background: string): void => {
      checked += 1;
      const [light = 0, dark = 0] = [luminance(color), luminance(background)].sort((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      if (ratio < 4.5) faint.push({ where, color, background, ratio });
    };
    for (const element of document.querySelectorAll(`${root}, ${root} *`)) {
      if (!element.checkVisibility()) continue;
      const where = element.outerHTML.slice(0, 90);
      if ([...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')) {
        check(where, getComputedStyle(element).color, backgroundOf(element));
      }
      for (const pseudo of ['::before', '::after']) {
        const style = getComputedStyle(element, pseudo);
        if (style.content === 'none' || style.content === 'normal' || style.clipPath !== 'none') continue;
        check(
          where + pseudo,
          style.color,
          isOpaque(style.backgroundColor) ? style.backgroundColor : backgroundOf(element),
        );
      }
    }
    return { checked, faint };
  }, selector);
}
