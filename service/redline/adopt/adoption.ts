/** The inputs of adoption, and the place of adopted definitions in the result. */
import type { WordPackage } from '../../ooxml/package.ts';
import { relationshipType } from '../../ooxml/relationships.ts';
import { element, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';
import { withIgnorable } from '../package/ignorable.ts';
import type { PartPair } from '../package/part-pair.ts';
import type { ResultPackage } from '../package/result-package.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Both packages, and the result in the making. */
export interface Adoption {
  readonly original: WordPackage;
  readonly revised: WordPackage;
  readonly result: ResultPackage;
  readonly canonical: Canonical;
  /** Ids of comments of the revised document that must become new comments, even if the original has equal ones. */
  readonly separateComments: ReadonlySet<string>;
}

/** Appends children to a part. Creates the part if the original does not have it. */
export function extend(
  adoption: Adoption,
  pair: PartPair,
  type: string,
  root: string,
  children: readonly XmlNode[],
): void {
  if (children.length === 0) return;
  const { result, original } = adoption;
  const name = nameOf(adoption, pair, type);
  const known = result.tree(name);
  if (known === undefined) {
    result.addPart({ name, bytes: new Uint8Array() }, `${WORD}.${type}+xml`);
    result.relate(original.mainPart, relationshipType(type), name, false);
  }
  const base = known ?? element(root);
  const attributes = withIgnorable(base, pair.revised);
  result.setTree(name, { ...base, attributes, children: [...base.children, ...children] });
}

/** The name of a part in the result. */
export function nameOf({ result }: Adoption, pair: PartPair, type: string): string {
  return pair.originalName ?? result.newPart(type);
}
