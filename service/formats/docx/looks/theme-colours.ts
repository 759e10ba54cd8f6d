/** The colours of a theme (ECMA-376 part 1, 20.1.6.2), which colours of a document may name (17.18.97). */
import { childOf, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** Elements of the scheme by the names that a document uses. Documents map the first four anew only in old versions. */
const ELEMENTS: Readonly<Record<string, string>> = {
  text1: 'a:dk1',
  background1: 'a:lt1',
  text2: 'a:dk2',
  background2: 'a:lt2',
  dark1: 'a:dk1',
  light1: 'a:lt1',
  dark2: 'a:dk2',
  light2: 'a:lt2',
  accent1: 'a:accent1',
  accent2: 'a:accent2',
  accent3: 'a:accent3',
  accent4: 'a:accent4',
  accent5: 'a:accent5',
  accent6: 'a:accent6',
  hyperlink: 'a:hlink',
  followedHyperlink: 'a:folHlink',
};
const HEX = /^[0-9a-f]{6}$/i;
/** Programs compute tints in different ways. A stated colour this near in each channel is the named one. */
const NEAR = 12;

/** The attributes of an element that state a colour. */
export interface ColourNames {
  readonly value: string;
  readonly theme: string;
  readonly tint: string;
  readonly shade: string;
}

/** The attributes of `w:color`, and those of the ground of `w:shd`. */
export const LETTER_COLOUR: ColourNames = {
  value: 'w:val',
  theme: 'w:themeColor',
  tint: 'w:themeTint',
  shade: 'w:themeShade',
};
export const GROUND_COLOUR: ColourNames = {
  value: 'w:fill',
  theme: 'w:themeFill',
  tint: 'w:themeFillTint',
  shade: 'w:themeFillShade',
};

/** The colours of one theme. */
export class ThemeColours {
  readonly #scheme: XmlElement | undefined;

  /** `theme`: the theme part, if there is one. */
  constructor(theme: XmlElement | undefined) {
    this.#scheme = childOf(childOf(theme, 'a:themeElements'), 'a:clrScheme');
  }

  /**
   * The colour that an element states, as six hexadecimal digits or `auto`; undefined if it states none. The theme counts
   * before the value beside it, which a program wrote when it saved the file.
   */
  of(element: XmlElement | undefined, names: ColourNames): string | undefined {
    const stated = element?.attributes.get(names.value);
    const named = this.#named(element, names);
    if (named === undefined) return stated;
    return stated !== undefined && HEX.test(stated) && isNear(stated, named) ? stated : named;
  }

  #named(element: XmlElement | undefined, { theme, tint, shade }: ColourNames): string | undefined {
    const colour = childOf(this.#scheme, ELEMENTS[element?.attributes.get(theme) ?? ''] ?? '');
    const base =
      childOf(colour, 'a:srgbClr')?.attributes.get('val') ?? childOf(colour, 'a:sysClr')?.attributes.get('lastClr');
    if (base === undefined || !HEX.test(base)) return undefined;
    return shifted(base, share(element?.attributes.get(tint)), share(element?.attributes.get(shade)));
  }
}

/** A share of 255 in hexadecimal digits; 1 for none. */
function share(digits: string | undefined): number {
  return digits === undefined || !/^[0-9a-f]{1,2}$/i.test(digits) ? 1 : Number.parseInt(digits, 16) / 255;
}

function channelsOf(colour: string): number[] {
  return [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function isNear(one: string, other: string): boolean {
  const channels = channelsOf(other);
  return channelsOf(one).every((channel, at) => Math.abs(channel - channels[at]!) <= NEAR);
}

/** A colour with another lightness in HSL: a tint is nearer to white, a shade nearer to black (17.3.2.6). */
function shifted(colour: string, tint: number, shade: number): string {
  const channels = channelsOf(colour).map((channel) => channel / 255);
  const [most, least] = [Math.max(...channels), Math.min(...channels)];
  const lightness = (most + least) / 2;
  const other = (lightness * tint + 1 - tint) * shade;
  // Saturation and hue stay, so each channel keeps its place between the lightest and the darkest.
  const chroma = most - least;
  const room = 1 - Math.abs(2 * lightness - 1);
  const spread = room === 0 ? 0 : (chroma / room) * (1 - Math.abs(2 * other - 1));
  return channels
    .map((channel) => {
      const place = chroma === 0 ? 0.5 : (channel - least) / chroma;
      const value = other + (place - 0.5) * spread;
      return Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0');
    })
    .join('');
}
