/** The looks of paragraphs that their own properties and their style state (ECMA-376 part 1, 17.3.1). */
import { childOf, childrenOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { clean, nearest, rounded, setLength, wholePoints } from './declarations.ts';

/** Alignments other than to the start edge; `end` depends on the direction of the paragraph. */
const ALIGNMENTS: Readonly<Record<string, 'center' | 'justify' | 'end'>> = {
  center: 'center',
  right: 'end',
  end: 'end',
  both: 'justify',
  distribute: 'justify',
  thaiDistribute: 'justify',
  lowKashida: 'justify',
  mediumKashida: 'justify',
  highKashida: 'justify',
};

/** A line height of 240 is a single line (17.3.1.33). */
const SINGLE_LINE = 240;

/** The alignment (17.3.1.13); undefined: to the start edge. */
export function alignmentOf(levels: readonly XmlElement[], rightToLeft: boolean): string | undefined {
  const named = nearest(levels, (level) => valueOf(level, 'w:jc'));
  const alignment = named === undefined ? undefined : ALIGNMENTS[named];
  if (alignment === 'end') return rightToLeft ? 'left' : 'right';
  return alignment;
}

/** Adds the indents (17.3.1.12). Lengths in characters count where no others are stated. */
export function addIndents(style: Map<string, string>, levels: readonly XmlElement[]): void {
  const value = attributeOf(levels, 'w:ind');
  setLength(style, 'margin-left', value('w:left', 'w:start'));
  setLength(style, 'margin-right', value('w:right', 'w:end'));
  const first = nearest(levels, (level) => {
    const indent = childOf(level, 'w:ind')?.attributes;
    const hanging = indent?.get('w:hanging');
    return hanging === undefined ? indent?.get('w:firstLine') : `-${hanging}`;
  });
  setLength(style, 'text-indent', first);
  for (const [name, stated] of [
    ['margin-left', value('w:leftChars', 'w:startChars')],
    ['margin-right', value('w:rightChars', 'w:endChars')],
    ['text-indent', value('w:firstLineChars') ?? value('w:hangingChars')],
  ] as const) {
    const characters = Number(stated ?? 0) / 100;
    if (characters && !style.has(name)) style.set(name, `${rounded(characters)}em`);
  }
}

/** Adds the vertical position of letters on a line (17.3.1.39), and the kind of justification (17.18.44). */
export function addLines(style: Map<string, string>, levels: readonly XmlElement[]): void {
  const position = nearest(levels, (level) => valueOf(level, 'w:textAlignment'));
  if (position !== undefined && position !== 'auto' && position !== 'baseline')
    style.set('line-alignment', clean(position));
  const spread = nearest(levels, (level) => valueOf(level, 'w:jc'));
  if (spread !== undefined && spread !== 'both' && ALIGNMENTS[spread] === 'justify')
    style.set('text-justify', clean(spread));
}

/** The stops of tabs (17.3.1.37), in points, with the signs that lead to them. */
export function stopsOf(stops: XmlElement): string {
  return childrenOf(stops, 'w:tab')
    .map(({ attributes }) => {
      const leader = attributes.get('w:leader') ?? 'none';
      const stop = `${clean(attributes.get('w:val') ?? '')} ${wholePoints(attributes.get('w:pos'))}`;
      return leader === 'none' ? stop : `${stop} ${clean(leader)}`;
    })
    .join(' ');
}

/** Adds the space around a paragraph and the height of its lines (17.3.1.33). */
export function addSpacing(style: Map<string, string>, levels: readonly XmlElement[]): void {
  const value = attributeOf(levels, 'w:spacing');
  for (const [name, side] of [
    ['margin-top', 'before'],
    ['margin-bottom', 'after'],
  ] as const) {
    setLength(style, name, value(`w:${side}`));
    const lines = Number(value(`w:${side}Lines`) ?? 0) / 100;
    if (lines && !style.has(name)) style.set(name, `${rounded(lines)} lines`);
    if (isOn(value(`w:${side}Autospacing`))) style.set(name, 'automatic');
  }
  const line = value('w:line');
  const isMultiple = (value('w:lineRule') ?? 'auto') === 'auto';
  if (line !== undefined && isMultiple && /^\d+$/.test(line)) {
    if (Number(line) !== SINGLE_LINE) style.set('line-height', rounded(Number(line) / SINGLE_LINE));
  } else setLength(style, 'line-height', line);
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/** The value of an attribute, under the first of its names, from the nearest level that states it. */
function attributeOf(levels: readonly XmlElement[], element: string): (...names: string[]) => string | undefined {
  return (...names) =>
    nearest(levels, (level) => {
      const attributes = childOf(level, element)?.attributes;
      return names.map((name) => attributes?.get(name)).find((value) => value !== undefined);
    });
}
