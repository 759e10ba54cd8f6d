import type { DocumentSection } from '../document-view/change-places.ts';
import { reviewMessages } from '../strings/review.ts';

/** The name of a section for a reader. */
export function sectionName({ kind, title }: DocumentSection): string {
  if (kind === 'story') return reviewMessages.sectionStory;
  return title === '' ? reviewMessages.sectionStart : title;
}
