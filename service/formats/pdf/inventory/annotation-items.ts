import type { InventoryItem } from '../../../../shared/change/uncompared.ts';
import { sha256 } from '../../../sha256.ts';
import { type AnnotationRecord, boxOf, fieldText, hrefOf, isHidden } from '../paint/annotations.ts';
import type { Box } from '../paint/drawing.ts';
import type { InventoryPage } from './inventory-page.ts';
import { capItems, PAGE_ITEMS_MAX } from './cap-items.ts';
import type { PagePlaces } from './page-places.ts';
import { drawingDigest, pictureDigest } from './painting-digests.ts';

/** The annotations of a page that are not read as text, links or marks. */
export interface AnnotationItems {
  /** pdf.js ids of the annotations that paint their own appearance: it belongs to their items. */
  readonly ids: ReadonlySet<string>;
  readonly items: readonly InventoryItem[];
}

/** Names of annotation types for people (ISO 32000-2, table 171). Other types have their own name. */
const NAMES: Readonly<Record<string, string>> = {
  Text: 'note',
  FreeText: 'text box',
  Highlight: 'highlight',
  Underline: 'underline',
  Squiggly: 'underline',
  StrikeOut: 'strike-out',
  Stamp: 'stamp',
  Caret: 'insertion mark',
  Ink: 'ink',
  Line: 'line',
  Square: 'rectangle',
  Circle: 'ellipse',
  Polygon: 'polygon',
  PolyLine: 'line',
};
/** Mark-up whose appearance follows the text below it, which is read as marks. */
const MARKUP: ReadonlySet<string> = new Set(['Highlight', 'Underline', 'Squiggly', 'StrikeOut']);
/** A pop-up is the window of another annotation. `Attachments` lists attached files. */
const OF_OTHERS: ReadonlySet<string> = new Set(['Popup', 'FileAttachment']);
/** Maximum length of the words of a label, in UTF-16 units. */
const LABEL_LENGTH = 80;

/**
 * Lists annotations, and form fields whose value the page does not show as text. A link is listed if it lies over no
 * text: otherwise it is compared with its text. Links inside the document and actions are no visible content.
 */
export function annotationItems(page: InventoryPage, places: PagePlaces, area: Box): AnnotationItems {
  const ids = new Set<string>();
  const annotations: InventoryItem[] = [];
  const fields: InventoryItem[] = [];
  let looks = 0;
  const paintings = new Paintings(page, area);
  for (const value of page.annotations) {
    if (typeof value !== 'object' || value === null) continue;
    const annotation = value as AnnotationRecord;
    const subtype = String(annotation.subtype);
    const box = boxOf(annotation.rect, page.base);
    if (!box || isHidden(annotation) || OF_OTHERS.has(subtype)) continue;
    if (subtype === 'Widget') {
      // Looking for text on the page is dear, so very many fields and links are listed without it.
      const shown = looks++ < PAGE_ITEMS_MAX ? places.textIn(box) : null;
      const item = fieldItem(annotation, shown, places.page);
      if (item) fields.push(item);
    } else if (subtype === 'Link') {
      const href = hrefOf(annotation);
      if (href === null || (looks++ < PAGE_ITEMS_MAX && places.textIn(box) !== '')) continue;
      const [kind, where, label] = ['annotation', places.below(box.top), href.slice(0, LABEL_LENGTH)] as const;
      annotations.push({ kind, where, label, sha256: sha256(`link ${href}`), count: 1 });
    } else {
      if (typeof annotation.id === 'string') ids.add(annotation.id);
      const name = NAMES[subtype] ?? subtype;
      const contents = stringOf(annotation.contentsObj);
      const content = [
        subtype,
        contents,
        stringOf(annotation.titleObj),
        String(annotation.color),
        typeof annotation.name === 'string' ? annotation.name : '',
        MARKUP.has(subtype) ? '' : paintings.of(annotation.id),
      ];
      const label = contents === '' ? name : `${name}: ${contents.slice(0, LABEL_LENGTH)}`;
      const [kind, where] = ['annotation', places.below(box.top)] as const;
      annotations.push({ kind, where, label, sha256: sha256(JSON.stringify(content)), count: 1 });
    }
  }
  return { ids, items: [...capItems(annotations, places.page), ...capItems(fields, places.page)] };
}

/**
 * The item of a form field. Null if the field has no value, or if the value is compared as text. Such a value is on the
 * page, or the page shows nothing and the reader types it there. The value of a password field is not read.
 *
 * @param shown text in the field's box; null if unknown
 */
function fieldItem(annotation: AnnotationRecord, shown: string | null, where: string): InventoryItem | null {
  const name = typeof annotation.fieldName === 'string' ? annotation.fieldName : '';
  const isSignature = annotation.fieldType === 'Sig';
  // A tick that is painted has the form's own sign.
  const value = annotation.fieldType === 'Btn' ? '' : fieldText(annotation);
  const isText = value === '' || shown === '' || (shown !== null && squeezed(value) === squeezed(shown));
  if (isText && !isSignature) return null;
  const content = JSON.stringify([name, annotation.fieldType, value]);
  return { kind: 'form_field', where, ...(name !== '' && { label: name }), sha256: sha256(content), count: 1 };
}

function squeezed(text: string): string {
  return text.replaceAll(/\s/gu, '');
}

/** A text of pdf.js with its direction: `{str, dir}`. */
function stringOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('str' in value)) return '';
  return typeof value.str === 'string' ? value.str : '';
}

/** The appearances of annotations, by their pdf.js ids. */
class Paintings {
  readonly #digests = new Map<string, string>();

  constructor({ painted: { drawings } }: InventoryPage, area: Box) {
    const pictures = Map.groupBy(drawings.pictures, ({ annotation }) => annotation ?? '');
    const paths = Map.groupBy(drawings.paths, ({ annotation }) => annotation ?? '');
    for (const id of new Set([...pictures.keys(), ...paths.keys()])) {
      const digests = (pictures.get(id) ?? []).map((picture) => pictureDigest(picture, area));
      this.#digests.set(id, [...digests, drawingDigest(paths.get(id) ?? [], area)].join(' '));
    }
  }

  of(id: unknown): string {
    return (typeof id === 'string' && id !== '' ? this.#digests.get(id) : undefined) ?? '';
  }
}
