/** Reads a run: its characters and objects, with the marks and looks of its properties, and the parts of complex fields. */
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import { childOf, innerText, integerOf, toggleOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { clean } from '../looks/declarations.ts';
import { lookOfField, PAGE_NUMBER_SIGN } from './fields.ts';
import { isHidden, readMarks, showsCapitals, type RunPlace } from './marks.ts';
import type { Paragraph, ReadInline } from './paragraph.ts';

const CHECKED = '☑';
const UNCHECKED = '☐';

/** A run (17.3.2.25). */
export const readRun: ReadInline = (run, paragraph, href) => {
  const { reading, fields, elements } = paragraph;
  const properties = childOf(run, 'w:rPr');
  const plainPlace = placeIn(paragraph, null);
  // Marks and capitals take several look-ups in styles, and many runs show nothing.
  let marks: number | undefined;
  const marksHere = (link: string | null): number =>
    (marks ??= readMarks(properties, placeIn(paragraph, link), reading.styles));
  let capitals: boolean | undefined;
  const inCapitals = (): boolean =>
    reading.printsCapitals && (capitals ??= showsCapitals(properties, placeIn(paragraph, null), reading.styles));
  if (isHidden(properties, plainPlace, reading.styles) && showsText(run)) reading.losses.add('hidden_text_compared');
  paragraph.looks.begin(properties);
  for (const child of chosenChildren(run)) {
    const link = fields.href ?? href;
    if (child.name === 'w:fldChar') {
      readFieldCharacter(child, paragraph, marksHere(link), link);
      continue;
    }
    if (child.name === 'w:instrText') {
      fields.instruction(innerText(child));
      continue;
    }
    if (fields.inInstruction) continue;
    const text = elements.characters.get(child.name)?.(child, paragraph, properties);
    if (text !== undefined) {
      const shown = inCapitals() ? text.toUpperCase() : text;
      paragraph.within(symbolLook(child), () => paragraph.addText(shown, marksHere(link), link));
    } else elements.objects.get(child.name)?.(child, paragraph, marksHere(link), link);
  }
  paragraph.looks.begin(undefined);
};

/** A character of a symbol font (17.3.3.30) has another form than the same letter in the font of the text. */
function symbolLook(node: XmlElement): string {
  return node.name === 'w:sym' ? `letters: of the font ${clean(node.attributes.get('w:font') ?? '')}` : '';
}

function placeIn({ place, fields }: Paragraph, href: string | null): RunPlace {
  return {
    paragraphStyle: place.paragraphStyle,
    tableRuns: place.tableRuns,
    inHeading: place.inHeading,
    inLink: href !== null,
    inEntry: fields.entries !== null,
  };
}

/** Whether there is any text in a run. */
function showsText(run: XmlElement): boolean {
  return chosenChildren(run).some((child) => child.name === 'w:t' && innerText(child) !== '');
}

/** The begin, the middle or the end of a complex field (17.16.18). */
function readFieldCharacter(node: XmlElement, paragraph: Paragraph, marks: number, href: string | null): void {
  const { fields } = paragraph;
  switch (node.attributes.get('w:fldCharType')) {
    case 'begin': {
      const form = childOf(node, 'w:ffData');
      if (!fields.inInstruction && form !== undefined) paragraph.addText(formFieldText(form), marks, href);
      fields.begin();
      return;
    }
    case 'separate':
      fields.separate();
      if (fields.isComputed) paragraph.beginResult();
      return;
    case 'end': {
      if (fields.inPageReference) paragraph.pageReferenceEnd = paragraph.text.length;
      if (paragraph.isAtResult) paragraph.endResult();
      const shown = fields.end();
      if (shown.text === null) paragraph.listField(shown);
      else {
        const { text, instruction } = shown;
        // The sign for a page number has no result in the file.
        const look = text === PAGE_NUMBER_SIGN ? lookOfField(instruction) : '';
        paragraph.withinField(look, () => paragraph.addText(text, marks, href));
      }
      return;
    }
    default:
  }
}

/** The text of a check box or a drop-down field (17.16.17). The content of a text field is its result. */
function formFieldText(form: XmlElement): string {
  const box = childOf(form, 'w:checkBox');
  if (box !== undefined) {
    const checked = toggleOf(box, 'w:checked') ?? toggleOf(box, 'w:default') ?? false;
    return checked ? CHECKED : UNCHECKED;
  }
  const choice = childOf(form, 'w:ddList');
  if (choice === undefined) return '';
  const entries = choice.children.filter((child) => typeof child === 'object' && child.name === 'w:listEntry');
  const chosen = integerOf(valueOf(choice, 'w:result')) ?? integerOf(valueOf(choice, 'w:default')) ?? 0;
  const entry = entries[chosen];
  return typeof entry === 'object' ? (entry.attributes.get('w:val') ?? '') : '';
}
