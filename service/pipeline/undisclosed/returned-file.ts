/** What a report says about a returned DOCX: who declared each change, and what nobody declared. */
import type { UndisclosedEdits } from '../../../shared/change/undisclosed.ts';
import type { Block } from '../../../shared/document/model.ts';
import { findUndisclosed } from './find-undisclosed.ts';
import type { Declaration } from '../declared/declaration.ts';
import { declaredChanges } from '../declared/declared-changes.ts';
import { readDeclarations } from '../declared/declarations.ts';

/** The facts about a returned file. */
export interface ReturnedFile {
  /** Author and date by change id. */
  readonly declared: ReadonlyMap<string, Declaration>;
  readonly undisclosed: UndisclosedEdits;
}

/**
 * The facts about the revised DOCX of a comparison; null if it declares nothing that the original does not. Every change
 * would be undisclosed then. `blocks` is the merged document. Throws the readers' `ServiceError`.
 */
export async function returnedFile(
  original: Uint8Array,
  revised: Uint8Array,
  blocks: readonly Block[],
): Promise<ReturnedFile | null> {
  if (original.length === 0 || revised.length === 0) return null;
  const declarations = await readDeclarations(revised);
  if (declarations.ranges.length === 0) return null;
  const undisclosed = await findUndisclosed(original, revised);
  if (undisclosed.declared.length === 0) return null;
  return { declared: declaredChanges(blocks, await readDeclarations(original), declarations), undisclosed };
}
