/**
 * A part that both documents may have, such as their styles. It is parsed on first use, because most pairs have equal
 * bytes.
 */
import { isSamePart, type Part, type WordPackage } from '../../ooxml/package.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';

/** The parts of one officeDocument relationship type in the original and the revised document. */
export class PartPair {
  /** Names in the packages; undefined for a missing part. */
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

  /** Whether both have equal bytes, or neither has the part. */
  get isSame(): boolean {
    const [a, b] = [partOf(this.#original, this.originalName), partOf(this.#revised, this.revisedName)];
    return a === undefined || b === undefined ? a === b : isSamePart(a, b);
  }

  /** The trees. Both getters throw `document_invalid` if the part is not well-formed. */
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
