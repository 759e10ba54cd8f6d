/** Headers and footers of the sections (ECMA-376 part 1, 17.10). */
import type { StoryKind } from '../../../../shared/document/path.ts';
import type { WordPackage } from '../../../ooxml/package.ts';
import { childrenOf, toggleOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { sectionsOf } from './sections.ts';

/** A header or footer that a section shows. */
export interface PageStory {
  readonly kind: Exclude<StoryKind, 'comment'>;
  /** Number of the section, from 1. */
  readonly section: number;
  readonly partName: string;
}

/** Kinds by the type of the reference. */
const KINDS = {
  header: { default: 'header', first: 'firstheader', even: 'evenheader' },
  footer: { default: 'footer', first: 'firstfooter', even: 'evenfooter' },
} as const;

/**
 * The headers and footers that the sections of a document define, in order. A section without a reference shows the
 * one of the section before it, which is not repeated. First and even pages count only where the settings show them.
 */
export function pageStories(
  { package: archive, mainPart }: WordPackage,
  body: XmlElement | undefined,
  settings: XmlElement | undefined,
): PageStory[] {
  const showsEven = toggleOf(settings, 'w:evenAndOddHeaders') ?? false;
  const relationships = archive.relationshipsOf(mainPart);
  return sectionsOf(body).flatMap((section, at) =>
    (['header', 'footer'] as const).flatMap((name) =>
      childrenOf(section, `w:${name}Reference`).flatMap(({ attributes }): PageStory[] => {
        const type = attributes.get('w:type') ?? 'default';
        if (type !== 'default' && type !== 'first' && type !== 'even') return [];
        if (type === 'even' && !showsEven) return [];
        if (type === 'first' && !(toggleOf(section, 'w:titlePg') ?? false)) return [];
        const target = relationships.get(attributes.get('r:id') ?? '');
        const part = target === undefined || target.external ? undefined : archive.part(target.target);
        return part === undefined ? [] : [{ kind: KINDS[name][type], section: at + 1, partName: part.name }];
      }),
    ),
  );
}
