/** What the tracked revisions of a DOCX declare: their places in its texts, with author and date. Plain data. */
import type { Side } from '../../../shared/document/model.ts';
import { openWordPackage } from '../../ooxml/package.ts';
import { storyParts } from '../../ooxml/part-uses.ts';
import type { RangeKind } from '../../redline/text/guide.ts';
import { RevisionReader } from '../ranges/revision-ranges.ts';
import { declarationOf, type Declaration } from './declaration.ts';

/** A declared revision. Places are counted as in `RevisionRange`. */
export interface DeclaredRange extends Declaration {
  readonly kind: RangeKind;
  readonly side: Side;
  readonly start: number;
  readonly end: number;
  readonly place: number;
}

/** The texts of a DOCX without white space, before and after its revisions, and the revisions. */
export interface Declarations {
  readonly texts: Readonly<Record<Side, string>>;
  readonly ranges: readonly DeclaredRange[];
}

/** The declarations of a DOCX. Throws `ServiceError` as the package reader does. */
export async function readDeclarations(bytes: Uint8Array): Promise<Declarations> {
  const { package: archive, mainPart } = await openWordPackage(bytes);
  const reader = new RevisionReader(false);
  for (const name of storyParts(archive, mainPart)) {
    const tree = archive.tree(name);
    if (tree !== undefined) reader.read(tree);
  }
  return {
    texts: { original: reader.text('original'), revised: reader.text('revised') },
    ranges: reader.ranges.map(({ mark, kind, side, start, end, place }) => ({
      kind,
      side,
      start,
      end,
      place,
      ...declarationOf(mark),
    })),
  };
}
