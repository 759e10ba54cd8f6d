/** Reads pictures of a slide, and lists what plays or hides behind them. */
import type { Block } from '../../../../shared/document/model.ts';
import { TOP } from '../../../../shared/document/path.ts';
import { childOf, childrenOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { pictureLook } from '../../docx/drawings/picture-look.ts';
import { vectorOf } from '../../docx/drawings/read-drawing.ts';
import { readImage } from '../../docx/drawings/images.ts';
import { pixels } from '../../pixels.ts';
import { shownChild, type Reading } from '../reading.ts';
import type { Box } from '../shapes/boxes.ts';

/** English Metric Units in a CSS pixel (ECMA-376 part 1, 20.1.2.1). */
const UNITS_IN_PIXEL = 9_525;
/** Elements that make a picture the still of a film or a sound (19.3.1.33). */
const MEDIA: ReadonlySet<string> = new Set([
  'a:videoFile',
  'a:audioFile',
  'a:wavAudioFile',
  'a:audioCd',
  'a:quickTimeFile',
]);

/** A picture of a slide (19.3.1.37). */
export interface Picture {
  readonly node: XmlElement;
  readonly partName: string;
  readonly alternative: string;
  readonly href: string | null;
  readonly box: Box | null;
}

/** The picture as a block of its own; none where it is neither compared nor shown nor described. */
export function readPicture(picture: Picture, reading: Reading): Block[] {
  const { node, partName, alternative: alt, href, box } = picture;
  listMedia(node, partName, reading);
  const blip = childOf(shownChild(node, 'p:blipFill'), 'a:blip');
  const id = blip?.attributes.get('r:embed') ?? blip?.attributes.get('r:link');
  if (blip === undefined || id === undefined || id === '') return [];
  const image = readImage(id, alt, partName, reading);
  const vector = vectorOf(blip);
  const size = `${box?.width ?? ''} ${box?.height ?? ''}`;
  const { include, inventory } = reading;
  const isCompared = include.has('pictures');
  inventory.addImage(
    'picture',
    partName,
    { id, vector },
    href === null || isCompared ? size : `${size} link ${href}`,
    pictureLook(node),
    alt,
  );
  if (!isCompared && image.src === '' && alt === '') return [];
  const sized = {
    width: pixels((box?.width ?? Number.NaN) / UNITS_IN_PIXEL),
    height: pixels((box?.height ?? Number.NaN) / UNITS_IN_PIXEL),
  };
  const compared = {
    ...image,
    sha256: inventory.imageOf(partName, id, vector),
    ...(sized.width !== undefined && { width: sized.width }),
    ...(sized.height !== undefined && { height: sized.height }),
  };
  const shown = isCompared ? compared : image;
  return [
    href === null ? { kind: 'image', image: shown, path: TOP } : { kind: 'image', image: shown, path: TOP, href },
  ];
}

function listMedia(node: XmlElement, partName: string, { inventory }: Reading): void {
  const properties = childOf(shownChild(node, 'p:nvPicPr'), 'p:nvPr');
  for (const { name, attributes } of childrenOf(properties))
    if (MEDIA.has(name))
      inventory.addPart('media', partName, attributes.get('r:link') ?? attributes.get('r:embed'), name);
}
