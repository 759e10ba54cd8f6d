/** Reads a drawing: its pictures and text boxes, and what is only listed of it. */
import type { Vertical } from '../../../../shared/document/direction.ts';
import type { Image } from '../../../../shared/document/model.ts';
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import { childOf, childrenOf, innerText, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { sha256 } from '../../../sha256.ts';
import { boxDirection } from '../looks/directions.ts';
import { drawingMarkup } from '../parts/docx-inventory.ts';
import { drawingPlace } from './drawing-place.ts';
import { pixelsOf, sizeOf } from './drawing-size.ts';
import { findAll, findWithin, readImage } from './images.ts';
import { hiddenLook, pictureLook } from './picture-look.ts';
import type { Reading } from '../reading.ts';

/** Elements that draw a shape (ECMA-376 part 1, 20; part 4, 19). */
const SHAPES = [
  'wps:wsp',
  'wps:cxnSp',
  'v:shape',
  'v:rect',
  'v:roundrect',
  'v:oval',
  'v:line',
  'v:polyline',
  'v:arc',
  'v:curve',
];

/** Content that is not text of the paragraph itself. It follows the paragraph. */
export interface LiftedContent {
  /** Children are paragraphs and tables. */
  readonly blocks: readonly XmlElement[];
  /** The direction of its lines; null: horizontal. */
  readonly direction: Vertical | null;
  /** How its box looks, as text that is equal for equal looks. */
  readonly box: string;
}

/** What a drawing adds to its paragraph. */
export interface Drawing {
  readonly boxes: readonly LiftedContent[];
  /** Its pictures, with the address of the drawing's own link, or of the one around it; null without one. */
  readonly images: readonly { readonly image: Image; readonly link: string | null }[];
  /** Whether it is a horizontal rule, which Word stores as a shape. */
  readonly isRule: boolean;
  /** Where it stands (`drawingPlace`); null for rules and text boxes. */
  readonly place: string | null;
}

/** Reads a drawing of a part. Lists what has no place in the model. `href`: the link around it. */
export function readDrawing(node: XmlElement, partName: string, href: string | null, reading: Reading): Drawing {
  const described = findWithin(node, 'wp:docPr');
  const shape = findWithin(node, 'v:shape');
  const alt =
    described?.attributes.get('descr') ?? described?.attributes.get('title') ?? shape?.attributes.get('alt') ?? '';
  const isWatermark = reading.inventory.isInPageStory && /watermark/i.test(nameOf(described) + nameOf(shape));
  const boxes = boxesOf(node);
  const isRule = findAll(node, 'v:rect').some(({ attributes }) => isOn(attributes.get('o:hr')));
  const images = readPictures(node, { partName, alt, href, kind: isWatermark ? 'watermark' : 'picture' }, reading);
  listDrawnText(node, isWatermark, reading);
  listObjects(node, partName, alt, reading);
  return { boxes, images, isRule, place: isRule || boxes.length > 0 ? null : drawingPlace(node) };
}

function boxesOf(node: XmlElement): LiftedContent[] {
  const boxes = findAll(node, 'w:txbxContent');
  // A shape contains one box at most.
  const shapes = [...findAll(node, 'wps:wsp'), ...findAll(node, 'v:textbox')];
  const shapeOf = new Map(shapes.map((shape) => [findWithin(shape, 'w:txbxContent'), shape]));
  const look = boxes.length === 0 ? '' : sha256(`${drawingMarkup(node)}${hiddenLook(node)}`).slice(0, 12);
  return boxes.map((box) => ({
    blocks: chosenChildren(box),
    direction: boxDirection(shapeOf.get(box)),
    box: look,
  }));
}

interface PictureSetting {
  readonly partName: string;
  readonly alt: string;
  readonly href: string | null;
  readonly kind: 'picture' | 'watermark';
}

function readPictures(
  node: XmlElement,
  { partName, alt, href, kind }: PictureSetting,
  reading: Reading,
): Drawing['images'] {
  const { inventory, include } = reading;
  const images: Drawing['images'][number][] = [];
  const pictures = [...findAll(node, 'a:blip'), ...findAll(node, 'v:imagedata')];
  const altered = pictures.length === 0 ? '' : pictureLook(node);
  const relationship = findWithin(node, 'a:hlinkClick')?.attributes.get('r:id');
  const target = relationship === undefined ? undefined : reading.package.relationshipsOf(partName).get(relationship);
  const link = target?.external === true ? target.target : href;
  // Where pictures are compared, the model has the link.
  const size = link === null || include.has('pictures') ? sizeOf(node) : `${sizeOf(node)} link ${link}`;
  for (const picture of pictures) {
    const id = picture.attributes.get('r:embed') ?? picture.attributes.get('r:link') ?? picture.attributes.get('r:id');
    if (id === undefined || id === '') continue;
    const image = readImage(id, alt, partName, reading);
    const vector = vectorOf(picture);
    // A picture that is neither shown nor described has a place only where it is compared.
    if (include.has('pictures'))
      images.push({ image: { ...image, sha256: inventory.imageOf(partName, id, vector), ...pixelsOf(node) }, link });
    else if (image.src !== '' || image.alt !== '') images.push({ image, link });
    // The model has no place for cropping and effects, so a picture with them stays listed.
    inventory.addImage(kind, partName, { id, vector }, size, altered, alt);
  }
  return images;
}

/** Relationship of the vector original of a picture, which Word shows in place of the bitmap ([MS-ODRAWXML] 2.3.3.9). */
export function vectorOf(blip: XmlElement): string | undefined {
  const extensions = childrenOf(childOf(blip, 'a:extLst'), 'a:ext').flatMap((extension) => childrenOf(extension));
  return extensions.find(({ name }) => name.endsWith(':svgBlip'))?.attributes.get('r:embed');
}

/** Lists charts, diagrams, ink, embedded objects and controls. */
function listObjects(node: XmlElement, partName: string, alt: string, { inventory, losses }: Reading): void {
  const display = `${sizeOf(node)}${hiddenLook(node)}`;
  const chart = findWithin(node, 'c:chart') ?? findWithin(node, 'cx:chart');
  if (chart !== undefined) {
    losses.add('charts_not_compared');
    inventory.addPart('chart', partName, chart.attributes.get('r:id'), display, alt);
  }
  const diagram = findWithin(node, 'dgm:relIds');
  if (diagram !== undefined) {
    losses.add('diagrams_not_compared');
    inventory.addPart('diagram', partName, diagram.attributes.get('r:dm'), display, alt);
  }
  const ink = findWithin(node, 'w14:contentPart');
  if (ink !== undefined) {
    losses.add('ink_not_compared');
    inventory.addPart('ink', partName, ink.attributes.get('r:id'), display);
  }
  const object = findWithin(node, 'o:OLEObject');
  if (object !== undefined) {
    losses.add('embedded_objects_not_compared');
    const program = object.attributes.get('ProgID') ?? '';
    inventory.addPart('embedded_object', partName, object.attributes.get('r:id'), '', program);
  }
  const control = findWithin(node, 'w:control');
  if (control !== undefined) {
    losses.add('embedded_objects_not_compared');
    const name = control.attributes.get('w:name') ?? '';
    inventory.addPart('form_control', partName, control.attributes.get('r:id'), '', name);
  }
}

/** Lists WordArt, shapes and the text of drawing canvases. Text boxes are read as text, and not listed. */
function listDrawnText(node: XmlElement, isWatermark: boolean, { inventory, losses }: Reading): void {
  const art = findAll(node, 'v:textpath').map(({ attributes }) => (attributes.get('string') ?? '').trim());
  const texts = [...art, ...findAll(node, 'a:t').map((text) => innerText(text).trim())].filter((text) => text !== '');
  if (texts.length > 0) losses.add('drawn_text_not_compared');
  const shapes = SHAPES.flatMap((name) => findAll(node, name)).filter(
    (shape) =>
      findWithin(shape, 'w:txbxContent') === undefined &&
      findWithin(shape, 'v:imagedata') === undefined &&
      !isOn(shape.attributes.get('o:hr')),
  );
  if (shapes.length === 0 && texts.length === 0) return;
  const markup = `${texts.join('\n')} ${shapes.map(drawingMarkup).join('')}${hiddenLook(node)}`;
  inventory.add(isWatermark ? 'watermark' : 'drawing', markup, texts.join(' '));
}

/** Name of a drawing or of a VML shape, which its author does not see. */
function nameOf(node: XmlElement | undefined): string {
  return node === undefined ? '' : `${node.attributes.get('name') ?? ''} ${node.attributes.get('id') ?? ''}`;
}

/** Whether a VML value is true (ECMA-376 part 4, 20.1.2.5). */
function isOn(value: string | undefined): boolean {
  return value === 't' || value === 'true';
}
