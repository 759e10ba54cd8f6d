/** Finds the new revisions of the revised document behind the marks of a redline. */
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import { Interner } from '../../engine/tokens/interner.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { leavesOf, sameKeys, type Leaf } from './story-leaves.ts';

/** For each leaf of the redline, the revision of the revised document that declares its mark. */
export function declaredStamps(
  leaves: readonly Leaf[],
  revised: XmlElement | undefined,
  isNew: (mark: XmlElement) => boolean,
): (XmlElement | null)[] {
  const stamps = new Array<XmlElement | null>(leaves.length).fill(null);
  if (revised === undefined) return stamps;
  const theirs = leavesOf(revised);
  const standing = theirs.filter(({ deleted }) => deleted === null);
  if (
    !sameKeys(
      leaves.filter(({ deleted }) => deleted === null),
      standing,
    )
  )
    return stamps;
  const declared = (mark: XmlElement | null): XmlElement | null => (mark !== null && isNew(mark) ? mark : null);
  /** The leaves between two common ones are matched by their content. */
  const match = (ours: readonly number[], from: number, to: number): void => {
    const gone = theirs.slice(from, to).filter(({ deleted }) => deleted !== null);
    if (ours.length === 0 || gone.length === 0) return;
    const interner = new Interner();
    const [a, b] = [ours.map((at) => leaves[at]!.key), gone.map(({ key }) => key)].map((keys) =>
      Int32Array.from(keys, (key) => interner.intern(key)),
    );
    for (const { aStart, bStart, length } of diffSequences(a!, b!, interner.size))
      for (let step = 0; step < length; step += 1)
        stamps[ours[aStart + step]!] = declared(gone[bStart + step]!.deleted);
  };
  let place = 0;
  let start = 0;
  let deleted: number[] = [];
  for (const [at, leaf] of leaves.entries()) {
    if (leaf.deleted !== null) {
      deleted.push(at);
      continue;
    }
    while (theirs[place]!.deleted !== null) place += 1;
    const { inserted, format } = theirs[place]!;
    if (leaf.inserted === null) {
      match(deleted, start, place);
      [deleted, start] = [[], place + 1];
      if (leaf.format !== null) stamps[at] = declared(format);
    } else stamps[at] = declared(inserted);
    place += 1;
  }
  match(deleted, start, theirs.length);
  return stamps;
}
