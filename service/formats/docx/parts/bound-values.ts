/** Values of custom XML that content controls are bound to (ECMA-376 part 1, 17.5.2.6). Word shows them when it opens the file. */
import type { OoxmlPackage } from '../../../ooxml/package.ts';
import type { Inventory } from '../../inventory.ts';
import { treeOrNone } from '../../../ooxml/tree-or-none.ts';
import { isOfType } from '../../../ooxml/relationships.ts';
import { childOf, childrenOf, innerText, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** A step of the simple paths that Word writes: `/ns0:root[1]/ns0:name[2]` or `/@name`. */
const STEP = /^(@)?(?:[^:[\]@()*]+:)?([^:[\]@()*]+)(?:\[(\d{1,7})\])?$/;
const MAX_STEPS = 100;

/** The stores of one document. Each value is looked up in about the same time, however large its store is. */
export class BoundValues {
  readonly #package: OoxmlPackage;
  readonly #mainPart: string;
  #stores: Map<string, XmlElement> | undefined;
  readonly #children = new Map<XmlElement, Map<string, XmlElement[]>>();
  readonly #texts = new Map<XmlElement, string>();

  constructor(archive: OoxmlPackage, mainPart: string) {
    this.#package = archive;
    this.#mainPart = mainPart;
  }

  /**
   * The value that a control of plain text is bound to, with single spaces. Null for other controls, and where the path
   * is no simple one or leads nowhere.
   */
  of(control: XmlElement): string | null {
    const properties = childOf(control, 'w:sdtPr');
    const binding = childOf(properties, 'w:dataBinding');
    if (binding === undefined || childOf(properties, 'w:text') === undefined) return null;
    const store = this.#storesById.get((binding.attributes.get('w:storeItemID') ?? '').toLowerCase());
    const [start, ...steps] = (binding.attributes.get('w:xpath') ?? '').split('/', MAX_STEPS);
    if (store === undefined || start !== '' || steps.length === 0) return null;
    let parent: XmlElement | undefined;
    for (const [index, step] of steps.entries()) {
      const [, isAttribute, name = '', number = '1'] = STEP.exec(step) ?? [];
      if (isAttribute !== undefined)
        return index === steps.length - 1 ? spaced(parent && attributeOf(parent, name)) : null;
      const found: readonly XmlElement[] =
        parent === undefined ? [store].filter((root) => localName(root.name) === name) : this.#named(parent, name);
      parent = found[Number(number) - 1];
      if (parent === undefined) return null;
    }
    return parent === undefined || childrenOf(parent).length > 0 ? null : this.#textOf(parent);
  }

  get #storesById(): Map<string, XmlElement> {
    if (this.#stores !== undefined) return this.#stores;
    this.#stores = new Map();
    for (const relationship of this.#package.relationshipsOf(this.#mainPart).values()) {
      if (relationship.external || !isOfType(relationship, 'customXml')) continue;
      const store = treeOrNone(() => this.#package.tree(relationship.target));
      const id = treeOrNone(() => this.#idOf(relationship.target));
      if (id !== undefined && store !== undefined) this.#stores.set(id.toLowerCase(), store);
    }
    return this.#stores;
  }

  #idOf(store: string): string | undefined {
    const name = this.#package.related(store, 'customXmlProps');
    const properties = name === undefined ? undefined : this.#package.tree(name);
    return properties && attributeOf(properties, 'itemID');
  }

  #named(parent: XmlElement, name: string): readonly XmlElement[] {
    let byName = this.#children.get(parent);
    if (byName === undefined) {
      byName = Map.groupBy(childrenOf(parent), (child) => localName(child.name));
      this.#children.set(parent, byName);
    }
    return byName.get(name) ?? [];
  }

  #textOf(node: XmlElement): string {
    const known = this.#texts.get(node);
    if (known !== undefined) return known;
    const text = spaced(innerText(node)) ?? '';
    this.#texts.set(node, text);
    return text;
  }
}

/** Maximum length of the value that names a control, in UTF-16 units. */
const LABEL_LENGTH = 80;

/** Lists a control whose value is not the text that the file stores for it. */
export function listBoundValue(
  control: XmlElement,
  { bound, inventory }: { readonly bound: BoundValues; readonly inventory: Inventory },
): void {
  const value = bound.of(control);
  // A control without a value shows its hint.
  if (value === null || value === '' || value === storedText(control)) return;
  inventory.add('form_control', value, value.length <= LABEL_LENGTH ? value : `${value.slice(0, LABEL_LENGTH)} …`);
}

/** The stored text of a control, with single spaces. */
function storedText(control: XmlElement): string {
  const texts: string[] = [];
  const visit = (node: XmlElement): void => {
    for (const child of childrenOf(node))
      if (child.name === 'w:t') texts.push(innerText(child));
      // A control of plain text contains no other.
      else if (child.name !== 'w:sdt') visit(child);
  };
  visit(childOf(control, 'w:sdtContent') ?? control);
  return spaced(texts.join('')) ?? '';
}

function spaced(text: string | undefined): string | null {
  return text === undefined ? null : text.replaceAll(/\s+/gu, ' ').trim();
}

function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  for (const [key, value] of attributes) if (localName(key) === name) return value;
  return undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
