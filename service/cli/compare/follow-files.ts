/** Follows the changes of a second draft into a third one. */
import { DETAILS } from '../../../shared/api/details.ts';
import type { DraftChanges } from '../../../shared/change/negotiation.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { CommandError } from '../command-error.ts';
import { openInput } from '../input/open-pair.ts';
import type { Terminal } from '../terminal.ts';
import type { ComparePlan } from './compare-options.ts';
import { comparePair } from './compare-pair.ts';

/**
 * What became of the changes of the second of three drafts, in the order of their making. Throws CommandError for formats
 * that cannot be followed, and the readers' `ServiceError`.
 *
 * @param step called before each comparison of two drafts
 */
export async function followFiles(
  paths: readonly string[],
  drafts: readonly Buffer[],
  asked: ComparePlan,
  env: Terminal['env'],
  step: () => void = () => undefined,
): Promise<DraftChanges> {
  const { FOLLOWED_FORMATS, followDrafts } = await import('../../pipeline/merge/follow-drafts.ts');
  const plan = { ...asked, settings: { ...asked.settings, details: DETAILS } };
  // Each is converted once, and one after the other, because a conversion takes a processor and much memory.
  const opened: Buffer[] = [];
  for (const draft of drafts) opened.push(Buffer.from((await openInput(draft, plan.chosen.original, env)).bytes));
  return await followDrafts(async (a, b) => {
    step();
    const { comparison, changes } = await comparePair([paths[a]!, paths[b]!], [opened[a]!, opened[b]!], plan, env);
    if (!FOLLOWED_FORMATS.has(comparison.format))
      throw new CommandError(
        `negotiate cannot follow changes of ${comparison.format}; the drafts must be DOCX, DOC, RTF or ODT, or all HTML, Markdown or text`,
      );
    return { blocks: scanFragment(comparison.html), changes };
  });
}
