/** Start tags that end an SVG drawing they stand in, as browsers have it (HTML Standard 13.2.6.5). */
const ENDS_DRAWING = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
);
const HTML_IN_DRAWING = new Set(['foreignobject', 'desc', 'title']);

/** Content that is skipped tag by tag, unread: `noscript` up to its first end tag, `svg` up to its own. */
export class SkippedContent {
  #element: 'noscript' | 'svg' | undefined;
  #drawings = 0;
  #htmlInDrawing = 0;

  get isOpen(): boolean {
    return this.#element !== undefined;
  }

  /** Whether tags here are SVG's. */
  get isDrawing(): boolean {
    return this.#element === 'svg' && this.#htmlInDrawing === 0;
  }

  open(element: 'noscript' | 'svg'): void {
    this.#element = element;
    this.#drawings = 1;
    this.#htmlInDrawing = 0;
  }

  /** Takes a start tag. False: it ends the skipping and counts. */
  skipsStart(name: string, selfClosing: boolean): boolean {
    if (this.#element === 'noscript') return true;
    if (this.#htmlInDrawing === 0 && ENDS_DRAWING.has(name)) {
      this.#element = undefined;
      return false;
    }
    if (selfClosing) return true;
    if (name === 'svg') this.#drawings += 1;
    else if (HTML_IN_DRAWING.has(name)) this.#htmlInDrawing += 1;
    return true;
  }

  end(name: string): void {
    if (this.#element === 'noscript') {
      if (name === 'noscript') this.#element = undefined;
    } else if (name === 'svg') {
      this.#drawings -= 1;
      if (this.#drawings === 0) this.#element = undefined;
    } else if (HTML_IN_DRAWING.has(name) && this.#htmlInDrawing > 0) {
      this.#htmlInDrawing -= 1;
    }
  }
}
