import picocolors from 'picocolors';

/** How the parts of a redline look on a terminal. Each takes one line of text and gives it back marked. */
export interface RedlineStyle {
  readonly deleted: (text: string) => string;
  readonly inserted: (text: string) => string;
  /** The same text in other marks, with another destination, or in another kind of block. */
  readonly reformatted: (text: string) => string;
  /** A remark about the document that is not part of it. */
  readonly aside: (text: string) => string;
}

/** Red, green and yellow; or, without colours, the brackets of `wdiff`: `[-deleted-]`, `{+inserted+}`, `[~other form~]`. */
export function redlineStyle(colours: boolean): RedlineStyle {
  if (!colours) {
    return {
      deleted: (text) => `[-${text}-]`,
      inserted: (text) => `{+${text}+}`,
      reformatted: (text) => `[~${text}~]`,
      aside: (text) => text,
    };
  }
  const paint = picocolors.createColors(true);
  return {
    deleted: (text) => paint.red(paint.strikethrough(text)),
    inserted: (text) => paint.green(paint.underline(text)),
    reformatted: (text) => paint.yellow(text),
    aside: (text) => paint.dim(text),
  };
}
