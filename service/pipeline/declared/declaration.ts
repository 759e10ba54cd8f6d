import type { XmlElement } from '../../ooxml/xml-tree.ts';

/** Who made a revision, and when. `date` is as the file states it; absent if it states none. */
export interface Declaration {
  readonly author: string;
  readonly date?: string;
}

/** The declaration of a revision mark. */
export function declarationOf({ attributes }: XmlElement): Declaration {
  const date = attributes.get('w:date');
  return { author: attributes.get('w:author') ?? '', ...(date !== undefined && { date }) };
}

/** What tells the declarations of two files apart. */
export function keyOf({ author, date = '' }: Declaration): string {
  return `${author}\n${date}`;
}
