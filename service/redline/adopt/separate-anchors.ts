/**
 * Gives anchors of the revised document names of their own. A bookmark has one place in a file. Where both documents
 * have an anchor at different places, each keeps its own, and the references of each side lead there.
 */
import { bookmarksIn } from '../../ooxml/references.ts';
import type { PackagePair } from '../package/package-pair.ts';
import { textRoots } from '../package/text-roots.ts';
import { withAnchorNames } from './renumbered-anchors.ts';

/** The pair, in which the revised document has other names for some generated anchors. */
export function withSeparateAnchors(packages: PackagePair, anchors: ReadonlySet<string>): PackagePair {
  const { original, revised } = packages;
  const taken = new Set([original, revised].flatMap(textRoots).flatMap((root) => [...bookmarksIn(root)]));
  const names = new Map<string, string>();
  for (const anchor of anchors) {
    // A digit more keeps the kind of a generated name.
    let name = `${anchor}0`;
    while (taken.has(name)) name += '0';
    taken.add(name);
    names.set(anchor, name);
  }
  return { original, revised: withAnchorNames(revised, names) };
}
