import { ServiceError } from '../../shared/errors.ts';

/** The tree of a part that a document is readable without. Undefined if the part is no XML. */
export function treeOrNone<Content>(read: () => Content | undefined): Content | undefined {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof ServiceError) return undefined;
    throw fault;
  }
}
