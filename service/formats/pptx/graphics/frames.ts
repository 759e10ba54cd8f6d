/** Reads a graphic frame of a slide: a table, chart, diagram or object (ECMA-376 part 1, 19.3.1.21). */
import type { Block } from '../../../../shared/document/model.ts';
import { childOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { lookMarkup } from '../parts/look-markup.ts';
import { partShown, shownChildren, shownWithin, type Reading } from '../reading.ts';
import type { Shape } from '../shapes/shapes-of.ts';
import { readSlideTable } from '../shapes/slide-table.ts';
import { saidBlock } from '../text/plain-blocks.ts';
import type { BodyPlace } from '../text/text-body.ts';
import { chartBlocks } from './chart-texts.ts';
import { diagramBlocks } from './diagram-texts.ts';
import { readPicture } from './pictures.ts';

/** The blocks of a frame, its alternative text last. */
export function readFrame({ node, alternative, box }: Shape, place: BodyPlace, reading: Reading): Block[] {
  const graphic = childOf(childOf(node, 'a:graphic'), 'a:graphicData');
  if (graphic === undefined) return [];
  const described = alternative.trim() === '' ? [] : saidBlock(`Alternative text: ${alternative}`);
  const blocks = shownChildren(graphic).flatMap((content): Block[] => {
    switch (content.name) {
      case 'a:tbl': {
        const table = readSlideTable(content, place, reading);
        return table === null ? [] : [table];
      }
      case 'c:chart':
      case 'cx:chart':
        return chart(content, place, reading);
      case 'dgm:relIds':
        return diagram(content, place, reading);
      case 'p:oleObj':
        return object(content, { alternative, box }, place, reading);
      default:
        return [];
    }
  });
  return [...blocks, ...described];
}

function chart(content: XmlElement, { partName }: BodyPlace, reading: Reading): Block[] {
  const part = partShown(content.attributes.get('r:id'), partName, reading);
  if (part === undefined) return [];
  reading.inventory.add('chart', lookMarkup(part.root));
  // Shapes that people drew over a chart are in a part of their own.
  const drawn = childOf(part.root, 'c:userShapes')?.attributes.get('r:id');
  if (drawn !== undefined) reading.inventory.addPart('chart', part.name, drawn, '');
  return chartBlocks(part.root);
}

function diagram(content: XmlElement, { partName }: BodyPlace, reading: Reading): Block[] {
  const part = partShown(content.attributes.get('r:dm'), partName, reading);
  if (part === undefined) return [];
  const { inventory } = reading;
  const looks = ['r:lo', 'r:qs', 'r:cs'].map((name) => inventory.digestOf(partName, content.attributes.get(name)));
  inventory.add('diagram', looks.join(' '));
  return diagramBlocks(part.root);
}

/** An object of another program is shown by its picture (19.3.2.4). */
function object(
  content: XmlElement,
  { alternative, box }: Pick<Shape, 'alternative' | 'box'>,
  { partName, href }: BodyPlace,
  reading: Reading,
): Block[] {
  const { inventory, losses } = reading;
  losses.add('embedded_objects_not_compared');
  inventory.addPart(
    'embedded_object',
    partName,
    content.attributes.get('r:id'),
    '',
    content.attributes.get('progId') ?? '',
  );
  const node = shownWithin(content, 'p:pic');
  return node === undefined ? [] : readPicture({ node, partName, alternative, href, box }, reading);
}
