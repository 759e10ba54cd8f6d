/** Reads the text of a shape or cell: paragraphs with their levels, bullets and numbers (ECMA-376 part 1, 21.1.2). */
import type { Attributes, Block, Run } from '../../../../shared/document/model.ts';
import { childOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { InlineContent } from '../../html/inline-content.ts';
import { shownChildren, type Reading } from '../reading.ts';
import { Bullets, levelIn, levelOf } from './bullets.ts';
import { FieldPlaces } from './field-places.ts';
import { readInline } from './inline-reader.ts';

/** Where a text body stands. */
export interface BodyPlace {
  readonly partName: string;
  /** The link of its shape; null without one. */
  readonly href: string | null;
  /** List styles around it, the nearest first: of its layout, its master and the presentation. */
  readonly styles: readonly XmlElement[];
}

const ALIGNMENTS: Readonly<Record<string, string>> = {
  ctr: 'center',
  r: 'right',
  just: 'justify',
  justLow: 'justify',
  dist: 'justify',
  thaiDist: 'justify',
};
const ON = /^(?:1|true|on)$/;

/** The paragraphs of a text body that have text. */
export function readTextBody(body: XmlElement | undefined, place: BodyPlace, reading: Reading): Block[] {
  if (body === undefined) return [];
  const own = childOf(body, 'a:lstStyle');
  const bullets = new Bullets();
  return paragraphsOf(body).flatMap((paragraph): Block[] => {
    const properties = childOf(paragraph, 'a:pPr');
    const level = levelOf(properties);
    const { runs, attributes } = readLine([paragraph], own, place, reading);
    if (runs.length === 0) return [];
    const stated = [properties, levelIn(own, level), ...place.styles.map((style) => levelIn(style, level))];
    const listed = bullets.list(
      level,
      stated.filter((each) => each !== undefined),
    );
    reading.inventory.read(' ');
    return [
      {
        kind: 'text',
        type: 'p',
        attributes: { ...formOf(properties), ...listed.attributes, ...attributes },
        path: listed.path,
        runs,
      },
    ];
  });
}

/** The text of a body on one line, such as a title: its paragraphs with breaks between them. */
export function readHeadline(
  body: XmlElement,
  place: BodyPlace,
  reading: Reading,
): { readonly runs: readonly Run[]; readonly attributes: Attributes } {
  return readLine(paragraphsOf(body), childOf(body, 'a:lstStyle'), place, reading);
}

/** Whether a text body has text. */
export function hasText(body: XmlElement | undefined): boolean {
  return body !== undefined && paragraphsOf(body).some((paragraph) => shownChildren(paragraph).some(isText));
}

function isText(node: XmlElement): boolean {
  return node.name === 'a:r' || node.name === 'a:fld' || node.name === 'a14:m';
}

function paragraphsOf(body: XmlElement): XmlElement[] {
  return shownChildren(body).filter(({ name }) => name === 'a:p');
}

function readLine(
  paragraphs: readonly XmlElement[],
  own: XmlElement | undefined,
  { partName, href }: BodyPlace,
  reading: Reading,
): { readonly runs: readonly Run[]; readonly attributes: Attributes } {
  const [content, fields] = [new InlineContent(), new FieldPlaces()];
  for (const [at, paragraph] of paragraphs.entries()) {
    if (at > 0) content.addBreak(0, null);
    const defaults = childOf(levelIn(own, levelOf(childOf(paragraph, 'a:pPr'))), 'a:defRPr');
    readInline(paragraph, content, fields, { partName, href, defaults: defaults ? [defaults] : [] }, reading);
  }
  const runs = content.takeRuns(false);
  reading.inventory.read(runs.map(({ text }) => text).join(''));
  return { runs, attributes: fields.attributes() };
}

/** Direction and alignment of a paragraph, as far as it states them. */
function formOf(properties: XmlElement | undefined): Attributes {
  const form: Record<string, string> = {};
  if (ON.test(properties?.attributes.get('rtl') ?? '')) form['dir'] = 'rtl';
  const alignment = ALIGNMENTS[properties?.attributes.get('algn') ?? ''];
  if (alignment !== undefined) form['data-align'] = alignment;
  return form;
}
