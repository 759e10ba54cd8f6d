import { scanFragment } from '../../../shared/fragment/scan.ts';
import { hasWork, type ReviewRecord } from '../../../shared/review-file/review-record.ts';
import { anchorsOf, type ContentAnchor } from '../../review/content-anchors.ts';
import { ReviewSession } from '../../review/review-session.svelte.ts';
import { appMessages } from '../../strings/app.ts';
import { messages } from '../../strings/comparison.ts';
import { namesOf, type Pair } from '../comparison/pair.ts';
import type { Finished } from '../comparison/run-comparison.ts';
import { shortTitle } from '../comparison/short-title.ts';
import { carryReview, keptReview, type CarriedReview } from '../recents/carry-review.ts';
import type { KeptReview } from '../recents/recent.ts';
import type { Recents } from '../recents/recents.svelte.ts';
import { OpenComparison } from './open-comparison.svelte.ts';
import type { Settings } from './settings.svelte.ts';

/** What is opened. */
export interface Opening {
  /** Null for the sample, which is not stored. */
  readonly recentId: string | null;
  readonly pair: Pair | null;
  readonly finished: Finished;
  /** The review to begin with: of this comparison, or of another one of the same documents. */
  readonly kept: KeptReview | null;
}

/**
 * Opens a comparison with the session of its review. The review is stored in this browser after every step. Throws
 * `FragmentError` if the fragment is invalid.
 */
export function openWithReview(
  { recentId, pair, finished, kept }: Opening,
  { settings, recents }: { readonly settings: Settings; readonly recents: Pick<Recents, 'keepReview'> },
): OpenComparison {
  const { theme, layout, collapse } = settings.choices;
  const blocks = scanFragment(finished.html);
  const carried = kept === null ? null : carryReview(kept, blocks, finished.html.length);
  let anchors: ReadonlyMap<string, ContentAnchor> | null = null;
  let open: OpenComparison | null = null;
  const keep = (record: ReviewRecord): void => {
    if (recentId === null) return;
    anchors ??= anchorsOf(blocks);
    // If the page closes before the review is shared, the next visit sends the whole review.
    const isEarly = open !== null && open.early.length > 0 && open.synced === null;
    const about = { fragmentLength: finished.html.length, sharedAs: isEarly ? null : (open?.sharedAs ?? null) };
    void recents.keepReview(keptReview(recentId, record, anchors, about), session.decided.progress);
  };
  const session = new ReviewSession({
    blocks,
    display: { layout, theme, collapse },
    mayReview: true,
    countsLabels: finished.format === 'docx',
    reviewer: settings.reviewer,
    memory: {
      load: () => recordIn(carried),
      save: (record, review) => {
        open?.step(review, record);
        keep(record);
        // The service keeps it, and says so where it does not.
        return true;
      },
    },
  });
  session.listed.tell(finished.told);
  const record = recordIn(carried);
  const names = pair && namesOf(pair, { original: messages.side('original'), revised: messages.side('revised') });
  const title = recentId === null ? appMessages.sampleTitle : (names ?? appMessages.pastedTitle);
  open = new OpenComparison({
    recentId,
    pair,
    finished,
    blocks,
    session,
    title,
    shortTitle: shortTitleOf(pair) ?? title,
    // Only a review from another comparison is worth a message.
    carried: kept !== null && kept.id !== recentId ? session.countOf([...(record?.decided.keys() ?? [])]) : 0,
    lost: carried?.lost ?? [],
    sharedAs: (kept?.id === recentId && kept.sharedAs) || null,
    keep: () => keep(session.decided.record()),
  });
  return open;
}

/** Whether a stored review was made on this very comparison. */
export function isReviewOf(kept: KeptReview, { html }: Finished): boolean {
  return kept.fragmentLength === html.length && carryReview(kept, scanFragment(html), html.length).lost.length === 0;
}

/** Null without anything of a reviewer. */
function recordIn(carried: CarriedReview | null): ReviewRecord | null {
  return carried !== null && hasWork(carried.record) ? carried.record : null;
}

/** Null unless both sides have a name. */
function shortTitleOf(pair: Pair | null): string | null {
  const [before, after] = [pair?.original.name ?? null, pair?.revised.name ?? null];
  return before === null || after === null ? null : shortTitle(before, after);
}
