/** The title and the subtitle of a document, by the styles that word processors have for them. */

/**
 * The attribute of a paragraph that is one: `title` or `subtitle`. It is carried. Only a comparison of presentation
 * reports another style.
 */
export const TITLE = 'data-title';

/** What such a paragraph is. */
export type TitleKind = 'title' | 'subtitle';

/** Whether a text is the value of `TITLE`. */
export function isTitleKind(text: string | undefined): text is TitleKind {
  return text === 'title' || text === 'subtitle';
}
