/** A click on the document: on a change, or on one of its links. */
import { commentOfSign } from '../../shared/document/comment-signs.ts';
import { noteTarget, type NoteTarget } from '../document-view/note-signs.ts';

/** What a reader clicked on; null: on none of that kind. */
export interface DocumentClick {
  readonly changeId: string | null;
  /** The number of a comment, whose sign was pressed. */
  readonly comment: number | null;
  /** A note, or its sign, to which a link leads. */
  readonly note: NoteTarget | null;
  /** Whether the link is in the first column. */
  readonly inFirstColumn: boolean;
}

/**
 * Matches a link that leads out of the page. Other addresses are relative to a place that the document does not name.
 */
const FOLLOWED = /^(?:https?|mailto|tel|ftp):/iu;

/** Reads a click. A link that leads out opens beside the page, which would otherwise be left. */
export function readClick(event: MouseEvent): DocumentClick {
  const target = event.target instanceof Element ? event.target : null;
  const change = target?.closest('[data-change-id], [data-boundary-id]');
  const changeId = change?.getAttribute('data-change-id') ?? change?.getAttribute('data-boundary-id') ?? null;
  const href = target?.closest('a[href]')?.getAttribute('href') ?? null;
  if (href === null) return { changeId, comment: null, note: null, inFirstColumn: false };
  event.preventDefault();
  if (FOLLOWED.test(href)) window.open(href, '_blank', 'noopener,noreferrer');
  const inFirstColumn = target?.closest('.diffsvc-cell')?.matches(':first-child') ?? false;
  return { changeId, comment: commentOfSign(href), note: noteTarget(href), inFirstColumn };
}
