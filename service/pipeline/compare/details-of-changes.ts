/** Adds the wanted details to the structured pages of a comparison. Pure. */
import type { Detail } from '../../../shared/api/details.ts';
import type { StructuredPage } from '../../../shared/change/page.ts';
import type { Block } from '../../../shared/document/model.ts';
import { staleReferences } from '../../../shared/signals/references.ts';
import { repeatedGroups } from '../../../shared/signals/repeated.ts';
import type { Rule } from '../../../shared/signals/rule.ts';
import { sideTexts } from '../../../shared/signals/side-texts.ts';
import { signalsOf } from '../../../shared/signals/signals.ts';

/**
 * What puts details into a page. `blocks` is the merged document, `added` are rules beside the shipped ones. Nothing
 * is computed without a wanted detail.
 */
export function detailing(
  blocks: readonly Block[],
  wanted: readonly Detail[],
  added: readonly Rule[],
): (page: StructuredPage) => StructuredPage {
  if (wanted.length === 0) return (page) => page;
  const texts = sideTexts(blocks);
  const signals = wanted.includes('signals') ? signalsOf(blocks, added) : undefined;
  const groups = wanted.includes('groups')
    ? repeatedGroups(texts).map((group) => ({ ...group, changeIds: [...group.changeIds], missed: [...group.missed] }))
    : undefined;
  const references = wanted.includes('references')
    ? staleReferences(texts).map((reference) => ({ ...reference, places: [...reference.places] }))
    : undefined;
  const groupOf = new Map(groups?.flatMap(({ groupId, changeIds }) => changeIds.map((id) => [id, groupId])));
  return (page) => ({
    ...page,
    changes: page.changes.map((change) => {
      const own = signals?.get(change.id);
      const groupId = groupOf.get(change.id);
      return { ...change, ...(own && { signals: [...own] }), ...(groupId !== undefined && { groupId }) };
    }),
    ...(groups && { groups }),
    ...(references && { references }),
  });
}
