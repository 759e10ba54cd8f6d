/** The parts of a Word document that hold text, found by its relationships. */
import type { Part } from './read-parts.ts';
import { elementsOf, readXml, type Node } from './read-xml.ts';
import { sha256 } from '../../sha256.ts';

/** A package whose parts are found by their names and by relationships. */
export class DocxParts {
  /** Name of the main part. */
  readonly main: string;
  readonly #parts: ReadonlyMap<string, Uint8Array>;
  readonly #trees = new Map<string, Node | undefined>();
  readonly #targets = new Map<string, ReadonlyMap<string, Target>>();
  readonly #digests = new Map<string, string>();

  /** @throws Error if no relationship names a main part */
  constructor(parts: readonly Part[]) {
    this.#parts = new Map(parts.map(({ name, bytes }) => [nameKey(name), bytes]));
    const main = [...this.targets('').values()].find(({ type }) => type.endsWith('/officeDocument'));
    if (main === undefined) throw new Error('no relationship names its main part');
    this.main = main.part;
  }

  /** The tree of a part; undefined if there is none. */
  tree(name: string): Node | undefined {
    if (!this.#trees.has(name)) {
      const bytes = this.#parts.get(nameKey(name));
      this.#trees.set(name, bytes === undefined ? undefined : readXml(xmlText(bytes)));
    }
    return this.#trees.get(name);
  }

  /** The tree of the part that the main part names with this kind of relationship, with its name. */
  related(kind: string): { readonly name: string; readonly root: Node } | undefined {
    const target = [...this.targets(this.main).values()].find(({ type }) => type.endsWith(`/${kind}`));
    const root = target === undefined ? undefined : this.tree(target.part);
    return target === undefined || root === undefined ? undefined : { name: target.part, root };
  }

  /** The internal relationships of a part by their ids; of the package for an empty name. */
  targets(name: string): ReadonlyMap<string, Target> {
    let targets = this.#targets.get(name);
    if (targets === undefined) {
      targets = this.#readTargets(name);
      this.#targets.set(name, targets);
    }
    return targets;
  }

  /** SHA-256 of a part in hex; undefined if there is none. */
  digest(name: string): string | undefined {
    const bytes = this.#parts.get(nameKey(name));
    if (bytes === undefined) return undefined;
    const known = this.#digests.get(name) ?? sha256(bytes);
    this.#digests.set(name, known);
    return known;
  }

  #readTargets(name: string): ReadonlyMap<string, Target> {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const root = this.tree(`${folder}_rels/${name.slice(folder.length)}.rels`);
    const targets = new Map<string, Target>();
    for (const { attributes } of elementsOf(root)) {
      if (attributes.get('TargetMode') === 'External') continue;
      const part = partName(folder, attributes.get('Target') ?? '');
      targets.set(attributes.get('Id') ?? '', { type: attributes.get('Type') ?? '', part });
    }
    return targets;
  }
}

/** The part that a relationship leads to. */
export interface Target {
  readonly type: string;
  readonly part: string;
}

/** The text of an XML part: UTF-16 with a mark of its order, else UTF-8 (XML 1.0, 4.3.3). */
export function xmlText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Names of parts are equal whatever their case (ECMA-376 part 2, 6.2.2.3). */
function nameKey(name: string): string {
  return name.toLowerCase();
}

/** A target relative to a folder, or from the root of the package. */
function partName(folder: string, target: string): string {
  const names: string[] = [];
  const decoded = /%[0-9a-f]{2}/iu.test(target) ? decodedOr(target) : target;
  for (const name of (decoded.startsWith('/') ? decoded : folder + decoded).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

function decodedOr(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
