/**
 * Merges the runs of two paired text blocks by an edit script. Replaced text becomes edits; on equal text the formats
 * of both sides are compared. Carried images show as the revised has them.
 */
import { COMPARED_MARKS, isCarried, type Run } from '../../../shared/document/model.ts';
import { RunCursor } from '../text/run-cursor.ts';
import type { TextEdit } from '../text/edit-script.ts';
import type { MergeContext } from './merge-context.ts';

/** What the runs of one pair need of the comparison. */
type Merging = Pick<MergeContext, 'ids' | 'targets'>;

/** Runs that note every difference of the two as an edit, a format change or a link change. */
export function mergeRuns(a: readonly Run[], b: readonly Run[], script: readonly TextEdit[], merging: Merging): Run[] {
  const { ids } = merging;
  const merged: Run[] = [];
  const aCursor = new RunCursor(a);
  const bCursor = new RunCursor(b);
  let format: FormatChange | null = null;
  for (const edit of script) {
    const aRuns = aCursor.take(edit.aEnd);
    const bRuns = bCursor.take(edit.bEnd);
    if (edit.equal) {
      format = mergeFormats(aRuns, bRuns, merging, merged, format);
      continue;
    }
    if (format !== null && !spans(format, aRuns, bRuns)) format = null;
    const changeId = ids.next();
    for (const run of aRuns) {
      // The carried layer restores the original's images.
      if (!isCarried(run)) merged.push({ ...run, edit: { side: 'original', changeId } });
    }
    for (const run of bRuns) merged.push(isCarried(run) ? run : { ...run, edit: { side: 'revised', changeId } });
  }
  for (const run of bCursor.rest()) merged.push(run);
  return merged;
}

/** The marks and looks that a format change removes and adds; null: the formats are the same. */
interface FormatChange {
  readonly changeId: string;
  readonly removed: number;
  readonly added: number;
  readonly looks: { readonly from: string | undefined; readonly to: string | undefined } | null;
}

function isSameChange(format: FormatChange, removed: number, added: number, looks: FormatChange['looks']): boolean {
  return (
    format.removed === removed &&
    format.added === added &&
    (format.looks === null) === (looks === null) &&
    format.looks?.from === looks?.from &&
    format.looks?.to === looks?.to
  );
}

function isSamePlace(from: string | null, to: string | null, targets: Merging['targets']): boolean {
  return targets !== undefined && from !== null && to !== null && targets.areSame(from, to);
}

/**
 * Whether a format change goes on over replaced text. Then the deleted text has what it removes, and the inserted text
 * what it adds. The text after it then continues the same change.
 */
function spans({ removed, added, looks }: FormatChange, aRuns: readonly Run[], bRuns: readonly Run[]): boolean {
  const has = (run: Run, marks: number, others: number, look: string | undefined): boolean =>
    (run.marks & marks) === marks && (run.marks & others) === 0 && (looks === null || run.look === look);
  return (
    aRuns.every((run) => isCarried(run) || has(run, removed, added, looks?.from)) &&
    bRuns.every((run) => isCarried(run) || has(run, added, removed, looks?.to))
  );
}

/**
 * Merges equal text in two formats. A format change continues as long as the same marks and looks change; a link
 * change likewise.
 *
 * @param before the format change at the end of the text before; null for none
 * @returns the format change at the end
 */
function mergeFormats(
  aRuns: readonly Run[],
  bRuns: readonly Run[],
  { ids, targets }: Merging,
  merged: Run[],
  before: FormatChange | null,
): FormatChange | null {
  const aTexts = aRuns.filter((run) => !isCarried(run));
  let aIndex = 0;
  let aWithin = 0;
  let format = before;
  let link: { changeId: string; from: string | null; to: string | null } | null = null;
  for (const bRun of bRuns) {
    if (isCarried(bRun)) {
      merged.push(bRun);
      continue;
    }
    let bWithin = 0;
    while (bWithin < bRun.text.length) {
      const aRun = aTexts[aIndex]!;
      const length = Math.min(aRun.text.length - aWithin, bRun.text.length - bWithin);
      const text = bRun.text.slice(bWithin, bWithin + length);
      aWithin += length;
      bWithin += length;
      if (aWithin === aRun.text.length) {
        aIndex += 1;
        aWithin = 0;
      }

      const originalMarks = aRun.marks & COMPARED_MARKS;
      const removed = originalMarks & ~bRun.marks;
      const added = bRun.marks & COMPARED_MARKS & ~originalMarks;
      const looks = aRun.look === bRun.look ? null : { from: aRun.look, to: bRun.look };
      if (removed === 0 && added === 0 && looks === null) format = null;
      else if (format === null || !isSameChange(format, removed, added, looks))
        format = { changeId: ids.next(), removed, added, looks };
      // The carried layer restores an address that leads to the same place.
      if (aRun.href === bRun.href || isSamePlace(aRun.href, bRun.href, targets)) link = null;
      else if (link === null || link.from !== aRun.href || link.to !== bRun.href)
        link = { changeId: ids.next(), from: aRun.href, to: bRun.href };
      merged.push({
        text,
        marks: bRun.marks,
        href: bRun.href,
        ...(bRun.image && { image: bRun.image }),
        ...(bRun.look === undefined ? {} : { look: bRun.look }),
        ...(format === null
          ? {}
          : {
              format: {
                changeId: format.changeId,
                originalMarks,
                ...(looks === null ? {} : { originalLook: looks.from ?? '' }),
              },
            }),
        ...(link === null ? {} : { link: { changeId: link.changeId, originalHref: aRun.href } }),
      });
    }
  }
  return format;
}
