/** The mark at the end of a paragraph: its properties, and whether the mark itself is inserted or deleted. */
import { childOf, element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';
import { markFormat } from './run-format.ts';
import type { SectionOrigins } from './section-origins.ts';
import type { MoveSide, RevisionKind, RevisionWriter } from './revision-writer.ts';

/** Properties that the former properties of a paragraph cannot contain (CT_PPrBase). */
const NOT_FORMER: ReadonlySet<string> = new Set(['w:rPr', 'w:sectPr', 'w:pPrChange']);
/** Properties that the former properties of a section cannot contain (CT_SectPrBase). */
const SECTION_REFERENCES: ReadonlySet<string> = new Set(['w:headerReference', 'w:footerReference']);

/** The dependencies of writing marks. */
export interface MarkContext {
  readonly revisions: RevisionWriter;
  readonly canonical: Canonical;
  /** Receives the origin of every section of the result. */
  readonly sections: SectionOrigins;
}

/** Properties of a paragraph, without the properties of its mark and its section. */
function ownProperties(paragraph: XmlElement): readonly XmlNode[] {
  return (childOf(paragraph, 'w:pPr')?.children ?? []).filter(
    (child) => isElement(child) && !NOT_FORMER.has(child.name),
  );
}

/** The section that ends with a paragraph. */
export function sectionOf(paragraph: XmlElement): XmlElement | undefined {
  return childOf(childOf(paragraph, 'w:pPr'), 'w:sectPr');
}

/** The canonical string of a paragraph's properties, including its mark and section. */
export function propertiesKey(paragraph: XmlElement, canonical: Canonical): string {
  const properties = childOf(paragraph, 'w:pPr');
  if (properties === undefined) return '||';
  const section = sectionOf(paragraph);
  const own = canonical.read('paragraph', properties, () => {
    const stated = canonical.ofProperties('w:pPr', ownProperties(paragraph));
    return `${stated}|${markFormat(childOf(properties, 'w:rPr'), canonical)}`;
  });
  return `${own}|${section === undefined ? '' : sectionKey(section, canonical)}`;
}

/** The canonical string of a section, without its references to headers and footers. */
export function sectionKey(section: XmlElement, canonical: Canonical): string {
  return canonical.of({ ...section, children: withoutReferences(section) });
}

/** `w:pPr` of a shared mark; undefined if it has no properties. */
export function sharedMark(a: XmlElement, b: XmlElement, context: MarkContext): XmlElement | undefined {
  const { canonical, revisions } = context;
  const [aOwn, bOwn] = [ownProperties(a), ownProperties(b)];
  const [aMark, bMark] = [a, b].map((side) => childOf(childOf(side, 'w:pPr'), 'w:rPr'));
  const [aSection, bSection] = [sectionOf(a), sectionOf(b)];
  const sameOwn = canonical.of(element('w:pPr', {}, aOwn)) === canonical.of(element('w:pPr', {}, bOwn));
  const mark =
    markFormat(aMark, canonical) === markFormat(bMark, canonical)
      ? aMark
      : revisions.changed('w:rPr', bMark?.children ?? [], aMark?.children ?? []);
  const section = sharedSection(aSection, bSection, context);
  const rest = [mark, section].filter((child) => child !== undefined);
  if (!sameOwn) return revisions.changed('w:pPr', [...bOwn, ...rest], aOwn);
  const children = [...aOwn, ...rest];
  return children.length === 0 ? undefined : element('w:pPr', {}, children);
}

/** `w:pPr` of a one-sided mark. */
export function oneSidedMark(paragraph: XmlElement, kind: RevisionKind, context: MarkContext): XmlElement {
  const mark = childOf(childOf(paragraph, 'w:pPr'), 'w:rPr');
  const section = sectionOf(paragraph);
  const onlyIn = section === undefined ? undefined : oneSidedSection(section, kind, context);
  return element('w:pPr', {}, [
    ...ownProperties(paragraph),
    element('w:rPr', {}, [context.revisions.mark(kind), ...(mark?.children ?? [])]),
    ...(onlyIn === undefined ? [] : [onlyIn]),
  ]);
}

/** `w:pPr` of a mark at one end of a move. */
export function movedMark(paragraph: XmlElement, side: MoveSide, context: MarkContext): XmlElement {
  const mark = childOf(childOf(paragraph, 'w:pPr'), 'w:rPr');
  return element('w:pPr', {}, [
    ...ownProperties(paragraph),
    element('w:rPr', {}, [context.revisions.moveMark(side), ...(mark?.children ?? [])]),
  ]);
}

/** A section of both sides. If only one side has it, it is empty on the other. Undefined if neither has one. */
export function sharedSection(
  a: XmlElement | undefined,
  b: XmlElement | undefined,
  context: MarkContext,
): XmlElement | undefined {
  if (a === undefined && b === undefined) return undefined;
  const section = mergedSection(a ?? NO_SECTION, b ?? NO_SECTION, context);
  context.sections.set(section, { a: a ?? NO_SECTION, b: b ?? NO_SECTION });
  return section;
}

const NO_SECTION = element('w:sectPr');

/** A section with the properties of both sides, and the original's headers and footers. */
function mergedSection(a: XmlElement, b: XmlElement, context: MarkContext): XmlElement {
  if (sectionKey(a, context.canonical) === sectionKey(b, context.canonical)) return a;
  const references = a.children.filter((child) => isElement(child) && SECTION_REFERENCES.has(child.name));
  const changed = context.revisions.changed('w:sectPr', [...references, ...withoutReferences(b)], withoutReferences(a));
  return { ...changed, attributes: a.attributes };
}

/** A one-sided section. The revised headers and footers are added when the body is finished. */
function oneSidedSection(section: XmlElement, kind: RevisionKind, { sections }: MarkContext): XmlElement {
  if (kind === 'del') {
    sections.set(section, { a: section, b: null });
    return section;
  }
  const bare = { ...section, children: withoutReferences(section) };
  sections.set(bare, { a: null, b: section });
  return bare;
}

function withoutReferences(section: XmlElement): XmlNode[] {
  return section.children.filter(
    (child) => isElement(child) && !SECTION_REFERENCES.has(child.name) && child.name !== 'w:sectPrChange',
  );
}
