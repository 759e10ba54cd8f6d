/** Opens a presentation: its package, and its slides in their order (ECMA-376 part 1, 13.3). */
import { ServiceError } from '../../../shared/errors.ts';
import { wrongFormat } from '../../../shared/wrong-format.ts';
import { Namespaces } from '../../ooxml/namespaces.ts';
import { OoxmlPackage } from '../../ooxml/package.ts';
import { readArchive } from '../../ooxml/read-archive.ts';
import { isOfType } from '../../ooxml/relationships.ts';
import { childOf, childrenOf, type XmlElement } from '../../ooxml/xml-tree.ts';

/** PowerPoint's name for the main part, used if the package states none. */
const USUAL_MAIN_PART = 'ppt/presentation.xml';

/** A slide of a presentation. */
export interface Slide {
  /** From 1, in the order of the presentation. */
  readonly number: number;
  /** The id that a slide keeps when it moves. Links inside the presentation name it. */
  readonly id: string;
  readonly partName: string;
  readonly root: XmlElement;
  readonly isHidden: boolean;
}

/** A package that is a presentation. */
export interface Deck {
  readonly package: OoxmlPackage;
  /** Name of the main part. */
  readonly mainPart: string;
  /** Root of the main part, `p:presentation`. */
  readonly presentation: XmlElement;
  readonly slides: readonly Slide[];
  /** Number of slides that the presentation lists without a part of their own. */
  readonly missing: number;
}

/**
 * Opens a PPTX (or PPTM, PPSX, POTX and their like) of either variant.
 *
 * @throws ServiceError `document_invalid`, `document_encrypted`, `archive_limit_exceeded`, `document_too_complex`
 */
export async function openDeck(bytes: Uint8Array): Promise<Deck> {
  const archive = new OoxmlPackage(await readArchive(bytes, 'pptx'), new Namespaces());
  const mainPart = archive.related('', 'officeDocument') ?? archive.part(USUAL_MAIN_PART)?.name;
  const presentation = mainPart === undefined ? undefined : archive.tree(mainPart);
  if (mainPart === undefined || presentation?.name !== 'p:presentation')
    throw wrongFormat(bytes, 'pptx') ?? noPresentation(presentation?.name);
  const slides: Slide[] = [];
  const known = new Set<XmlElement>();
  const listed = childrenOf(childOf(presentation, 'p:sldIdLst'), 'p:sldId');
  for (const entry of listed) {
    const relationship = archive.relationshipsOf(mainPart).get(entry.attributes.get('r:id') ?? '');
    if (relationship === undefined || relationship.external || !isOfType(relationship, 'slide')) continue;
    const root = archive.tree(relationship.target);
    // A part is one slide, however often a damaged presentation lists it.
    if (root?.name !== 'p:sld' || known.has(root)) continue;
    known.add(root);
    slides.push({
      number: slides.length + 1,
      id: entry.attributes.get('id') ?? '',
      partName: relationship.target,
      root,
      isHidden: /^(?:0|false)$/.test(root.attributes.get('show') ?? ''),
    });
  }
  return { package: archive, mainPart, presentation, slides, missing: listed.length - slides.length };
}

function noPresentation(found: string | undefined): ServiceError {
  const what = found === undefined ? 'its archive has no main part' : 'its main part is of another kind';
  return new ServiceError(
    'document_invalid',
    `The file is no presentation: ${what}. Open it in a presentation program, save it as PPTX and send that.`,
  );
}
