import type { ReviewedChange, ReviewSubject } from '../../../shared/api/reviews.ts';
import type { Block } from '../../../shared/document/model.ts';
import { anchorsOf, signsOf } from '../../review/content-anchors.ts';
import type { Pair, PairSide } from '../comparison/pair.ts';
import type { Finished } from '../comparison/run-comparison.ts';

/** Characters of a change that the service remembers to show it: the service takes 200. */
const SHOWN_LENGTH = 200;

/** What a review is about, and the id that follows from it. */
export interface IdentifiedSubject {
  readonly reviewId: string;
  readonly about: ReviewSubject;
}

/** What the review of a comparison is about. It follows from the content alone, wherever it was compared. */
export async function subjectOf(
  pair: Pair,
  finished: Pick<Finished, 'html' | 'digests'>,
  blocks: readonly Block[],
): Promise<IdentifiedSubject> {
  const given = finished.digests?.fileSha256;
  const [original, revised, fragment] = await Promise.all([
    given?.original ?? sha256(bytesOf(pair.original)),
    given?.revised ?? sha256(bytesOf(pair.revised)),
    sha256(utf8(finished.html)),
  ]);
  const reviewId = await sha256(utf8(`${original}\n${revised}\n${fragment}\n`));
  const names = { originalName: shortName(pair.original), revisedName: shortName(pair.revised) };
  return { reviewId, about: { original, revised, fragment, ...names, changes: reviewedChanges(blocks) } };
}

/** The changes as the service remembers them. */
export function reviewedChanges(blocks: readonly Block[]): ReviewedChange[] {
  return [...anchorsOf(blocks)].map(([changeId, anchor]) => ({
    changeId,
    signs: [...signsOf(anchor)],
    kind: anchor.kind,
    before: anchor.before.slice(0, SHOWN_LENGTH),
    after: anchor.after.slice(0, SHOWN_LENGTH),
  }));
}

/** SHA-256 in lower-case hexadecimal digits. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function bytesOf({ document, text }: PairSide): Uint8Array<ArrayBuffer> {
  return document?.bytes ?? utf8(text);
}

/** A name that the service accepts: at most 500 UTF-16 units. */
function shortName({ name }: PairSide): string | null {
  return name === null ? null : name.slice(-500);
}
