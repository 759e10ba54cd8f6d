/**
 * How the letters of an equation look (ECMA-376 part 1, 22.1.2): their script, their style and their colour, the box
 * around them, and whether they are hidden.
 */
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import { childOf, innerText, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { clean } from '../looks/declarations.ts';
import { wordsAround } from './math-frame.ts';

/** Styles of letters (22.1.3.4); italic is the standard. */
const STYLES: Readonly<Record<string, string>> = { p: 'upright', b: 'bold', bi: 'bold italic' };
/** What runs of an equation state beyond style and script. Its font is that of all equations. */
const COUNTS = /^(?:color|background-color|font-size|text-decoration|visibility)\b/;

/** A stretch of an equation with one look; empty: the standard one. */
export interface MathStretch {
  readonly text: string;
  readonly look: string;
}

/**
 * The text of an equation (`mathText`), divided by the looks of its runs. The text contains the runs in their order.
 * `lookOf`: the look of letters with such run properties.
 */
export function mathStretches(
  equation: XmlElement,
  text: string,
  lookOf: (properties: XmlElement) => string | undefined,
): MathStretch[] {
  const stretches: MathStretch[] = [];
  /** The ends of what was found, and of what is in a stretch. */
  let [found, done] = [0, 0];
  for (const { run, around } of runsOf(equation)) {
    const letters = innerText(run);
    const start = text.indexOf(letters, found);
    if (start < 0) continue;
    found = start + letters.length;
    const look = lookOfRun(run, around, lookOf);
    if (look === '') continue;
    if (start > done) stretches.push({ text: text.slice(done, start), look: '' });
    stretches.push({ text: letters, look });
    done = found;
  }
  if (done < text.length) stretches.push({ text: text.slice(done), look: '' });
  return stretches;
}

/** A run, and words for what is around it. */
interface PlacedRun {
  readonly run: XmlElement;
  readonly around: readonly string[];
}

function runsOf(equation: XmlElement): PlacedRun[] {
  const found: PlacedRun[] = [];
  const visit = (node: XmlElement, around: readonly string[]): void => {
    for (const child of chosenChildren(node)) {
      if (child.name === 'm:r') {
        found.push({ run: child, around });
        continue;
      }
      const words = wordsAround(child, node);
      visit(child, words.length === 0 || around.length >= MAX_WORDS ? around : [...around, ...words]);
    }
  };
  visit(equation, []);
  return found;
}

/** Words around a run. Boxes nest a few levels. */
const MAX_WORDS = 40;

/** A look as declarations of the model. */
function lookOfRun(
  run: XmlElement,
  around: readonly string[],
  lookOf: (properties: XmlElement) => string | undefined,
): string {
  const own = childOf(run, 'm:rPr');
  const letters = childOf(run, 'w:rPr');
  const script = attributeOf(own, 'm:scr');
  const style = isText(own) ? 'text' : (STYLES[attributeOf(own, 'm:sty')] ?? '');
  const words = [script === 'roman' ? '' : script, style, ...around];
  const equation = words.filter((word) => word !== '').join(' ');
  const stated = (letters && lookOf(letters))?.split('; ').filter((declaration) => COUNTS.test(declaration)) ?? [];
  return [...stated, ...(equation === '' ? [] : [`equation: ${equation}`])].join('; ');
}

/** Whether the run is plain text in the equation (22.1.2.73). */
function isText(properties: XmlElement | undefined): boolean {
  return childOf(properties, 'm:nor') !== undefined && !/^(?:0|off|false)$/.test(attributeOf(properties, 'm:nor'));
}

function attributeOf(properties: XmlElement | undefined, name: string): string {
  return clean(childOf(properties, name)?.attributes.get('m:val') ?? '');
}
