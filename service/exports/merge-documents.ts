/** Merges two revisions of a DOCX into one file. It runs in a process of its own, because its input is untrusted. */
import { mergeDocx } from '../pipeline/merge/merge-docx.ts';
import { decideAll, stampOf, type Signature } from '../pipeline/track-changes.ts';
import { makeArtifact } from './make-artifact.ts';

/** Three files, as plain data. An empty base is no file: both sides added theirs. */
export interface MergeTask {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
  readonly title: string;
  /** Signs what stays a tracked revision. */
  readonly by: Signature;
}

/** The merged file. */
export interface MergedDocuments {
  readonly bytes: Uint8Array;
  /** Sentences on content that could not be kept. */
  readonly warnings: readonly string[];
  /** Number of changes that both sides made in one place. */
  readonly conflicts: number;
  /** Whether something is left to decide. */
  readonly isOpen: boolean;
}

/** Takes over what only one side changed, and leaves conflicts as tracked revisions. Throws the readers' `ServiceError`. */
export async function mergeDocuments({ base, ours, theirs, title, by }: MergeTask): Promise<MergedDocuments> {
  const { html, decisions } = await mergeDocx(base, ours, theirs);
  const { accept, reject, conflicts } = decisions;
  const { bytes, report } = await makeArtifact({
    type: 'resolved_docx',
    format: 'docx',
    fallback: false,
    digests: null,
    options: { accept, reject },
    title,
    html,
    original: ours,
    revised: theirs,
    ...stampOf(by),
  });
  const [accepted, rejected] = [await decideAll(bytes, 'accept'), await decideAll(bytes, 'reject')];
  const isOpen = conflicts.length > 0 || !Buffer.from(accepted).equals(rejected);
  return { bytes, warnings: report.warnings, conflicts: conflicts.length, isOpen };
}
