/** The element that shows the current change. */
interface Ground {
  readonly paper: HTMLElement | undefined;
  /** Whether both sides are shown side by side. */
  readonly isSplit: boolean;
  /** Whether the change has a card with buttons beside it. */
  readonly hasCard: boolean;
  /** Whether other cards are beside the text. */
  readonly isMarginTaken: boolean;
}

/** Blocks of text that can make room below them. */
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, pre';
/**
 * In pixels: gap between text and card, padding at the card's start, maximum distance of a card below a line.
 */
const BESIDE_GAP = 16;
const CARD_PADDING = 6;
const NEAR = 150;

/**
 * Marks the current change and scrolls it into view. It keeps the change in view while content above it grows, and
 * finds the place of the card beside it.
 */
export class CurrentChange {
  /**
   * Distance in pixels from the start of the paper. The card is below the change, or below the first lines of a long
   * one.
   */
  place: { readonly top: number; readonly left: number } | null = $state.raw(null);
  /** Width of the card in pixels. */
  besideWidth = $state(0);

  /** Height of the card in pixels. */
  besideHeight = $state(0);
  /** The block that makes room for the card. */
  #roomy: HTMLElement | null = null;

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
      this.#reserve(null);
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
    const { paper, isSplit, hasCard, isMarginTaken } = this.#ground();
    // Measuring takes a layout of the page, and without a card nothing has to be placed.
    if (!hasCard) {
      this.#reserve(null);
      this.place = null;
      return;
    }
    const visible = this.#shown.filter(isLaidOut);
    // Side by side, both sides show the change. The card belongs to the first one.
    const elements = isSplit ? visible.slice(0, 1) : visible;
    const boxes = elements.flatMap((each) => [...each.getClientRects()]);
    const [first] = boxes;
    if (!paper || !first || this.besideWidth === 0) {
      this.#reserve(null);
      this.place = paper && first ? this.#below(paper, first) : null;
      return;
    }
    const around = paper.getBoundingClientRect();
    const column = paper.querySelector('.diffsvc')?.getBoundingClientRect() ?? around;
    // Beside the text, if there is room up to the edge of what contains the paper.
    const edge = (paper.parentElement ?? paper).getBoundingClientRect().right;
    if (!isSplit && !isMarginTaken && edge - column.right >= this.besideWidth + BESIDE_GAP) {
      this.#reserve(null);
      this.place = { top: first.top - around.top - CARD_PADDING, left: column.right + BESIDE_GAP - around.left };
      return;
    }
    const box = boxes.findLast(({ bottom }) => bottom - first.top < innerHeight / 3) ?? first;
    // Below the paragraph, which makes room, if that is not far. Otherwise below the line.
    const block = elements.at(-1)?.closest<HTMLElement>(BLOCKS) ?? null;
    const end = block?.getBoundingClientRect().bottom ?? Infinity;
    const isNear = block !== null && end - box.bottom < NEAR && end - first.top < innerHeight / 2;
    this.#reserve(isNear ? block : null);
    this.place = this.#below(paper, isNear ? new DOMRect(box.left, end, 0, 0) : box);
  }

  /** The card stays inside the paper. */
  #below(paper: HTMLElement, { bottom, left }: DOMRect): { readonly top: number; readonly left: number } {
    const around = paper.getBoundingClientRect();
    const room = around.width - this.besideWidth;
    return { top: bottom - around.top, left: Math.max(0, Math.min(left - around.left, room)) };
  }

  /** Makes room for the card below a block, so that it covers no text. */
  #reserve(block: HTMLElement | null): void {
    if (this.#roomy !== block) this.#roomy?.style.removeProperty('margin-block-end');
    this.#roomy = block;
    if (block !== null) block.style.marginBlockEnd = `${this.besideHeight + 2 * CARD_PADDING}px`;
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
