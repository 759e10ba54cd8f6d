/** Finds the bookmarks and editing permissions that both documents have. */
import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { KeyedQueue } from './keyed-queue.ts';

/** Ranges of the revised document that the original has too. Their place in the original counts. */
export class KnownRanges {
  readonly #bookmarks = new Set<string>();
  readonly #permissions = new Set<string>();

  /** Bookmarks of both documents whose place in the revised document counts, too. */
  readonly doubled: ReadonlySet<string>;

  /** Takes the roots of all parts with text. A bookmark is identified by its name, a permission by its editor. */
  constructor(original: readonly XmlElement[], revised: readonly XmlElement[], doubled: ReadonlySet<string>) {
    this.doubled = doubled;
    const own: XmlElement[] = [];
    for (const root of original) {
      visitStarts(root, (node) => {
        if (node.name === 'w:bookmarkStart') this.#bookmarks.add(node.attributes.get('w:name') ?? '');
        else own.push(node);
      });
    }
    if (own.length === 0) return;
    const others: XmlElement[] = [];
    for (const root of revised) {
      visitStarts(root, (node) => {
        if (node.name === 'w:permStart') others.push(node);
      });
    }
    // Equal ids are paired first. Word keeps ids between saves, and other programs renumber them.
    const taken = new Set<XmlElement>();
    for (const keyOf of [idKey, permissionKey]) {
      const free = new KeyedQueue(
        own.filter((node) => !taken.has(node)),
        keyOf,
      );
      for (const other of others) {
        const node = this.#permissions.has(idKey(other)) ? undefined : free.take(keyOf(other));
        if (node === undefined) continue;
        taken.add(node);
        this.#permissions.add(idKey(other));
      }
    }
  }

  /** Whether the original has the range that starts here in the revised document. */
  has(start: XmlElement): boolean {
    const name = start.attributes.get('w:name') ?? '';
    return start.name === 'w:bookmarkStart'
      ? this.#bookmarks.has(name) && !this.doubled.has(name)
      : this.#permissions.has(idKey(start));
  }
}

/** The editor of a permission (17.13.7.2), and its table columns. */
export function permissionKey({ attributes }: XmlElement): string {
  return ['w:edGrp', 'w:ed', 'w:colFirst', 'w:colLast'].map((name) => attributes.get(name) ?? '').join('|');
}

function idKey(start: XmlElement): string {
  return `${start.attributes.get('w:id') ?? ''}|${permissionKey(start)}`;
}

function visitStarts(node: XmlElement, found: (start: XmlElement) => void): void {
  if (node.name === 'w:bookmarkStart' || node.name === 'w:permStart') found(node);
  for (const child of node.children) if (isElement(child)) visitStarts(child, found);
}
