/** What the links inside a page point to. */
/** A place in a page that links point to. */
export interface LinkTarget {
  /** Name of the block at the place: see `nameOfTarget`. */
  readonly name: string;
  /** How many blocks up to this one have the name. */
  readonly occurrence: number;
}

/** What the links inside a page point to. */
export interface LinkTargets {
  /** By the address as written, `#` and the id. Links to nowhere are missing. */
  readonly byHref: ReadonlyMap<string, LinkTarget>;
  /** How many blocks have a name, for the names of all blocks. */
  readonly names: ReadonlyMap<string, number>;
}

/** Maximum length of a name, in UTF-16 units. */
const NAME_LENGTH = 80;

/** The name of a block: its text, or the beginning of a long one. */
export function nameOfTarget(text: string): string {
  // No half of a surrogate pair.
  return text
    .slice(0, NAME_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}
