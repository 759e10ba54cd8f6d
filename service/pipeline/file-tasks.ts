/** What the command line does with whole DOCX files, besides reading them. Each task runs in a confined process. */
import type { Revisions } from '../../shared/api/revisions.ts';
import type { UndisclosedEdits } from '../../shared/change/undisclosed.ts';
import { decideAll, trackChanges, type ComparedFiles, type Redline, type Signature } from './track-changes.ts';
import { findUndisclosed } from './undisclosed/find-undisclosed.ts';
import { verifyRedline, type InvariantFinding } from './verify-result.ts';

/** A task, as plain data. */
export type FileTask =
  | {
      readonly kind: 'track';
      readonly compared: ComparedFiles;
      readonly by: Signature;
      /** What becomes of the revisions of both files; absent: they count as accepted. */
      readonly revisions?: Revisions | undefined;
    }
  | {
      readonly kind: 'verify';
      readonly original: Uint8Array;
      readonly revised: Uint8Array;
      readonly redline: Uint8Array;
    }
  | { readonly kind: 'undisclosed'; readonly sent: Uint8Array; readonly returned: Uint8Array }
  | { readonly kind: 'decide'; readonly tracked: Uint8Array; readonly decision: 'accept' | 'reject' };

/** The results of the tasks, by their kinds. */
export interface FileTaskResults {
  readonly track: Redline;
  readonly verify: InvariantFinding[];
  readonly undisclosed: UndisclosedEdits;
  readonly decide: Uint8Array;
}

/** Does a task. Throws as the function of its kind does. */
export function doFileTask(task: FileTask): Promise<FileTaskResults[FileTask['kind']]> {
  switch (task.kind) {
    case 'track':
      return trackChanges(task.compared, task.by, task.revisions);
    case 'verify':
      return verifyRedline({ original: task.original, revised: task.revised }, task.redline);
    case 'undisclosed':
      return findUndisclosed(task.sent, task.returned);
    case 'decide':
      return decideAll(task.tracked, task.decision);
  }
}
