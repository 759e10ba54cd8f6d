/** A button of a message. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** A short message about something that was done. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  /** What can be done about it, such as to take it back. */
  readonly action: ToastAction | null;
}

/** Long enough to read it, and to press a button. */
const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 10_000;

/** The messages at the foot of the window, the newest last. */
export class Toasts {
  list: readonly Toast[] = $state.raw([]);
  #next = 0;

  /** Shows a message for a few seconds, longer with something to press. Returns a function that takes it away earlier. */
  show(text: string, action: ToastAction | null = null): () => void {
    const id = this.#next++;
    const timer = setTimeout(() => this.dismiss(id), action === null ? SHOWN_MS : SHOWN_WITH_ACTION_MS);
    const own = action && {
      label: action.label,
      run: (): void => {
        clearTimeout(timer);
        this.dismiss(id);
        action.run();
      },
    };
    this.list = [...this.list.slice(-2), { id, text, action: own }];
    return () => {
      clearTimeout(timer);
      this.dismiss(id);
    };
  }

  /** Takes a message from the window. */
  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}
