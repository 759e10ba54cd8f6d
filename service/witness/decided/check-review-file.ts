/** The last check of a review file: it is opened again, and its decisions are compared with those that were ordered. */
import type { LastCheck } from '../../../shared/api/last-check.ts';
import type { Block } from '../../../shared/document/model.ts';
import { Verdicts, type Decisions } from '../../../shared/fragment/decisions.ts';
import { changeIdsOf } from '../../../shared/fragment/resolve.ts';
import { readReviewFile } from '../../../shared/review-file/review-file.ts';
import { Findings } from './findings.ts';
import { otherwise } from './place-words.ts';

const SAYS = { accepted: 'accepts', rejected: 'rejects', none: 'leaves open' } as const;
const DECIDED = { revised: 'accepted it', original: 'rejected it', none: 'did not decide it' } as const;
const ACTIONS = { revised: 'accepted', original: 'rejected' } as const;

/** Checks a review file of the comparison with this fragment. */
export async function checkReviewFile(
  file: string,
  html: string,
  blocks: readonly Block[],
  decisions: Decisions,
): Promise<LastCheck> {
  const findings = new Findings();
  await findings.attempt('The review file could not be opened', () => {
    const { fragment, record } = readReviewFile(file);
    if (fragment !== html) findings.addWhole(otherwise('The review file holds another redline.'));
    const ids = changeIdsOf(blocks);
    const verdicts = new Verdicts(() => ids, decisions);
    ids.forEach((changeId, at) => {
      const [said, side] = [record.decided.get(changeId), verdicts.sideOf(changeId)];
      if (said === (side === null ? undefined : ACTIONS[side])) return;
      const message = `The review file ${SAYS[said ?? 'none']} change ${at + 1}, and you ${DECIDED[side ?? 'none']}.`;
      findings.add([{ place: { ...otherwise(message), changeId }, offset: at }]);
    });
  });
  return findings.result();
}
