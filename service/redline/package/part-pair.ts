/** A part that both documents may have, such as their styles. It is parsed when it is asked for: most pairs have the same bytes. */
import { isSamePart, type Part, type WordPackage } from '../../ooxml/package.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';

/** The part of one relationship type of the officeDocument family, of the original and of the revised. */
export class PartPair {
  /** Names in the packages; undefined where there is no such part. */
  readonly originalName: string | undefined;
  readonly revisedName: string | undefined;
  readonly #original: WordPackage;
  readonly #revised: WordPackage;

  constructor(original: WordPackage, revised: WordPackage, type: string) {
    this.#original = original;
    this.#revised = revised;
    this.originalName = original.package.related(original.mainPart, type);
    this.revisedName = revised.package.related(revised.mainPart, type);
  }

  /** Whether both have the same bytes, or neither has such a part. */
  get isSame(): boolean {
    const [a, b] = [partOf(this.#original, this.originalName), partOf(this.#revised, this.revisedName)];
    return a === undefined || b === undefined ? a === b : isSamePart(a, b);
  }

  /** Trees; both throw `document_invalid` when the part is not well-formed. */
  get original(): XmlElement | undefined {
    return this.originalName === undefined ? undefined : this.#original.package.tree(this.originalName);
  }

  get revised(): XmlElement | undefined {
    return this.revisedName === undefined ? undefined : this.#revised.package.tree(this.revisedName);
  }
}

function partOf({ package: archive }: WordPackage, name: string | undefined): Part | undefined {
  return name === undefined ? undefined : archive.part(name);
}
