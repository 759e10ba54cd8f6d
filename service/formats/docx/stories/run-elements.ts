/** Readers of the elements of a run that are no text. `elements.ts` says which element each reads. */
import { childOf } from '../../../ooxml/xml-tree.ts';
import { readDrawing } from '../drawings/read-drawing.ts';
import { NOTE_SIGN, REFERENCE_MARKS } from './marks.ts';
import type { ReadObject } from './paragraph.ts';

/** A line break, or a break of pages or columns. The latter are looks, so the text continues. */
export const readBreak: ReadObject = (node, paragraph, marks, href) => {
  const type = node.attributes.get('w:type') ?? 'textWrapping';
  if (type === 'textWrapping') paragraph.addBreak(marks, href);
  else paragraph.addPageBreak(marks, href);
  if (type === 'page' || type === 'column') paragraph.reading.looks.pendingBreak = type;
};

/** A line break of earlier versions. */
export const readReturn: ReadObject = (_node, paragraph, marks, href) => paragraph.addBreak(marks, href);

/** The sign of a footnote or an endnote. A reference to no note has its sign as well. */
export const readNoteReference: ReadObject = (node, paragraph) => {
  const isEndnote = node.name === 'w:endnoteReference';
  const id = node.attributes.get('w:id');
  const mark = paragraph.mark();
  if (id !== undefined) paragraph.reading.notes.push({ kind: isEndnote ? 'endnote' : 'footnote', id, mark });
  // A custom reference mark follows as text.
  const own = node.attributes.get('w:customMarkFollows');
  if (own !== undefined && own !== '0' && own !== 'false') return;
  paragraph.within(isEndnote ? 'note: at the end of the text' : '', () =>
    paragraph.addText(NOTE_SIGN, REFERENCE_MARKS, null),
  );
};

/** A drawing, a VML picture or an embedded object. */
export const readDrawn: ReadObject = (node, paragraph, _marks, href) => {
  const { boxes, images, isRule, place } = readDrawing(node, paragraph.place.partName, href, paragraph.reading);
  paragraph.lifted.push(...boxes);
  for (const { image, link } of images) paragraph.content.addImage(image, link);
  if (isRule) paragraph.hasRule = true;
  if (place !== null) paragraph.drawings.push(place);
};

/** Ruby: the text, then its reading in brackets. */
export const readRuby: ReadObject = (node, paragraph, _marks, href) => {
  const base = childOf(node, 'w:rubyBase');
  const above = childOf(node, 'w:rt');
  if (base !== undefined) paragraph.read(base, href);
  if (above === undefined) return;
  paragraph.addText('(', 0, href);
  paragraph.read(above, href);
  paragraph.addText(')', 0, href);
};

/** A comment. Its text follows the document, or is listed. */
export const readCommentReference: ReadObject = (node, paragraph) => {
  const { include, losses, comments, inventory } = paragraph.reading;
  if (!include.has('comments')) losses.add('comments_not_compared');
  const id = node.attributes.get('w:id');
  if (id === undefined) return;
  comments.push({ id, where: inventory.place });
  paragraph.markComment(id, 'reference');
};

/** Handwriting that stands in the text. It is listed, because the model has no place for it. */
export const readInk: ReadObject = (node, { reading, place }) => {
  reading.losses.add('ink_not_compared');
  reading.inventory.addPart('ink', place.partName, node.attributes.get('r:id'), '');
};

/** A date or a page number that Word computes when it shows the page. */
export const readComputedText: ReadObject = (node, { reading }) => {
  reading.losses.add('computed_text_not_shown');
  reading.inventory.add('field_without_result', node.name);
};
