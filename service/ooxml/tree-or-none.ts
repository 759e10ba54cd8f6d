import { ServiceError } from '../../shared/errors.ts';
import type { XmlElement } from './xml-tree.ts';

/** The tree of a part that a document is readable without; undefined if the part is no XML. */
export function treeOrNone(tree: () => XmlElement | undefined): XmlElement | undefined {
  try {
    return tree();
  } catch (fault) {
    if (fault instanceof ServiceError) return undefined;
    throw fault;
  }
}
