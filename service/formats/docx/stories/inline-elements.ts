/** Readers of the elements of a paragraph, runs apart. `elements.ts` says which element each reads. */
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import { childOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { clean } from '../looks/declarations.ts';
import { mathStretches } from '../math/math-look.ts';
import { mathText } from '../math/math-text.ts';
import { listBoundValue } from '../parts/bound-values.ts';
import {
  hrefOfField,
  isComputed,
  isPageNumber,
  linkAddress,
  lookOfField,
  PAGE_NUMBER_SIGN,
  shownWithoutResult,
} from './fields.ts';
import type { Paragraph, ReadInline } from './paragraph.ts';

/** Markup around content that shows nothing itself. */
export const readContainer: ReadInline = (node, paragraph, href) => paragraph.read(node, href);

/** A link (17.16.22). */
export const readLink: ReadInline = (node, paragraph, href) => paragraph.read(node, addressOf(node, paragraph) ?? href);

function addressOf(node: XmlElement, { reading, place }: Paragraph): string | null {
  const id = node.attributes.get('r:id');
  const relationship = id === undefined ? undefined : reading.package.relationshipsOf(place.partName).get(id);
  return linkAddress(relationship?.target ?? '', node.attributes.get('w:anchor') ?? '');
}

/** A field whose instruction is an attribute (17.16.19). */
export const readSimpleField: ReadInline = (node, paragraph, href) => {
  const { reading, fields } = paragraph;
  const instruction = node.attributes.get('w:instr') ?? '';
  if (reading.inventory.isInPageStory && isPageNumber(instruction)) {
    paragraph.withinField(lookOfField(instruction), () => paragraph.addText(PAGE_NUMBER_SIGN, 0, href));
    return;
  }
  if (chosenChildren(node).length === 0 && !fields.inInstruction) {
    const shown = shownWithoutResult(instruction);
    if (shown.text !== '') paragraph.listField(shown);
    return;
  }
  const isOwn = isComputed(instruction) && fields.entries === null;
  const hasResult = isOwn && paragraph.beginResult();
  paragraph.withinField(isOwn ? lookOfField(instruction) : '', () =>
    paragraph.read(node, hrefOfField(instruction) ?? href),
  );
  if (hasResult) paragraph.endResult();
};

/** Kinds of content controls with one value: a choice, a date, or plain text (17.5.2). */
const VALUES = ['w:dropDownList', 'w:comboBox', 'w:date', 'w:text'] as const;

/** A content control (17.5.2). */
export const readControl: ReadInline = (node, paragraph, href) => {
  if (!paragraph.fields.inInstruction) listBoundValue(node, paragraph.reading);
  const properties = childOf(node, 'w:sdtPr');
  const hasValue = VALUES.some((kind) => childOf(properties, kind) !== undefined) && paragraph.beginResult();
  paragraph.read(childOf(node, 'w:sdtContent') ?? node, href);
  if (hasValue) paragraph.endResult('value');
};

/** Text whose writing order is stated (17.3.2.3 and 17.3.2.8). */
export const readWritingOrder: ReadInline = (node, paragraph, href) => {
  const order = clean(node.attributes.get('w:val') ?? '');
  const isForced = node.name === 'w:bdo';
  paragraph.within(`writing-order: ${order}${isForced ? ' by force' : ''}`, () => paragraph.read(node, href));
};

/** An equation (22.1). */
export const readEquation: ReadInline = (node, paragraph, href) => {
  for (const { text, look } of mathStretches(node, mathText(node), (properties) => paragraph.looks.of(properties)))
    paragraph.within(look, () => paragraph.addText(text, 0, href));
};

/** A document that is stored beside this one (17.17.2.1). */
export const readSubdocument: ReadInline = (node, { reading, place }) => {
  reading.losses.add('alternative_format_not_compared');
  reading.inventory.addPart('embedded_document', place.partName, node.attributes.get('r:id'), '');
};

/** Where the range of a comment begins and ends (17.13.4.4 and 17.13.4.3). */
export const readCommentStart: ReadInline = (node, paragraph) =>
  paragraph.markComment(node.attributes.get('w:id'), 'start');
export const readCommentEnd: ReadInline = (node, paragraph) =>
  paragraph.markComment(node.attributes.get('w:id'), 'end');

/** Where a bookmark begins (17.13.6.2). */
export const readBookmark: ReadInline = (node, paragraph) =>
  paragraph.markBookmark(node.attributes.get('w:name') ?? '');
