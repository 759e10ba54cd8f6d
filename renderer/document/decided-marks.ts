/**
 * The quiet marks of decided changes in the redline. The nodes of a document stay as they are. A decision only sets
 * classes (`decided-marks.css`), so its cost does not grow with the document.
 */
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import type { Decision } from '../review/review.ts';

/** The decisions on changes by id. */
export type Decisions = ReadonlyMap<string, Decision>;

/** No decision. */
export const NO_DECISIONS: Decisions = new Map();

const CHANGED = '[data-change-id], [data-boundary-id]';
const OWN = { accepted: 'diffsvc-accepted', rejected: 'diffsvc-rejected' } as const;
const BOUNDARY = { accepted: 'diffsvc-boundary-accepted', rejected: 'diffsvc-boundary-rejected' } as const;

/** Marks one element of a change, and its boundary. */
export function markDecided(element: Element, decisions: Decisions): void {
  const own = decisions.get(element.getAttribute('data-change-id') ?? '')?.verdict;
  const boundary = decisions.get(element.getAttribute('data-boundary-id') ?? '')?.verdict;
  const { classList } = element;
  for (const verdict of ['accepted', 'rejected'] as const) {
    classList.toggle(OWN[verdict], own === verdict);
    classList.toggle(BOUNDARY[verdict], boundary === verdict);
  }
  if (own === undefined && !classList.contains(PAIRED) && element.parentElement?.localName !== 'li') return;
  classList.toggle(PAIRED, own !== undefined && isPaired(element, own));
  if (element.parentElement?.localName === 'li') markItem(element.parentElement);
}

/** The half of a replacement that a decision removes, beside the half that stays. */
const PAIRED = 'diffsvc-paired';
/** An item with nothing left in it, and an item of the original that stays and is counted. */
const EMPTIED = 'diffsvc-emptied';
const KEPT = 'diffsvc-kept';
const GONE = "[data-change-type='block_delete'].diffsvc-accepted, [data-change-type='block_insert'].diffsvc-rejected";

function isPaired(element: Element, verdict: ChangeAction): boolean {
  const other = verdict === 'accepted' ? element.nextElementSibling : element.previousElementSibling;
  const [gone, stays] = verdict === 'accepted' ? ['del', 'ins'] : ['ins', 'del'];
  if (element.localName !== gone || other?.localName !== stays) return false;
  return other.getAttribute('data-change-id') === element.getAttribute('data-change-id');
}

function markItem(item: Element): void {
  const children = [...item.children];
  item.classList.toggle(
    EMPTIED,
    children.every((child) => child.matches(GONE)),
  );
  item.classList.toggle(
    KEPT,
    children.some((child) => child.matches("[data-change-type='block_delete'].diffsvc-rejected")),
  );
}

/** Marks every changed element below a root. New nodes have no marks yet. */
export function markAllDecided(root: ParentNode, decisions: Decisions): void {
  for (const element of root.querySelectorAll(CHANGED)) markDecided(element, decisions);
}

/** The ids of the changes that two maps decide differently. */
export function decidedOtherwise(before: Decisions, after: Decisions): readonly string[] {
  const ids = new Set<string>();
  for (const [id, { verdict }] of after) if (before.get(id)?.verdict !== verdict) ids.add(id);
  for (const id of before.keys()) if (!after.has(id)) ids.add(id);
  return [...ids];
}
