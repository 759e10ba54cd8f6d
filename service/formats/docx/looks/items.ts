/** The looks that a list gives its items (ECMA-376 part 1, 17.9): their indent and the letters of their numbers. */
import { childOf, toggleOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { LIST_INDENT } from '../../look-record.ts';
import { clean, wholePoints, type Declarations } from './declarations.ts';
import { NEUTRAL, emphasisOf, fontDeclarations } from './letters.ts';
import type { Theme } from './theme.ts';

/**
 * Adds the look of an item. `level`: the `w:lvl` of its list. `paragraph`: its own properties. Their indent counts
 * before that of the list. `inherited`: the letters of the paragraph's style, which its number has as well.
 */
export function addItemLook(
  style: Map<string, string>,
  level: XmlElement,
  paragraph: XmlElement | undefined,
  inherited: Declarations,
  theme: Theme,
): void {
  addListIndent(style, childOf(childOf(level, 'w:pPr'), 'w:ind')?.attributes, paragraph);
  const follows = valueOf(level, 'w:suff');
  if (follows !== undefined && follows !== 'tab') style.set('after-number', clean(follows));
  const side = valueOf(level, 'w:lvlJc') ?? '';
  if (side === 'center' || side === 'right' || side === 'end')
    style.set('number-align', side === 'center' ? side : 'end');
  // The mark at the end of the paragraph looks like its number, except for what the list states.
  const levels = [childOf(level, 'w:rPr'), childOf(paragraph, 'w:rPr')].filter((each) => each !== undefined);
  const letters = new Map([...fontDeclarations(levels, theme), ...emphasisOf(levels)]);
  // A bullet is compared as the sign that its font shows.
  if (valueOf(level, 'w:numFmt') === 'bullet') letters.delete('font-family');
  const own = [...letters].filter(([name, value]) => !NEUTRAL.has(value) && inherited.get(name) !== value);
  if (levels.some((each) => toggleOf(each, 'w:strike') === true)) own.push(['text-decoration', 'line-through']);
  if (childOf(level, 'w:lvlPicBulletId') !== undefined) style.set('number-picture', 'shown');
  if (own.length > 0) style.set('number-look', own.map(([name, value]) => `${name} ${value}`).join(', '));
}

/**
 * Adds the indent of a list (17.9.22) where the paragraph states none. A style that names the list as well has its own
 * indent. Whoever joins looks takes these for the indents of the paragraph.
 */
function addListIndent(
  style: Map<string, string>,
  indent: ReadonlyMap<string, string> | undefined,
  paragraph: XmlElement | undefined,
): void {
  const own = childOf(paragraph, 'w:ind')?.attributes;
  const isOfStyle = childOf(childOf(paragraph, 'w:numPr'), 'w:numId') === undefined;
  const left = indent?.get('w:left') ?? indent?.get('w:start');
  if (left !== undefined && !own?.has('w:left') && !own?.has('w:start') && !(isOfStyle && style.has('margin-left')))
    style.set(LIST_INDENT.left, `${wholePoints(left)}pt`);
  const hanging = indent?.get('w:hanging');
  const first = hanging === undefined ? indent?.get('w:firstLine') : `-${hanging}`;
  const ownFirst = own?.has('w:hanging') || own?.has('w:firstLine') || (isOfStyle && style.has('text-indent'));
  if (first !== undefined && !ownFirst) style.set(LIST_INDENT.first, `${wholePoints(first)}pt`);
}
