/** The element that shows the current change. */
interface Ground {
  readonly paper: HTMLElement | undefined;
  /** Whether both sides are shown side by side. */
  readonly isSplit: boolean;
}

/**
 * Marks the current change and scrolls it into view. It keeps the change in view while content above it grows, and
 * finds the place of the card beside it.
 */
export class CurrentChange {
  /** Distance in pixels from the start of the paper: below the change, or below the first lines of a long one. */
  place: { readonly top: number; readonly left: number } | null = $state.raw(null);
  /** Width of the card in pixels. */
  besideWidth = $state(0);

  readonly #ground: () => Ground;
  #shown: readonly HTMLElement[] = [];
  #inViewId: string | null = null;
  /** The change that the reader stepped to. It stays in view until the reader scrolls away. */
  #followed: HTMLElement | null = null;

  constructor(ground: () => Ground) {
    this.#ground = ground;
  }

  /** Shows these elements as the current change. The result ends this. */
  show(id: string | null, elements: readonly HTMLElement[]): () => void {
    this.#shown = elements;
    for (const element of elements) element.classList.add('diffsvc-current');
    const first = elements.find(isLaidOut);
    if (first && id !== this.#inViewId) {
      this.#followed = first;
      bringIntoView(first);
    }
    this.#inViewId = id;
    const watch = new ResizeObserver(() => {
      this.#follow();
      this.measure();
    });
    const { paper } = this.#ground();
    if (paper) watch.observe(paper);
    this.measure();
    return () => {
      watch.disconnect();
      for (const element of elements) element.classList.remove('diffsvc-current');
    };
  }

  /** Brings the shown change into view again. The result is whether it has a place on the page. */
  bringBack(): boolean {
    const first = this.#shown.find(isLaidOut);
    if (!first) return false;
    this.#followed = first;
    first.scrollIntoView({ block: 'center', inline: 'nearest' });
    return true;
  }

  /** Finds the place again. */
  measure(): void {
    const { paper, isSplit } = this.#ground();
    const visible = this.#shown.filter(isLaidOut);
    // Side by side, both sides show the change. The card belongs to the first one.
    const boxes = (isSplit ? visible.slice(0, 1) : visible).flatMap((each) => [...each.getClientRects()]);
    const [first] = boxes;
    const box = boxes.findLast(({ bottom }) => bottom - first!.top < innerHeight / 3) ?? first;
    const around = paper?.getBoundingClientRect();
    // The card stays inside the paper, because there may be no room beside its end.
    const room = (around?.width ?? 0) - this.besideWidth;
    this.place =
      box && around
        ? { top: box.bottom - around.top, left: Math.max(0, Math.min(box.left - around.left, room)) }
        : null;
  }

  /** The reader scrolls away. */
  letGo(): void {
    this.#followed = null;
  }

  #follow(): void {
    if (this.#followed === null) return;
    const { top, bottom } = this.#followed.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) this.#followed.scrollIntoView({ block: 'center', inline: 'nearest' });
  }
}

function isLaidOut(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

function bringIntoView(element: HTMLElement): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const tall = element.getBoundingClientRect().height > innerHeight / 2;
  element.scrollIntoView({ block: tall ? 'start' : 'center', inline: 'nearest', behavior: calm ? 'auto' : 'smooth' });
}
