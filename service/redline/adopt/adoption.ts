/** What bringing definitions of the revised document into the result needs, and where they are put. */
import type { WordPackage } from '../../ooxml/package.ts';
import { relationshipType } from '../../ooxml/relationships.ts';
import { element, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';
import { withIgnorable } from '../package/ignorable.ts';
import type { PartPair } from '../package/part-pair.ts';
import type { ResultPackage } from '../package/result-package.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Both packages and the one in the making. */
export interface Adoption {
  readonly original: WordPackage;
  readonly revised: WordPackage;
  readonly result: ResultPackage;
  readonly canonical: Canonical;
  /** Comments of the revised, by their ids there, that are to be others than the original's even if they say the same. */
  readonly separateComments: ReadonlySet<string>;
}

/** Puts children at the end of a part, which is made when the original has none. */
export function extend(
  adoption: Adoption,
  pair: PartPair,
  type: string,
  root: string,
  children: readonly XmlNode[],
): void {
  if (children.length === 0) return;
  const { result, original } = adoption;
  const name = nameOf(pair, type);
  const known = result.tree(name);
  if (known === undefined) {
    result.addPart({ name, bytes: new Uint8Array() }, `${WORD}.${type}+xml`);
    result.relate(original.mainPart, relationshipType(type), name, false);
  }
  const base = known ?? element(root);
  const attributes = withIgnorable(base, pair.revised);
  result.setTree(name, { ...base, attributes, children: [...base.children, ...children] });
}

/** What the result calls a part. */
export function nameOf(pair: PartPair, type: string): string {
  return pair.originalName ?? `word/${type}.xml`;
}
