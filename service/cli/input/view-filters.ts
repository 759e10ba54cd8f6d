/** `--ignore`: the view filters of the application, on the command line. */
import { isHidden, type FilteredChange, type Ignorable } from '../../../shared/change/ignoring.ts';
import type { Change } from '../../../shared/change/change.ts';
import { CommandError } from '../command-error.ts';

/** What `--ignore` takes. `toc`: page numbers of a table of contents or index. */
export const IGNORES = ['case', 'space', 'punctuation', 'numbers', 'format', 'moves', 'toc'] as const;
export type Ignore = (typeof IGNORES)[number];

/** The filters that an option names. Throws a CommandError for an unknown one. */
export function parseIgnores(spelling: string | undefined): ReadonlySet<Ignore> {
  if (spelling === undefined) return new Set();
  return new Set(
    spelling.split(',').map((name) => {
      const ignore = IGNORES.find((each) => each === name.trim());
      if (ignore !== undefined) return ignore;
      throw new CommandError(`cannot ignore "${name.trim()}"; use some of ${IGNORES.join(',')}`);
    }),
  );
}

/** Ids of the changes that the filters hide, in document order. */
export function hiddenIds(changes: () => Iterable<Change>, ignores: ReadonlySet<Ignore>): string[] {
  if (ignores.size === 0) return [];
  const filters = new Set([...ignores].filter((each): each is Ignore & Ignorable => each !== 'toc'));
  const hidden: string[] = [];
  for (const change of changes()) {
    const isContents = ignores.has('toc') && change.group === 'table_of_contents';
    if (isContents || isHidden(filteredChange(change), filters)) hidden.push(change.id);
  }
  return hidden;
}

function filteredChange(change: Change): FilteredChange {
  const before = 'before' in change ? change.before : undefined;
  const after = 'after' in change ? change.after : undefined;
  const ends = [
    'sourceLocation' in change ? change.sourceLocation : undefined,
    'revisedLocation' in change ? change.revisedLocation : undefined,
  ];
  return {
    kind: kindOf(change.type, before?.text, after?.text),
    before: before?.text ?? '',
    after: after?.text ?? '',
    moved: ends.some((end) => end?.moveId !== undefined),
    hasPicture: before?.pictures !== undefined || after?.pictures !== undefined,
    renumbers: false,
  };
}

/** A paragraph that was split or merged is a line feed that was inserted or deleted. */
function kindOf(type: Change['type'], before: string | undefined, after: string | undefined): FilteredChange['kind'] {
  if (type === 'insert' && after === '\n') return 'split';
  return type === 'delete' && before === '\n' ? 'merge' : type;
}
