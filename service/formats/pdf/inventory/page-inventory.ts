import type { InventoryItem, UncomparedKind } from '../../../../shared/change/uncompared.ts';
import { sha256 } from '../../../sha256.ts';
import type { Box } from '../paint/drawing.ts';
import { annotationItems } from './annotation-items.ts';
import { capItems } from './cap-items.ts';
import type { InventoryPage } from './inventory-page.ts';
import { PagePlaces, wherePage } from './page-places.ts';
import { drawingDigest, pictureDigest } from './painting-digests.ts';
import { pathsBesideText } from './read-shapes.ts';
import { unspelledItems } from './unspelled-items.ts';
import { append } from '../../../../shared/iterables.ts';

/** Maximum length of a label, in UTF-16 units. */
const LABEL_LENGTH = 80;

/** What a page shows beside the text that is read: pictures, drawings, annotations, form fields, text outside. */
export function pageInventory(page: InventoryPage): InventoryItem[] {
  const { number, painted, content, width, height } = page;
  const { drawings } = painted;
  const places = new PagePlaces(number, painted.glyphs);
  const area: Box = { x0: 0, y0: 0, x1: width, y1: height };
  const annotated = annotationItems(page, places, area);
  const isOfPage = ({ annotation }: { readonly annotation: string | null }): boolean =>
    annotation === null || !annotated.ids.has(annotation);
  const pictures = drawings.pictures.filter(isOfPage).flatMap((picture) => {
    const digest = pictureDigest(picture, area);
    return digest === null ? [] : [{ digest, where: places.below(Math.max(0, picture.box.y0)) }];
  });
  const items: InventoryItem[] = [];
  const add = (kind: UncomparedKind, content: string, where = places.page, label = ''): void => {
    items.push({ kind, where, ...(label !== '' && { label }), sha256: sha256(content), count: 1 });
  };
  if (page.readable) {
    const drawing = drawingDigest(pathsBesideText(drawings, content, width, height).filter(isOfPage), area);
    items.push(
      ...capItems(
        pictures.map(({ digest, where }) => ({ kind: 'picture', where, sha256: digest, count: 1 })),
        places.page,
      ),
    );
    if (drawing !== null) add('vector_drawing', drawing + drawings.furtherPaths);
  } else {
    const drawing = drawingDigest(drawings.paths.filter(isOfPage), area);
    const painting = [...pictures.map(({ digest }) => digest), drawing ?? '', drawings.furtherPaths].join(' ').trim();
    if (painting !== '') add('page_without_text', painting, wherePage(number));
  }
  append(items, unspelledItems(painted.glyphs, places));
  const outside = content.outside.trim();
  if (outside !== '') add('text_outside_page', outside, places.page, outside.slice(0, LABEL_LENGTH));
  return [...items, ...annotated.items];
}
