/** Removes list definitions that only removed paragraphs used, with the pictures of their bullets (17.9). */
import type { WordPackage } from '../../ooxml/package.ts';
import { storyParts } from '../../ooxml/part-uses.ts';
import { childrenOf, isElement, valueOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { ResultPackage } from './result-package.ts';

/** Elements by which a definition belongs to a list style. Such a definition stays. */
const OF_STYLES = ['w:styleLink', 'w:numStyleLink'];

/** Removes the definitions from the result, which was made from the package. Definitions that were unused before stay. */
export function dropLists({ package: archive, mainPart }: WordPackage, result: ResultPackage): void {
  const name = archive.related(mainPart, 'numbering');
  const root = name === undefined ? undefined : result.tree(name);
  if (name === undefined || root === undefined) return;
  const [before, after] = [new Set<string>(), new Set<string>()];
  const styles = archive.related(mainPart, 'styles');
  for (const part of [...storyParts(archive, mainPart), ...(styles === undefined ? [] : [styles])]) {
    const [former, tree] = [archive.tree(part), result.tree(part)];
    if (former !== undefined) valuesIn(former, 'w:numId', before);
    if (tree !== undefined) valuesIn(tree, 'w:numId', after);
  }
  const isGone = (node: XmlElement): boolean => {
    const id = node.attributes.get('w:numId') ?? '';
    return before.has(id) && !after.has(id);
  };
  const [gone, numbers] = parted(childrenOf(root, 'w:num'), isGone);
  if (gone.length === 0) return;
  const kept = new Set(numbers.map((node) => valueOf(node, 'w:abstractNumId')));
  const left = new Set(gone.map((node) => valueOf(node, 'w:abstractNumId')).filter((id) => !kept.has(id)));
  const [goneAbstracts, abstracts] = parted(
    childrenOf(root, 'w:abstractNum'),
    (node) =>
      left.has(node.attributes.get('w:abstractNumId') ?? '') &&
      OF_STYLES.every((link) => childrenOf(node, link).length === 0),
  );
  const [formerBullets, bullets] = [new Set<string>(), new Set<string>()];
  for (const node of [...gone, ...goneAbstracts]) valuesIn(node, 'w:lvlPicBulletId', formerBullets);
  for (const node of [...numbers, ...abstracts]) valuesIn(node, 'w:lvlPicBulletId', bullets);
  const dropped = new Set([...gone, ...goneAbstracts]);
  const isBullet = (node: XmlElement): boolean => {
    const id = node.attributes.get('w:numPicBulletId') ?? '';
    return node.name === 'w:numPicBullet' && formerBullets.has(id) && !bullets.has(id);
  };
  const children = root.children.filter((child) => !isElement(child) || (!dropped.has(child) && !isBullet(child)));
  result.setTree(name, { ...root, children });
}

/** The values of all elements of a name in a tree. */
function valuesIn(node: XmlElement, name: string, found: Set<string>): void {
  if (node.name === name) found.add(node.attributes.get('w:val') ?? '');
  for (const child of node.children) if (isElement(child)) valuesIn(child, name, found);
}

function parted<T>(items: readonly T[], is: (item: T) => boolean): [yes: T[], no: T[]] {
  return [items.filter(is), items.filter((item) => !is(item))];
}
