/** Reads one slide: its heading, its shapes in reading order, and its notes. */
import { PLAIN_ATTRIBUTES, MARKS, type Block, type TextBlock } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { slideAttributes } from '../../../shared/document/slides.ts';
import { childOf, childrenOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { readFrame } from './graphics/frames.ts';
import { readPicture } from './graphics/pictures.ts';
import type { Slide } from './open-deck.ts';
import { partShown, shownChild, shownChildren, type Reading } from './reading.ts';
import { isTitle, Templates } from './shapes/placeholders.ts';
import { shapesOf, type Shape } from './shapes/shapes-of.ts';
import { isSlideNumber } from './text/inline-reader.ts';
import { linkOf } from './text/links.ts';
import { runsOf, saidBlock } from './text/plain-blocks.ts';
import { hasText, readHeadline, readTextBody, type BodyPlace } from './text/text-body.ts';

const EM = 1 << MARKS.indexOf('em');
/** The heading of a slide that has no title. */
const UNTITLED = 'Untitled slide';
/** Placeholders of a page of notes that show the slide, or repeat on every page. */
const NOT_NOTES: ReadonlySet<string> = new Set(['sldImg', 'hdr', 'ftr', 'dt', 'sldNum']);

/** A block of a slide, and the name of the shape that shows it; null: none does. */
export interface SlideBlock {
  readonly block: Block;
  readonly shape: string | null;
}

/** The blocks of a slide. The first one is its heading. */
export function readSlide(slide: Slide, templates: Templates, reading: Reading): SlideBlock[] {
  const shapes = shapesOf(slide.root, templates, reading);
  const title = shapes.find(({ node, placeholder }) => isTitle(placeholder) && hasText(childOf(node, 'p:txBody')));
  const rest = shapes.filter((shape) => shape !== title);
  return [
    headingOf(slide, title, templates, reading),
    ...(slide.isHidden ? saidBlock('This slide is hidden.').map((block) => ({ block, shape: null })) : []),
    ...rest.flatMap((shape) =>
      readShape(shape, slide.partName, templates, reading).map((block) => ({ block, shape: shape.name })),
    ),
    ...readNotes(slide, reading).map((block) => ({ block, shape: null })),
  ];
}

function headingOf(slide: Slide, title: Shape | undefined, templates: Templates, reading: Reading): SlideBlock {
  const own = slideAttributes(slide.number);
  const body = childOf(title?.node, 'p:txBody');
  const headline = title && body && readHeadline(body, placeOf(title, slide.partName, templates, reading), reading);
  if (title === undefined || headline === undefined || headline.runs.length === 0)
    return { block: heading(runsOf(UNTITLED, EM), own), shape: null };
  return { block: heading(headline.runs, { ...headline.attributes, ...own }), shape: title.name };
}

function heading(runs: TextBlock['runs'], attributes: TextBlock['attributes']): TextBlock {
  return { kind: 'text', type: 'h1', attributes, path: TOP, runs };
}

function readShape(shape: Shape, partName: string, templates: Templates, reading: Reading): Block[] {
  const { node, alternative, box } = shape;
  const place = placeOf(shape, partName, templates, reading);
  switch (node.name) {
    case 'p:pic':
      return readPicture({ node, partName, alternative, href: place.href, box }, reading);
    case 'p:graphicFrame':
      return readFrame(shape, place, reading);
    case 'p:contentPart':
      reading.losses.add('ink_not_compared');
      reading.inventory.addPart('ink', partName, node.attributes.get('r:id'), '');
      return [];
    default: {
      const body = childOf(node, 'p:txBody');
      if (isNumberAlone(body)) {
        reading.inventory.add('footer', 'slide number', 'slide number');
        return [];
      }
      const described = alternative.trim() === '' ? [] : saidBlock(`Alternative text: ${alternative}`);
      return [...readTextBody(body, place, reading), ...described];
    }
  }
}

function placeOf(shape: Shape, partName: string, templates: Templates, reading: Reading): BodyPlace {
  const { node, placeholder, click } = shape;
  // The text of a table has no bullets from the placeholder around it.
  const styles = templates.stylesOf(node.name === 'p:graphicFrame' ? null : placeholder);
  return { partName, href: linkOf(click, partName, reading), styles };
}

/** Whether a text is the number of its slide and nothing else. */
function isNumberAlone(body: XmlElement | undefined): boolean {
  const paragraphs = body === undefined ? [] : shownChildren(body).filter(({ name }) => name === 'a:p');
  const texts = paragraphs
    .flatMap((paragraph) => childrenOf(paragraph))
    .filter(({ name }) => name === 'a:r' || name === 'a:fld');
  return texts.length > 0 && texts.every(isSlideNumber);
}

/** The notes of a slide (ECMA-376 part 1, 13.3.5) under a heading of their own. */
function readNotes({ partName }: Slide, reading: Reading): Block[] {
  const notes = [...reading.package.relationshipsOf(partName).values()].find(({ type }) =>
    type.endsWith('/notesSlide'),
  );
  const part = notes && partShown(notes.id, partName, reading);
  if (part === undefined) return [];
  const masterName = reading.package.related(part.name, 'notesMaster');
  const master = masterName === undefined ? undefined : reading.package.tree(masterName);
  const templates = new Templates(undefined, master, reading);
  const shapes = shapesOf(part.root, templates, reading).filter(
    ({ placeholder }) => placeholder === null || !NOT_NOTES.has(placeholder.type),
  );
  const blocks = shapes.flatMap((shape) => readShape(shape, part.name, templates, reading));
  if (blocks.length === 0) return [];
  const runs = runsOf('Notes', 0);
  return [{ kind: 'text', type: 'h2', attributes: PLAIN_ATTRIBUTES, path: TOP, runs }, ...blocks];
}

/** The name of the layout of a slide, as its author sees it. */
export function layoutNameOf(partName: string, { package: archive }: Reading): string {
  const layout = archive.related(partName, 'slideLayout');
  const root = layout === undefined ? undefined : archive.tree(layout);
  return (root && shownChild(root, 'p:cSld')?.attributes.get('name')) ?? '';
}
