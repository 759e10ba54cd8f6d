import { ServiceError } from '../../shared/errors.ts';

/** What a part holds that a document is readable without, such as its tree; undefined if the part is no XML. */
export function treeOrNone<Content>(read: () => Content | undefined): Content | undefined {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof ServiceError) return undefined;
    throw fault;
  }
}
