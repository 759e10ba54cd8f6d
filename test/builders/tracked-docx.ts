/** Redlines of two DOCX that were compared with all content, as the application compares them. */
import { INCLUDES } from '../../shared/api/include.ts';
import { bothSides } from '../../shared/formats.ts';
import { compareFiles } from '../../service/pipeline/compare/compare-files.ts';
import {
  trackChanges,
  type ComparedFiles,
  type Redline,
  type Signature,
} from '../../service/pipeline/track-changes.ts';

const COMPLETE = { mode: 'auto', attributeMode: 'semantic', include: INCLUDES, complexity: 'extended' } as const;

/** Both files with the fragment of their comparison. */
export async function compared(original: Uint8Array, revised: Uint8Array): Promise<ComparedFiles> {
  const { html } = await compareFiles({ ...COMPLETE, formats: bothSides('docx'), original, revised });
  return { original, revised, fragment: html };
}

/** The redline of both files. */
export async function tracked(original: Uint8Array, revised: Uint8Array, by: Signature): Promise<Redline> {
  return await trackChanges(await compared(original, revised), by);
}
