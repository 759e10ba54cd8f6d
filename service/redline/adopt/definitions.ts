/**
 * Adopts styles, lists and comments that only the revised document has. The maps lead from ids of the revised
 * document to ids of the result.
 */
import { adoptComments } from './comments.ts';
import { adoptLists } from './lists.ts';
import { styleIds } from './style-ids.ts';
import { adoptStyles, type Defaults } from './styles.ts';
import type { Adoption } from './adoption.ts';

/** Ids of the revised document → ids of the result. A missing id is the same in the result. */
export interface DefinitionIds {
  readonly styles: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, string>;
  readonly comments: ReadonlyMap<string, string>;
  /** Adopted comments, by their ids in the result. */
  readonly newComments: ReadonlySet<string>;
  /** Ids of all comments of the result, and one of none. */
  readonly resultComments: ReadonlySet<string>;
  readonly noComment: string;
  /** Whether replies or resolved comments of both documents differ. */
  readonly threadsDiffer: boolean;
  /** Names of styles that both documents define differently. The result has the revised document's definition. */
  readonly differingStyles: readonly string[];
  readonly defaults: Defaults;
}

/** Finds the ids of all definitions of the revised document, and adds the missing definitions to the result. */
export function adoptDefinitions(adoption: Adoption): DefinitionIds {
  const targets = styleIds(adoption);
  const lists = adoptLists(adoption, targets);
  const { differing, defaults } = adoptStyles(adoption, targets, lists);
  const comments = adoptComments(adoption);
  return {
    styles: targets,
    lists,
    comments: comments.ids,
    newComments: comments.added,
    resultComments: comments.all,
    noComment: comments.none,
    threadsDiffer: comments.threadsDiffer,
    differingStyles: differing,
    defaults,
  };
}
