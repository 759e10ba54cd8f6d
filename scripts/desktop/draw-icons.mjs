/**
 * Draws the application's icons from renderer/styles/icon.svg into dist/desktop/icons: `icon.icns` for macOS, `icon.ico`
 * for Windows, and `linux/<size>x<size>.png`. The builder could convert one picture itself, but fetches a tool for it.
 *
 *     node scripts/desktop/draw-icons.mjs
 *
 * `@resvg/resvg-js` (MPL-2.0) draws SVG without a browser and with the same bytes everywhere. `png2icons` (MIT) writes
 * the containers of both systems. Neither is part of what ships.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { BICUBIC2, createICNS, createICO } from 'png2icons';
import { ROOT, orExit } from '../setup.mjs';

/** Folder of the icons, absolute. */
export const ICONS = join(ROOT, 'dist', 'desktop', 'icons');
/** Sizes that a Linux desktop looks for (Icon Theme Specification). */
export const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
/** The size of the drawing from which the containers get their smaller pictures. */
const LARGEST = 1_024;
/** macOS keeps a margin around an icon: 824 of 1,024 pixels are drawn. */
const MAC_MARGIN = 100 / LARGEST;

/** Draws all icons anew. */
export function drawIcons() {
  const svg = readFileSync(join(ROOT, 'renderer', 'styles', 'icon.svg'), 'utf8');
  rmSync(ICONS, { recursive: true, force: true });
  mkdirSync(join(ICONS, 'linux'), { recursive: true });
  for (const size of LINUX_SIZES) {
    writeFileSync(join(ICONS, 'linux', `${size}x${size}.png`), draw(svg, size));
  }
  writeFileSync(join(ICONS, 'icon.icns'), written(createICNS(draw(withMargin(svg), LARGEST), BICUBIC2, 0)));
  // As programs of Windows have it: PNG for the largest picture, bitmaps for the others.
  writeFileSync(join(ICONS, 'icon.ico'), written(createICO(draw(svg, LARGEST), BICUBIC2, 0, false, true)));
}

/**
 * A PNG of this width and height in pixels.
 *
 * @param {string} svg
 * @param {number} size
 */
export function draw(svg, size) {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } }).render().asPng();
}

/** @param {string} svg whose view box is 32 units wide and high */
function withMargin(svg) {
  const drawn = 32 / (1 - 2 * MAC_MARGIN);
  const margin = drawn * MAC_MARGIN;
  return svg.replace('viewBox="0 0 32 32"', `viewBox="${-margin} ${-margin} ${drawn} ${drawn}"`);
}

/** @param {Buffer | null} container */
function written(container) {
  if (container === null) throw new Error('an icon could not be written: is renderer/styles/icon.svg a drawing?');
  return container;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await orExit(drawIcons);
