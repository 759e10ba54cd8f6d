import picocolors from 'picocolors';
import type { Side } from '../../../shared/document/model.ts';

const MARKS_OF: Readonly<Record<Side, 'deleted' | 'inserted'>> = { original: 'deleted', revised: 'inserted' };

/** How the parts of a redline look on a terminal. Each takes one line of text and gives it back marked. */
export interface RedlineStyle {
  readonly deleted: (text: string) => string;
  readonly inserted: (text: string) => string;
  /** The same text in other marks, with another destination, or in another kind of block. */
  readonly reformatted: (text: string) => string;
  /** A remark about the document that is not part of it. */
  readonly aside: (text: string) => string;
  /** A remark that nobody should miss. */
  readonly warning: (text: string) => string;
  /** An insertion, or a deletion, with edits inside. */
  readonly edited: (parts: readonly EditedPart[], side: Side) => string;
}

/** A stretch of moved text, as it was or edited on the way. It is one line. */
export interface EditedPart {
  readonly text: string;
  readonly kind: 'same' | 'deleted' | 'inserted' | 'reformatted';
}

/** Red, green and yellow; or, without colours, the brackets of `wdiff`: `[-deleted-]`, `{+inserted+}`, `[~other form~]`. */
export function redlineStyle(colours: boolean): RedlineStyle {
  if (!colours) {
    const style = {
      same: (text: string) => text,
      deleted: (text: string) => `[-${text}-]`,
      inserted: (text: string) => `{+${text}+}`,
      reformatted: (text: string) => `[~${text}~]`,
    };
    return {
      ...style,
      aside: (text) => text,
      warning: (text) => text,
      edited: (parts, side) => style[MARKS_OF[side]](parts.map(({ text, kind }) => style[kind](text)).join('')),
    };
  }
  const paint = picocolors.createColors(true);
  const style = {
    deleted: (text: string) => paint.red(paint.strikethrough(text)),
    inserted: (text: string) => paint.green(paint.underline(text)),
    reformatted: (text: string) => paint.yellow(text),
  };
  return {
    ...style,
    aside: (text) => paint.dim(text),
    warning: (text) => paint.bold(paint.red(text)),
    // Colours do not nest, so an edit is inverse between the parts around it.
    edited: (parts, side) =>
      parts
        .map(({ text, kind }) => (kind === 'same' ? style[MARKS_OF[side]](text) : paint.inverse(style[kind](text))))
        .join(''),
  };
}
