/** The icons of the packages: every size that a system looks for, drawn from one SVG. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { beforeAll, describe, expect, it } from 'vitest';
import configuration from '../../electron/package/electron-builder.mjs';
import { draw, drawIcons, ICONS, LINUX_SIZES } from '../../scripts/desktop/draw-icons.mjs';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height of a PNG (its IHDR), or of a bitmap in an ICO, whose height counts the mask, too. */
function sizeOf(picture: Buffer): [number, number] {
  if (picture.subarray(0, 8).equals(PNG)) return [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  expect(picture.readUInt32LE(0)).toBe(40);
  return [picture.readInt32LE(4), picture.readInt32LE(8) / 2];
}

/** The pictures of an ICO: the size that its directory states, and its bytes. */
function picturesOfIco(file: Buffer): { stated: number; bits: number; picture: Buffer }[] {
  expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1]);
  return Array.from({ length: file.readUInt16LE(4) }, (_, at) => {
    const entry = 6 + at * 16;
    const [length, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)];
    expect(offset + length).toBeLessThanOrEqual(file.length);
    return {
      stated: file.readUInt8(entry) || 256,
      bits: file.readUInt16LE(entry + 6),
      picture: file.subarray(offset, offset + length),
    };
  });
}

/** The pictures of an ICNS by type. Each has its length with the eight bytes before it. */
function picturesOfIcns(file: Buffer): Map<string, Buffer> {
  expect([file.toString('latin1', 0, 4), file.readUInt32BE(4)]).toEqual(['icns', file.length]);
  const found = new Map<string, Buffer>();
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    found.set(file.toString('latin1', at, at + 4), file.subarray(at + 8, at + file.readUInt32BE(at + 4)));
  }
  return found;
}

/** The colour of a point, 0 to 1 across, as red, green, blue and opacity. */
function colourAt(svg: string, size: number, x: number, y: number): number[] {
  const { pixels, width } = new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render();
  const at = 4 * (Math.floor(y * size) * width + Math.floor(x * size));
  return [...pixels.subarray(at, at + 4)];
}

describe('the icons', () => {
  beforeAll(drawIcons);

  it('are there in each size that a Linux desktop looks for', () => {
    expect(readdirSync(join(ICONS, 'linux')).sort()).toEqual(LINUX_SIZES.map((size) => `${size}x${size}.png`).sort());
    for (const size of LINUX_SIZES) {
      expect(sizeOf(readFileSync(join(ICONS, 'linux', `${size}x${size}.png`)))).toEqual([size, size]);
    }
  });

  it('are there in each size that Windows looks for, with their directory true', () => {
    const pictures = picturesOfIco(readFileSync(join(ICONS, 'icon.ico')));
    const sizes = pictures.map(({ stated }) => stated);
    for (const size of [16, 24, 32, 48, 64, 256]) expect(sizes).toContain(size);
    for (const { stated, picture, bits } of pictures) {
      expect(sizeOf(picture)).toEqual([stated, stated]);
      expect(bits).toBe(32);
    }
  });

  it('are there for both densities of macOS', () => {
    const pictures = picturesOfIcns(readFileSync(join(ICONS, 'icon.icns')));
    const sizes = { ic07: 128, ic08: 256, ic09: 512, ic10: 1_024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 };
    for (const [type, size] of Object.entries(sizes))
      expect([type, sizeOf(pictures.get(type)!)]).toEqual([type, [size, size]]);
  });

  it('show the drawing', () => {
    const svg = readFileSync('renderer/styles/icon.svg', 'utf8');
    const background = [0x17, 0x32, 0x4d, 255];
    expect(colourAt(svg, 64, 0, 0)).toEqual([0, 0, 0, 0]);
    expect(colourAt(svg, 64, 0.5, 0.1)).toEqual(background);
    expect(colourAt(svg, 64, 0.5, 10.5 / 32)).toEqual([0xff, 0x9c, 0x91, 255]);
    expect(draw(svg, 512).equals(readFileSync(join(ICONS, 'linux', '512x512.png')))).toBe(true);
    // On macOS the margin is empty, where the others are drawn.
    const largest = picturesOfIcns(readFileSync(join(ICONS, 'icon.icns'))).get('ic10')!;
    const inPage = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><image width="1" height="1" href="data:image/png;base64,${largest.toString('base64')}"/></svg>`;
    expect(colourAt(inPage, 256, 0.5, 0.05)[3]).toBe(0);
    expect(colourAt(inPage, 256, 0.5, 0.15)).toEqual(background);
  });

  it('are taken by the builder as they are, without its converter', async () => {
    const require = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
    const { convertIcon } = require('app-builder-lib/out/util/iconConverter.js') as {
      convertIcon: (options: object) => Promise<{ icons: { file: string; size: number }[]; isFallback: boolean }>;
    };
    const { linux, mac, win } = configuration;
    for (const [icon, format, files] of [
      [linux!.icon, 'set', LINUX_SIZES.map((size) => join(ICONS, 'linux', `${size}x${size}.png`))],
      [mac!.icon, 'icns', [join(ICONS, 'icon.icns')]],
      [win!.icon, 'ico', [join(ICONS, 'icon.ico')]],
    ] as const) {
      const options = { sources: [icon], fallbackSources: [], roots: ['/'], format, outDir: '/nonexistent' };
      const { icons, isFallback } = await convertIcon(options);
      expect([icons.map(({ file }) => file), isFallback]).toEqual([files, false]);
    }
  });
});
