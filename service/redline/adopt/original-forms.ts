/**
 * Writes fields and links of the revised document in the form that the original has for the same ones. Word processors
 * replace one form by the other when they save, and no reader sees a difference.
 */
import type { WordPackage } from '../../ooxml/package.ts';
import { relationshipsPartOf, relationshipType, type Relationship } from '../../ooxml/relationships.ts';
import { element, isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { textPartsOf } from '../package/text-roots.ts';
import { formAt, isSameForm, withPartedFields, type PlacedForm, type WrittenForm } from './written-forms.ts';

/** The form of each field and link of the original; null for one that it has in several forms. */
interface KnownForms {
  readonly forms: ReadonlyMap<string, WrittenForm | null>;
  /** Addresses of its links, by key. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** The revised document, with the original's forms of equal fields and links. */
export function withOriginalForms(original: WordPackage, revised: WordPackage): WordPackage {
  const known = formsOf(original);
  if (known.forms.size === 0) return revised;
  const trees = new Map<string, XmlElement>();
  for (const [part, root] of textPartsOf(revised)) {
    const rewriter = new FormRewriter(known, revised.package.relationshipsOf(part));
    const rewritten = rewriter.tree(root);
    if (rewritten === root) continue;
    trees.set(part, rewritten);
    const name = relationshipsPartOf(part);
    if (rewriter.added.length === 0) continue;
    const own = revised.package.tree(name) ?? element('rel:Relationships');
    trees.set(name, withChildren(own, [...own.children, ...rewriter.added]));
  }
  if (trees.size === 0) return revised;
  return {
    ...revised,
    package: revised.package.withTrees(trees),
    document: trees.get(revised.mainPart) ?? revised.document,
  };
}

function formsOf(original: WordPackage): KnownForms {
  const forms = new Map<string, WrittenForm | null>();
  const addresses = new Map<string, string>();
  for (const [part, root] of textPartsOf(original)) {
    const relationships = original.package.relationshipsOf(part);
    const visit = (children: readonly XmlNode[]): void => {
      const nodes = withPartedFields(children);
      nodes.forEach((node, at) => {
        const form = formAt(nodes, at, relationships);
        if (form !== null) {
          const other = forms.get(form.key);
          if (other === undefined) forms.set(form.key, form);
          else if (other !== null && !isSameForm(other, form)) forms.set(form.key, null);
          const address = relationships.get(form.container?.attributes.get('r:id') ?? '')?.target;
          if (address !== undefined) addresses.set(form.key, address);
        }
        if (isElement(node)) visit(node.children);
      });
    };
    visit([root]);
  }
  return { forms, addresses };
}

/** Rewrites one part. */
class FormRewriter {
  /** Relationships that the part needs in addition. */
  readonly added: XmlElement[] = [];
  readonly #known: KnownForms;
  readonly #relationships: ReadonlyMap<string, Relationship>;

  constructor(known: KnownForms, relationships: ReadonlyMap<string, Relationship>) {
    this.#known = known;
    this.#relationships = relationships;
  }

  tree(root: XmlElement): XmlElement {
    return withChildren(root, this.#nodes(root.children));
  }

  /** The same list if nothing in it changes. */
  #nodes(children: readonly XmlNode[]): readonly XmlNode[] {
    const nodes = withPartedFields(children);
    const out: XmlNode[] = [];
    let isSame = true;
    for (let at = 0; at < nodes.length;) {
      const found = formAt(nodes, at, this.#relationships);
      const known = found === null ? undefined : this.#known.forms.get(found.key);
      if (found !== null && known && !isSameForm(known, found)) {
        out.push(...this.#rewritten(found, known));
        isSame = false;
        at = found.end;
        continue;
      }
      const node = nodes[at]!;
      const next = isElement(node) ? this.tree(node) : node;
      isSame &&= next === node;
      out.push(next);
      at += 1;
    }
    return isSame ? children : out;
  }

  #rewritten({ key, result }: PlacedForm, { container, before, after }: WrittenForm): readonly XmlNode[] {
    const content = this.#nodes(result);
    if (container === null) return [...before, ...content, ...after];
    const address = this.#known.addresses.get(key);
    const attributes = new Map(container.attributes);
    if (address !== undefined) attributes.set('r:id', this.#idOf(address));
    return [{ name: container.name, attributes, children: content }];
  }

  /** The id of an address in this part. */
  #idOf(address: string): string {
    const type = relationshipType('hyperlink');
    for (const { id, target, external } of this.#relationships.values()) if (external && target === address) return id;
    const known = this.added.find(({ attributes }) => attributes.get('Target') === address);
    if (known !== undefined) return known.attributes.get('Id')!;
    let number = this.#relationships.size + this.added.length + 1;
    while (this.#relationships.has(`rId${number}`)) number += 1;
    const id = `rId${number}`;
    this.added.push(element('rel:Relationship', { Id: id, Type: type, Target: address, TargetMode: 'External' }));
    return id;
  }
}
