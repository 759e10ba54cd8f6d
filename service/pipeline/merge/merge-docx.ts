/** Merges two revisions of a DOCX into one. */
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { bothSides } from '../../../shared/formats.ts';
import { compareFiles } from '../compare/compare-files.ts';
import { INCLUDES } from '../../../shared/api/include.ts';
import { decideThreeWay, type ThreeWayDecisions } from './decide-three-way.ts';

/** The data of the last step: the redline from ours to theirs, and its decisions. */
export interface DocxMerge {
  /** The fragment of the redline from ours to theirs. */
  readonly html: string;
  readonly decisions: ThreeWayDecisions;
}

/** Compares three files with each other, and decides what only one side changed. Throws the readers' `ServiceError`. */
export async function mergeDocx(base: Uint8Array, ours: Uint8Array, theirs: Uint8Array): Promise<DocxMerge> {
  const compare = async (original: Uint8Array | null, revised: Uint8Array): Promise<string> => {
    const options = { mode: 'auto', attributeMode: 'semantic', include: INCLUDES, complexity: 'extended' } as const;
    return (await compareFiles({ formats: bothSides('docx'), original, revised, ...options })).html;
  };
  // A file that both sides added has no ancestor.
  const ancestor = base.length === 0 ? null : base;
  const html = await compare(ours, theirs);
  const decisions = decideThreeWay({
    baseToOurs: scanFragment(await compare(ancestor, ours)),
    baseToTheirs: scanFragment(await compare(ancestor, theirs)),
    oursToTheirs: scanFragment(html),
  });
  return { html, decisions };
}
