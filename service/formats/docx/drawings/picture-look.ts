/**
 * How a drawing alters its pictures beyond their size: cropping, rotation, outline and effects. A word processor shows
 * the difference, although the bytes of the picture stay the same.
 */
import { childrenOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { drawingMarkup } from '../parts/docx-inventory.ts';
import { findAll, findWithin } from './images.ts';

/** Attributes of `v:imagedata` that alter the picture (ECMA-376 part 4, 19.1.2.11). */
const VML_ALTERATIONS = /^(?:crop(?:top|left|right|bottom)|gain|blacklevel|gamma|grayscale|bilevel|chromakey)$/;
/** Rotation and mirroring in the style of a VML shape (part 4, 19.1.2.19). */
const VML_TURNS = /(?:^|;)\s*((?:rotation|flip)\s*:[^;]*)/g;

/** The alterations as text that is equal for equal looks; empty if the pictures are shown as they are. */
export function pictureLook(drawing: XmlElement): string {
  const looks = [...cropsOf(drawing), ...turnsOf(drawing), ...effectsOf(drawing), ...vmlLooksOf(drawing)];
  return `${looks.join(' ')}${hiddenLook(drawing)}`;
}

/** Whether a word processor shows nothing of a drawing (part 1, 20.4.2.5), as text; empty if it shows it. */
export function hiddenLook(drawing: XmlElement): string {
  const hidden = findWithin(drawing, 'wp:docPr')?.attributes.get('hidden') ?? '0';
  return hidden === '0' || hidden === 'false' ? '' : ' hidden';
}

/** The cropped edges (part 1, 20.1.8.55), in thousandths of a percent. */
function cropsOf(drawing: XmlElement): string[] {
  return findAll(drawing, 'a:srcRect').flatMap(({ attributes }) =>
    ['l', 't', 'r', 'b'].flatMap((edge) => {
      const value = attributes.get(edge) ?? '0';
      return Number(value) === 0 ? [] : [`crop-${edge}=${value}`];
    }),
  );
}

/** Rotation and mirroring (part 1, 20.1.7.6). */
function turnsOf(drawing: XmlElement): string[] {
  return findAll(drawing, 'a:xfrm').flatMap(({ attributes }) =>
    ['rot', 'flipH', 'flipV'].flatMap((name) => {
      const value = attributes.get(name) ?? '0';
      return value === '0' || value === 'false' ? [] : [`${name}=${value}`];
    }),
  );
}

/** Effects of the picture itself (part 1, 20.1.8.13), and the outline, effects and shape of its frame (19.3.1.44). */
function effectsOf(drawing: XmlElement): string[] {
  const recolorings = findAll(drawing, 'a:blip').flatMap((blip) => childrenOf(blip));
  const frames = findAll(drawing, 'pic:spPr').flatMap((frame) => childrenOf(frame));
  return [...recolorings, ...frames].filter((node) => !isPlain(node)).map(drawingMarkup);
}

/** Whether an element states what every picture has, or extends the format without an effect of its own. */
function isPlain(node: XmlElement): boolean {
  switch (node.name) {
    case 'a:extLst':
    case 'a:xfrm':
    case 'a:noFill':
      return true;
    case 'a:prstGeom':
      return node.attributes.get('prst') === 'rect';
    case 'a:ln':
      return childrenOf(node).every(({ name }) => name === 'a:noFill');
    case 'a:effectLst':
      return childrenOf(node).length === 0;
    default:
      return false;
  }
}

function vmlLooksOf(drawing: XmlElement): string[] {
  const altered = findAll(drawing, 'v:imagedata').flatMap(({ attributes }) =>
    [...attributes].filter(([name]) => VML_ALTERATIONS.test(name)).map(([name, value]) => `${name}=${value}`),
  );
  const turned = findAll(drawing, 'v:shape').flatMap(({ attributes }) =>
    [...(attributes.get('style') ?? '').matchAll(VML_TURNS)].map((match) => match[1] ?? ''),
  );
  return [...altered, ...turned];
}
