/**
 * Merges headers and footers, each as a story. After rejecting all, every section shows the original's header, and
 * after accepting all, the revised one. References of sections cannot be tracked, and a section without a reference
 * inherits the previous one. So the stage finds the headers of each section of the result on either side, inherited
 * ones included. The section then refers to a part in which these two are merged. This is the original's part if
 * possible, or else a new one.
 */
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import { treeOrNone } from '../../ooxml/tree-or-none.ts';
import { relationshipType } from '../../ooxml/relationships.ts';
import { childrenOf, element, isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Comparison } from './comparison.ts';
import { sectionsOf } from './sections-of.ts';
import { mergeChecked } from './merge-checked.ts';
import { withIgnorable } from '../package/ignorable.ts';
import { markStory } from './merge-story.ts';
import { assignParts, type SectionHeaders } from '../adopt/section-headers.ts';
import { withoutPositions } from '../adopt/settle-positions.ts';
import type { StoryContext } from './story-context.ts';
import { storyKey } from '../text/story-key.ts';

const REFERENCE = /^w:(header|footer)Reference$/;

/** Merges the headers and footers of all sections of the result. The body must be finished. */
export function mergeHeaders(comparison: Comparison): void {
  const { original, revised, result, sections } = comparison;
  const body = result.tree(original.mainPart);
  if (body === undefined) return;
  const nodes = sectionsOf(body);
  const alike = new AlikeParts(comparison);
  const assigned = assignParts(
    nodes.map((node): SectionHeaders => {
      const { a, b } = sections.get(node) ?? { a: node, b: node };
      return {
        a: a === null ? null : partsOf(a, original, (target) => target),
        b: b === null ? null : partsOf(b, revised, (target) => alike.of(target)),
      };
    }),
  );
  const writer = new HeaderWriter(comparison);
  const references = nodes.map((node, index) => writer.references(node, assigned[index]!));
  if (nodes.some((node, index) => references[index]!.some((reference) => !node.children.includes(reference))))
    result.setTree(original.mainPart, withReferences(body, nodes, references));
  resolveOthers(comparison, writer.merged);
}

/** Writes the parts. Each pair of parts is merged once. */
class HeaderWriter {
  /** Parts of the original that were merged in place. */
  readonly merged = new Set<string>();
  readonly #comparison: Comparison;
  readonly #parts = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  /** Both stories of each merged part. */
  readonly #stories = new Set<string>();
  readonly #revisedUsed = new Set<string>();

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  /** The references of a section of the result. Its own elements stay if they refer to the right part. */
  references(section: XmlElement, wanted: ReturnType<typeof assignParts>[number]): XmlElement[] {
    const { original, report } = this.#comparison;
    const relationships = original.package.relationshipsOf(original.mainPart);
    const references: XmlElement[] = [];
    const done = new Set<string>();
    for (const child of childrenOf(section)) {
      const key = keyOf(child);
      if (key === null) continue;
      const pair = wanted.get(key);
      if (pair === undefined || done.has(key)) {
        references.push(child);
        continue;
      }
      done.add(key);
      const part = this.#part(key, pair.a, pair.b);
      const isOwn = relationships.get(child.attributes.get('r:id') ?? '')?.target === part;
      references.push(isOwn ? child : this.#reference(key, part));
    }
    for (const [key, pair] of wanted) {
      if (!pair.stated || done.has(key)) continue;
      report.warn(
        'header_added',
        'A section refers to a header or footer of its own only in one of the documents. No revision can show that: the result has the reference, and the text is tracked.',
      );
      references.push(this.#reference(key, this.#part(key, pair.a, pair.b)));
    }
    return references;
  }

  #reference(key: string, part: string): XmlElement {
    const { original, result } = this.#comparison;
    const [kind = 'header', type = 'default'] = key.split(' ');
    let id = this.#ids.get(part);
    if (id === undefined) {
      id = result.relate(original.mainPart, relationshipType(kind), part, false);
      this.#ids.set(part, id);
    }
    return element(`w:${kind}Reference`, { 'w:type': type, 'r:id': id });
  }

  #part(key: string, a: string | null, b: string | null): string {
    const pair = `${key.split(' ')[0]}|${a ?? ''}|${b ?? ''}`;
    let name = this.#parts.get(pair);
    if (name === undefined) {
      name = a === null ? this.#insertedPart(b!) : this.#mergedPart(a, b);
      this.#parts.set(pair, name);
    }
    return name;
  }

  #mergedPart(a: string, b: string | null): string {
    const { original, result, report, origins } = this.#comparison;
    const isFirst = !this.merged.has(a);
    const name = isFirst ? a : result.duplicate(a);
    origins.push({ result: { part: name }, original: { part: a }, revised: b === null ? null : { part: b } });
    this.merged.add(a);
    const root = original.package.tree(a);
    if (root === undefined) return name;
    const resolved = resolveRevisions(root, 'revised');
    const own = isFirst ? resolved : withoutPositions(resolved);
    const other = b === null ? undefined : this.#revisedRoot(b, name);
    const context = this.#comparison.contextOf(name, true);
    if (other === undefined)
      report.warn(
        'header_removed',
        'A header or footer that the revised document has not keeps its place with its text deleted.',
      );
    const children =
      other === undefined
        ? markStory(own.children, 'del', context, true)
        : mergeChecked(
            own.children,
            other.children,
            this.#isRepeated(own, other, context) ? context.withoutGuide() : context,
          );
    const isSame =
      own === root &&
      children.length === own.children.length &&
      children.every((node, at) => node === own.children[at]);
    if (!isSame || !isFirst) result.setTree(name, { ...own, attributes: withIgnorable(own, other), children });
    return name;
  }

  /** Whether the same two stories were merged before. A guide has what several sections repeat only once. */
  #isRepeated(own: XmlElement, other: XmlElement, { canonical }: StoryContext): boolean {
    const key = [own, other].map(({ children }) => storyKey(children, canonical)).join('|');
    const isKnown = this.#stories.has(key);
    this.#stories.add(key);
    return isKnown;
  }

  /** A part that only the revised document has. */
  #insertedPart(b: string): string {
    const { revised, result, origins } = this.#comparison;
    const name = result.freeName(b);
    origins.push({ result: { part: name }, original: null, revised: { part: b } });
    result.addPart({ name, bytes: new Uint8Array() }, revised.package.contentTypes().typeOf(b));
    const root = this.#revisedRoot(b, name);
    if (root !== undefined)
      result.setTree(name, {
        ...root,
        children: markStory(root.children, 'ins', this.#comparison.contextOf(name, true), true),
      });
    return name;
  }

  /** A translated part of the revised document. Its bookmarks are adopted once. */
  #revisedRoot(b: string, name: string): XmlElement | undefined {
    const { revised, translation } = this.#comparison;
    const root = revised.package.tree(b);
    if (root === undefined) return undefined;
    const resolved = resolveRevisions(root, 'revised');
    const isFirst = !this.#revisedUsed.has(b);
    this.#revisedUsed.add(b);
    return translation.part(isFirst ? resolved : withoutPositions(resolved), b, name);
  }
}

/**
 * Treats equal parts of the revised document as one, because some programs write one per section. Equal parts have
 * revisions of the same authors and dates.
 */
class AlikeParts {
  readonly #comparison: Comparison;
  readonly #first = new Map<string, string>();
  readonly #known = new Map<string, string>();

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
  }

  of(part: string): string {
    let first = this.#known.get(part);
    if (first === undefined) {
      const { revised, result } = this.#comparison;
      const root = revised.package.tree(part);
      const canonical = result.canonicalOf(part, revised.package);
      const key =
        root === undefined
          ? part
          : [root.name, storyKey(resolveRevisions(root, 'revised').children, canonical), ...stampsIn(root)].join('|');
      first = this.#first.get(key) ?? part;
      this.#first.set(key, first);
      this.#known.set(part, first);
    }
    return first;
  }
}

/** Kinds, authors and dates of the revisions in a tree. */
function stampsIn(node: XmlElement): string[] {
  const [author, date] = [node.attributes.get('w:author'), node.attributes.get('w:date')];
  const own = author === undefined && date === undefined ? [] : [JSON.stringify([node.name, author, date])];
  return [...own, ...node.children.flatMap((child) => (isElement(child) ? stampsIn(child) : []))];
}

/** Resolves the revisions of headers that no section shows, as in all other input. */
function resolveOthers({ original, result, origins }: Comparison, done: ReadonlySet<string>): void {
  for (const relationship of original.package.relationshipsOf(original.mainPart).values()) {
    if (relationship.external || !/\/(?:header|footer)$/.test(relationship.type) || done.has(relationship.target))
      continue;
    const root = treeOrNone(() => original.package.tree(relationship.target));
    const resolved = isHeader(root) ? resolveRevisions(root, 'revised') : undefined;
    if (resolved === undefined || resolved === root) continue;
    const place = { part: relationship.target };
    origins.push({ result: place, original: place, revised: null });
    result.setTree(relationship.target, resolved);
  }
}

/** Kind and type of a reference, such as `header first`; null for anything else. */
function keyOf({ name, attributes }: XmlElement): string | null {
  const kind = REFERENCE.exec(name)?.[1];
  return kind === undefined ? null : `${kind} ${attributes.get('w:type') ?? 'default'}`;
}

/** Whether a tree is a header or a footer (17.10.3, 17.10.4). */
export function isHeader(root: XmlElement | undefined): root is XmlElement {
  return root?.name === 'w:hdr' || root?.name === 'w:ftr';
}

/** The parts that a section itself refers to, by kind and type. A reference to anything else counts as none. */
function partsOf(
  section: XmlElement,
  { package: archive, mainPart }: WordPackage,
  nameOf: (target: string) => string,
): Map<string, string> {
  const relationships = archive.relationshipsOf(mainPart);
  const parts = new Map<string, string>();
  for (const child of childrenOf(section)) {
    const key = keyOf(child);
    const relationship = relationships.get(child.attributes.get('r:id') ?? '');
    if (key === null || parts.has(key) || relationship === undefined || relationship.external) continue;
    if (!isHeader(archive.tree(relationship.target))) continue;
    parts.set(key, nameOf(relationship.target));
  }
  return parts;
}

/** A tree whose sections have these references, before all other properties (CT_SectPr). */
function withReferences(
  root: XmlElement,
  sections: readonly XmlElement[],
  references: readonly (readonly XmlElement[])[],
): XmlElement {
  const bySection = new Map(sections.map((section, index) => [section, references[index]!]));
  const visit = (node: XmlElement): XmlElement => {
    if (node.name === 'w:sectPr') {
      const own = bySection.get(node) ?? [];
      const rest = node.children.filter((child) => !isElement(child) || keyOf(child) === null);
      return { ...node, children: [...own, ...rest] };
    }
    if (node.name === 'w:r') return node;
    let children: XmlNode[] | undefined;
    node.children.forEach((child, index) => {
      const next = isElement(child) ? visit(child) : child;
      if (next === child) return;
      children ??= node.children.slice();
      children[index] = next;
    });
    return children === undefined ? node : withChildren(node, children);
  };
  return visit(root);
}
