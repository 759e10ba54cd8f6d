import type { XmlElement } from '../../ooxml/xml-tree.ts';

/** A section of the result on either side; null if that side does not have it. */
export interface SectionOrigin {
  readonly a: XmlElement | null;
  readonly b: XmlElement | null;
}

/** The origins of the sections of a result. */
export type SectionOrigins = Map<XmlElement, SectionOrigin>;
