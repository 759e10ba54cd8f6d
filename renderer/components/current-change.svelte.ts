/** What the current change is shown on. */
interface Ground {
  readonly paper: HTMLElement | undefined;
  /** Both sides beside each other. */
  readonly isSplit: boolean;
}

/**
 * Shows which change is the current one: marks it, brings it into view, keeps it there while what is before it comes to
 * its height, and finds the place of what is offered for it.
 */
export class CurrentChange {
  /** In pixels from the paper's start: below the change, or below its first lines where it is a long one. */
  place: { readonly top: number; readonly left: number } | null = $state.raw(null);
  /** In pixels: how wide what is offered is. */
  besideWidth = $state(0);

  readonly #ground: () => Ground;
  #shown: readonly HTMLElement[] = [];
  #inViewId: string | null = null;
  /** What was stepped to. It stays in the window until the reader goes elsewhere. */
  #followed: HTMLElement | null = null;

  constructor(ground: () => Ground) {
    this.#ground = ground;
  }

  /** Shows the elements of a change as the current ones; none: there is none. What it gives back ends that. */
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

  /** Finds the place anew. */
  measure(): void {
    const { paper, isSplit } = this.#ground();
    const visible = this.#shown.filter(isLaidOut);
    // Side by side each side has the change; what is offered stands at the first one.
    const boxes = (isSplit ? visible.slice(0, 1) : visible).flatMap((each) => [...each.getClientRects()]);
    const [first] = boxes;
    const box = boxes.findLast(({ bottom }) => bottom - first!.top < innerHeight / 3) ?? first;
    const around = paper?.getBoundingClientRect();
    // In the paper altogether: beside what stands at its end there may be no room.
    const room = (around?.width ?? 0) - this.besideWidth;
    this.place =
      box && around
        ? { top: box.bottom - around.top, left: Math.max(0, Math.min(box.left - around.left, room)) }
        : null;
  }

  /** The reader goes elsewhere. */
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
