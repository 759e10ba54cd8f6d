/**
 * What a document says about a comment beside its text: who wrote it, when, whether it is resolved, which comment it
 * answers, and where it is anchored. It is carried by the first text block of the comment.
 */
import type { Attributes } from './model.ts';
import { isTextPlace, type TextPlace } from './text-place.ts';

/** The attribute of the first text block of a comment. It holds `CommentFacts` as JSON. */
export const COMMENT = 'data-comment';

/** Longest quotation of the words that a comment is about, in UTF-16 units. */
export const QUOTE_LENGTH = 120;

/** The words that a comment is about. The range is half-open; an empty one is a point. */
export interface CommentAnchor {
  readonly start: TextPlace;
  readonly end: TextPlace;
  /** The first words of the range as they are in its first block; empty for a point. */
  readonly quote: string;
}

/** What a document says about one comment. */
export interface CommentFacts {
  /** Empty if the document names nobody. Otherwise the block is a line of its own with this name. */
  readonly author: string;
  /** Date and time as the document states them (ISO 8601). */
  readonly date?: string;
  /** Whether the comment is resolved; absent: it is open. */
  readonly done?: true;
  /** Number of the comment that it answers, among the comments of its document, from 1. */
  readonly parent?: number;
  /** Absent if the text does not show the place. */
  readonly anchor?: CommentAnchor;
}

/** Writes facts with their members in a fixed order. */
export function writeComment({ author, date, done, parent, anchor }: CommentFacts): string {
  const place = anchor && { start: anchor.start, end: anchor.end, quote: anchor.quote };
  return JSON.stringify({ author, date, done, parent, anchor: place });
}

/** The facts that a text block carries; null if it is not the first of a comment. */
export function commentIn(attributes: Attributes): CommentFacts | null {
  const text = attributes[COMMENT];
  return text === undefined ? null : readComment(text);
}

/** Reads facts. Null for anything that `writeComment` cannot write. */
export function readComment(text: string): CommentFacts | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { author, date, done, parent, anchor } = value as Record<string, unknown>;
  if (typeof author !== 'string' || (date !== undefined && typeof date !== 'string')) return null;
  if (done !== undefined && done !== true) return null;
  if (parent !== undefined && !(Number.isSafeInteger(parent) && (parent as number) > 0)) return null;
  if (anchor !== undefined && !isAnchor(anchor)) return null;
  return value as CommentFacts;
}

function isAnchor(value: unknown): value is CommentAnchor {
  if (typeof value !== 'object' || value === null) return false;
  const { start, end, quote } = value as Record<string, unknown>;
  return isTextPlace(start) && isTextPlace(end) && typeof quote === 'string';
}
