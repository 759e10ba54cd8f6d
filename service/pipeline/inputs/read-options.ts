/** What is read of files. It is separate from the readers, so that the service starts without them. */
import type { Include } from '../../../shared/api/include.ts';
import type { Selection } from '../../../shared/api/selection.ts';
import type { SideFormats } from '../../../shared/formats.ts';
import type { Capitals } from '../../formats/docx/read-docx.ts';
import { includedBetween } from './expressed.ts';
import type { DocumentsTask } from './tasks.ts';

/** Options of a reading. Only a DOCX has formatting to read. */
export interface ReadOptions {
  readonly attributeMode: DocumentsTask['attributeMode'];
  /** Content that is read into the document. */
  readonly include?: readonly Include[];
  /** Absent: `typed`. */
  readonly capitals?: Capitals;
  /** Of HTML: the parts that are read. Absent: everything. */
  readonly selection?: Selection | undefined;
}

/**
 * The options of both readings of a comparison. Two formats have neither looks nor comments in common. Headers and
 * footers are read only to find them on the pages of the other side. A PDF has only the capitals that were printed.
 */
export function readOptions(
  { original, revised }: SideFormats,
  attributeMode: ReadOptions['attributeMode'],
  include: readonly Include[],
): Required<Omit<ReadOptions, 'selection'>> {
  if (original === revised) return { attributeMode, include, capitals: 'typed' };
  const capitals = original === 'pdf' || revised === 'pdf' ? 'printed' : 'typed';
  return { attributeMode: 'semantic', include: includedBetween(original, revised, include), capitals };
}
