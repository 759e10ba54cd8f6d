/** Reads the content of a paragraph of a slide: runs, breaks, fields and equations (ECMA-376 part 1, 21.1.2.2.6). */
import { childOf, innerText, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { mathText } from '../../docx/math/math-text.ts';
import type { InlineContent } from '../../html/inline-content.ts';
import { textInFont } from '../../symbol-fonts.ts';
import { shownChildren, type Reading } from '../reading.ts';
import type { FieldPlaces } from './field-places.ts';
import { linkOf } from './links.ts';
import { lookOfRun, marksOf } from './run-form.ts';

/** Replaces the number of the slide, which every slide shows differently. */
export const SLIDE_NUMBER_SIGN = '#';

/** Where a text stands. */
export interface InlinePlace {
  /** The part with the relationships of its links. */
  readonly partName: string;
  /** The link of its shape; null without one. */
  readonly href: string | null;
  /** Run properties that the shape itself states for the level of the paragraph. */
  readonly defaults: readonly XmlElement[];
}

/** Adds the content of a paragraph. */
export function readInline(
  paragraph: XmlElement,
  content: InlineContent,
  fields: FieldPlaces,
  place: InlinePlace,
  reading: Reading,
): void {
  for (const node of shownChildren(paragraph)) {
    const properties = childOf(node, 'a:rPr');
    const levels = [...(properties ? [properties] : []), ...place.defaults];
    const href = linkOf(childOf(properties, 'a:hlinkClick'), place.partName, reading) ?? place.href;
    const add = (text: string): void => {
      // A break inside a run is a control character.
      for (const [at, line] of text.split('\u000b').entries()) {
        if (at > 0) content.addBreak(marksOf(levels), href, lookOfRun(levels));
        content.addText(line, marksOf(levels), href, lookOfRun(levels));
      }
    };
    switch (node.name) {
      case 'a:r':
        add(textInFont(textOf(node), symbolFontOf(properties)));
        break;
      case 'a:br':
        content.addBreak(marksOf(levels), href, lookOfRun(levels));
        break;
      case 'a:fld':
        fields.within(content, () => add(isSlideNumber(node) ? SLIDE_NUMBER_SIGN : textOf(node)));
        break;
      case 'a14:m':
        for (const equation of shownChildren(node)) content.addText(mathText(equation), 0, href);
        break;
    }
  }
}

/** Whether a field shows the number of its slide. */
export function isSlideNumber(field: XmlElement): boolean {
  return field.attributes.get('type') === 'slidenum';
}

function textOf(run: XmlElement): string {
  const text = childOf(run, 'a:t');
  return text === undefined ? '' : innerText(text);
}

function symbolFontOf(properties: XmlElement | undefined): string | undefined {
  return (childOf(properties, 'a:sym') ?? childOf(properties, 'a:latin'))?.attributes.get('typeface');
}
