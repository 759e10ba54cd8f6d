import type { WordPackage } from '../../ooxml/package.ts';

/** Both packages of a comparison, opened. */
export interface PackagePair {
  readonly original: WordPackage;
  readonly revised: WordPackage;
}
