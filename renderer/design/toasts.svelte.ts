/** A short message about something that was done. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  /** Takes it back. */
  readonly undo: (() => void) | null;
}

/** Long enough to read it and to press Undo. */
const SHOWN_MS = 6_000;
const SHOWN_WITH_UNDO_MS = 10_000;

/** The messages at the foot of the window, the newest last. */
export class Toasts {
  list: readonly Toast[] = $state.raw([]);
  #next = 0;

  /** Shows a message. `undo` takes back what it says; `ended` is called when that is not possible any more. */
  show(text: string, undo: (() => void) | null = null, ended: () => void = () => undefined): void {
    const id = this.#next++;
    const timer = setTimeout(
      () => {
        this.dismiss(id);
        ended();
      },
      undo === null ? SHOWN_MS : SHOWN_WITH_UNDO_MS,
    );
    const takeBack =
      undo === null
        ? null
        : (): void => {
            clearTimeout(timer);
            this.dismiss(id);
            undo();
          };
    this.list = [...this.list.slice(-2), { id, text, undo: takeBack }];
  }

  /** Takes a message from the window. What it says stays done. */
  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}
