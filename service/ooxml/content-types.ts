/**
 * Content types of the parts of a package (ECMA-376 part 2, 10.1.2). The package states them by part name or by file
 * name extension.
 */
import { childrenOf, element, type XmlElement } from './xml-tree.ts';

/** Name of the part that contains the table. */
export const CONTENT_TYPES_PART = '[Content_Types].xml';

/** The table of content types. It grows when parts are added. Part names compare without case. */
export class ContentTypes {
  readonly #defaults = new Map<string, string>();
  readonly #overrides = new Map<string, { readonly partName: string; readonly type: string }>();

  static read(root: XmlElement): ContentTypes {
    const types = new ContentTypes();
    for (const child of childrenOf(root)) {
      const type = child.attributes.get('ContentType') ?? '';
      const extension = child.attributes.get('Extension');
      const partName = child.attributes.get('PartName');
      if (child.name === 'ct:Default' && extension !== undefined) types.#defaults.set(extension.toLowerCase(), type);
      if (child.name === 'ct:Override' && partName !== undefined) types.set(partName.replace(/^\//, ''), type);
    }
    return types;
  }

  /** The content type of a part; empty if the table states none. */
  typeOf(partName: string): string {
    const override = this.#overrides.get(partName.toLowerCase());
    return override?.type ?? this.#defaults.get(extensionOf(partName)) ?? '';
  }

  /** Sets the content type of one part. */
  set(partName: string, type: string): void {
    this.#overrides.set(partName.toLowerCase(), { partName, type });
  }

  /** Removes the content type of one part. Returns whether the table had one. */
  delete(partName: string): boolean {
    return this.#overrides.delete(partName.toLowerCase());
  }

  /** The table as the tree of its part. */
  write(): XmlElement {
    const defaults = [...this.#defaults].map(([extension, type]) =>
      element('ct:Default', { Extension: extension, ContentType: type }),
    );
    const overrides = [...this.#overrides.values()].map(({ partName, type }) =>
      element('ct:Override', { PartName: `/${partName}`, ContentType: type }),
    );
    return element('ct:Types', {}, [...defaults, ...overrides]);
  }
}

/** Extension of a part's name in lower case, without the dot; empty if it has none. */
export function extensionOf(partName: string): string {
  const name = partName.slice(partName.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}
