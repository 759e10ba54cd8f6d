/**
 * Styles, lists and comments that the revised document has and the original has not, brought into the result. The maps
 * say by which id of the result each id of the revised goes.
 */
import { adoptComments } from './comments.ts';
import { adoptLists } from './lists.ts';
import { adoptStyles, styleIds, type Defaults } from './styles.ts';
import type { Adoption } from './adoption.ts';

/** Ids of the revised → ids of the result; one that is not there is the same in the result. */
export interface DefinitionIds {
  readonly styles: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, string>;
  readonly comments: ReadonlyMap<string, string>;
  /** Comments that came from the revised, by their ids in the result. */
  readonly newComments: ReadonlySet<string>;
  /** Names of styles that both have with different definitions. The result has the revised's. */
  readonly differingStyles: readonly string[];
  readonly defaults: Defaults;
}

/** Finds ids for all definitions of the revised, and puts those that are missing into the result. */
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
    differingStyles: differing,
    defaults,
  };
}
