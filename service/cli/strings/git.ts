/** The texts of `diffsvc git` and of the summary of a commit. Errors are where they are thrown. */
import { many } from './many.ts';

/** `diffsvc git`. */
export const GIT = {
  description: 'show and merge documents in git',
  install: 'let git show documents as text, and merge DOCX, Markdown and text with diffsvc',
  uninstall: 'take back what install wrote, and the texts that git keeps',
  global: 'for all repositories of this user, instead of this one',
  installed: (file: string) => `Git shows and merges documents with diffsvc. The attributes are in ${file}`,
  text: 'print what `diffsvc text --all` prints, or why the file cannot be read; for textconv',
  textFile: 'the copy of a file that git hands over',
  difftool: 'compare two files or folders; exits with 0 whether they differ or not',
  local: 'what git calls LOCAL',
  remote: 'what git calls REMOTE',
  merged: 'path of the file in the repository, what git calls MERGED; it is printed above the answer',
  diff: 'compare as the program of GIT_EXTERNAL_DIFF',
  diffArguments: 'the 7 arguments of git, 9 for a renamed file',
  merge: 'merge two revisions into the file ours; exits with 1 if conflicts are left in it',
  base: 'the common ancestor, what git calls %O',
  ours: 'our revision, what git calls %A; the result replaces it',
  theirsFile: 'their revision, what git calls %B',
  markerSize: 'length of a conflict marker, what git calls %L',
  path: 'path of the file in the repository, what git calls %P',
  summary: 'say in a few lines what changed, for the message of a commit',
  summaryOriginal: 'the file before; without files the staged documents are compared with the last commit',
  summaryRevised: 'the file after',
  theirs: 'theirs',
  unmerged: (path: string) => `${path} is not merged.`,
  header: (path: string, newPath: string) => (path === newPath ? `diffsvc ${path}` : `diffsvc ${path} → ${newPath}`),
  notCompared: (reason: string) => `Not compared: ${reason}`,
  textConflicts: (path: string, count: number) =>
    `${path}: ${many(count, 'conflict is', 'conflicts are')} between markers`,
  wordConflicts: (path: string, count: number) =>
    count === 0
      ? `${path}: changes that cannot be merged are tracked revisions of theirs; accept or reject them`
      : `${path}: ${many(count, 'conflict is a tracked revision', 'conflicts are tracked revisions')} of theirs; accept or reject them`,
} as const;

/** `diffsvc summary`. */
export const SUMMARY = {
  added: 'added',
  deleted: 'deleted',
  notCompared: (reason: string) => `not compared, ${reason}`,
  more: (count: number) => `- and ${count} more`,
  change: (type: string, before: string | null, after: string | null) => {
    if (type === 'format') return `${after ?? ''} has another format`;
    if (type === 'link') return `${after ?? ''} leads elsewhere`;
    if (before !== null && after !== null) return `${before} became ${after}`;
    return after === null ? `removed ${before ?? ''}` : `added ${after}`;
  },
  /** Several changes that are one. The texts are those of the first one. */
  unit: (kind: string, before: string | null, after: string | null) => {
    const text = after ?? before ?? '';
    if (kind === 'move') return `moved ${text}`;
    if (kind === 'list') return `${text} and the items after it became another kind of list`;
    if (kind === 'picture') return 'replaced a picture';
    return `${after === null ? 'removed' : 'added'} the ${kind} ${text}`;
  },
} as const;
