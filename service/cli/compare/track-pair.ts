/** The tracked-revision file of `compare`. The engine and the writers are loaded when the file is asked for. */
import type { Revisions } from '../../../shared/api/revisions.ts';
import type { ComparedFiles, Redline } from '../../pipeline/track-changes.ts';
import { CommandError } from '../command-error.ts';

/** Whom and when the revisions of a tracked file name; undefined: the default. */
export interface TrackOptions {
  readonly author: string | undefined;
  readonly date: string | undefined;
  /** What becomes of the revisions of two DOCX; absent: they count as accepted. */
  readonly revisions?: Revisions;
}

/** The tracked-revision file of a comparison of two DOCX files. */
export async function trackedFile(
  compared: ComparedFiles,
  { author, date, revisions }: TrackOptions,
): Promise<Redline> {
  const { DEFAULT_AUTHOR } = await import('../../pipeline/track-changes.ts');
  const { workConfined } = await import('../../confined-files.ts');
  const by = { author: author ?? DEFAULT_AUTHOR, at: parseDate(date) };
  return await workConfined({ kind: 'track', compared, by, revisions });
}

/** The tracked-revision file of two texts, made anew from their fragment. */
export async function trackedText(html: string, title: string, { author, date }: TrackOptions): Promise<Redline> {
  const { trackText } = await import('../../exports/tracked-text/track-text.ts');
  const { DEFAULT_AUTHOR } = await import('../../pipeline/track-changes.ts');
  return await trackText(html, title, { author: author ?? DEFAULT_AUTHOR, at: parseDate(date) });
}

/** The date of an option; now without one. Throws a CommandError if it cannot be read. */
export function parseDate(text: string | undefined): Date {
  if (text === undefined) return new Date();
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || !isInCalendar(text))
    throw new CommandError(`"${text}" is no date; write it as 2026-01-31 or 2026-01-31T12:00:00Z`);
  return date;
}

/** Whether the day of a date exists. `Date` takes 30 February for 2 March. */
function isInCalendar(text: string): boolean {
  const [, year, month, day] = /^\s*(\d{4})-(\d{2})-(\d{2})/u.exec(text) ?? [];
  return (
    day === undefined || new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  );
}
