/** The looks of letters (ECMA-376 part 1, 17.3.2), from the properties of a run and of its styles. */
import { childOf, childrenOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { sha256 } from '../../../sha256.ts';
import { drawingMarkup } from '../parts/docx-inventory.ts';
import { addShading, clean, colourOf, nearest, setLength, setToggle } from './declarations.ts';
import type { FontSlot } from './font-slots.ts';
import type { Theme } from './theme.ts';
import { LETTER_COLOUR } from './theme-colours.ts';
import type { ThemeFonts } from './theme-fonts.ts';

/** Effects of letters (17.3.2.3, 12, 13, 18, 23, 31) and those of later versions. */
const EFFECTS =
  /^(?:w:(?:outline|shadow|emboss|imprint|em|effect|bdr|fitText|eastAsianLayout)|w14:(?:glow|shadow|reflection|textOutline|textFill|numForm|numSpacing|ligatures|stylisticSets))$/;
/** Values that end what a style states. */
export const NEUTRAL: ReadonlySet<string> = new Set(['auto', 'none', 'normal', 'visible']);

/** Font, size, colour, and the kinds of capitals, spacing and lines, which marks do not record. */
export function fontDeclarations(levels: readonly XmlElement[], { fonts, colours }: Theme): Map<string, string> {
  const style = new Map<string, string>();
  if (levels.length === 0) return style;
  setFont(style, levels, fonts, 'ascii');
  setSize(style, levels, 'w:sz');
  const colour = nearest(levels, (level) => colours.of(childOf(level, 'w:color'), LETTER_COLOUR));
  // Automatic letters are black, and some programs write a black of their own for them.
  if (colour !== undefined) style.set('color', BLACK.test(colour) ? 'auto' : (colourOf(colour) ?? 'auto'));
  addShading(style, levels, colours);
  const highlight = nearest(levels, (level) => valueOf(level, 'w:highlight'));
  if (highlight !== undefined && highlight !== 'none') style.set('background-color', clean(highlight));
  setToggle(style, levels, 'w:caps', 'text-transform', 'uppercase', 'none');
  setToggle(style, levels, 'w:smallCaps', 'font-variant', 'small-caps', 'normal');
  setToggle(style, levels, 'w:vanish', 'visibility', 'hidden', 'visible');
  setToggle(style, levels, 'w:dstrike', 'text-decoration', 'line-through double', 'none');
  setLength(
    style,
    'letter-spacing',
    nearest(levels, (level) => valueOf(level, 'w:spacing')),
  );
  const scale = nearest(levels, (level) => valueOf(level, 'w:w'));
  if (scale !== undefined && scale !== '100') style.set('font-stretch', clean(scale));
  const position = nearest(levels, (level) => valueOf(level, 'w:position'));
  if (/^-?\d+$/.test(position ?? '')) setLength(style, 'vertical-align', `${Number(position) / 2}pt`);
  const line = nearest(levels, (level) => valueOf(level, 'w:u'));
  if (line !== undefined && line !== 'none' && line !== 'single')
    style.set('text-decoration', `underline ${clean(line)}`);
  const effects = levels.flatMap((level) =>
    childrenOf(level).filter(({ name, attributes }) => EFFECTS.test(name) && !OFF.test(attributes.get('w:val') ?? '')),
  );
  if (effects.length > 0)
    style.set(
      'text-effect',
      [...new Set(effects.map(({ name }) => clean(name.replace(/^\w+:/u, ''))))].join(' ') +
        ` ${sha256(effects.map(drawingMarkup).join('')).slice(0, 8)}`,
    );
  return style;
}

/** Attributes of `w:rFonts` (17.3.2.26): the name in the theme, and the name. */
const FONT_ATTRIBUTES: Readonly<Record<FontSlot, readonly [themed: string, named: string]>> = {
  ascii: ['w:asciiTheme', 'w:ascii'],
  hAnsi: ['w:hAnsiTheme', 'w:hAnsi'],
  eastAsia: ['w:eastAsiaTheme', 'w:eastAsia'],
  cs: ['w:cstheme', 'w:cs'],
};

function setFont(style: Map<string, string>, levels: readonly XmlElement[], fonts: ThemeFonts, slot: FontSlot): void {
  const [themed, named] = FONT_ATTRIBUTES[slot];
  const font = nearest(levels, (level) => {
    const stated = childOf(level, 'w:rFonts')?.attributes;
    return fonts.nameOf(stated?.get(themed)) ?? stated?.get(named);
  });
  if (font !== undefined) style.set('font-family', clean(font));
}

/** Sizes are in half points, or have a unit. */
function setSize(style: Map<string, string>, levels: readonly XmlElement[], name: 'w:sz' | 'w:szCs'): void {
  const size = nearest(levels, (level) => valueOf(level, name));
  if (size !== undefined) setLength(style, 'font-size', /^\d+$/.test(size) ? `${Number(size) / 2}pt` : size);
}

/** Replaces the ASCII font of a run, and for complex scripts its size. `levels`: all, the highest priority first. */
export function setSlotFont(
  style: Map<string, string>,
  levels: readonly XmlElement[],
  fonts: ThemeFonts,
  slot: FontSlot,
): void {
  style.delete('font-family');
  setFont(style, levels, fonts, slot);
  if (slot !== 'cs') return;
  style.delete('font-size');
  setSize(style, levels, 'w:szCs');
}

/** Colours that nobody tells from black. */
const BLACK = /^(?:0[0-9a]){3}$/i;
/** Values of effects that show none. */
const OFF = /^(?:0|false|off|none|nil)$/;

/** Weight, slant and underline, as far as these levels state them. */
export function emphasisOf(levels: readonly XmlElement[]): Map<string, string> {
  const style = new Map<string, string>();
  setToggle(style, levels, 'w:b', 'font-weight', 'bold', 'normal');
  setToggle(style, levels, 'w:i', 'font-style', 'italic', 'normal');
  const line = nearest(levels, (level) => valueOf(level, 'w:u'));
  if (line !== undefined) style.set('text-decoration', line === 'none' ? 'none' : 'underline');
  return style;
}
