import type { DesktopEvents } from '../../shared/messages/desktop-bridge.ts';

type Name = keyof DesktopEvents;
type Listener = (event: never) => void;

/** Passes the shell's events to the page's listeners, and keeps events that arrive before the first listener. */
export class EventMailbox {
  readonly #listeners = new Map<Name, Set<Listener>>();
  readonly #kept = new Map<Name, unknown[]>();

  /** Delivers an event to the listeners of its name, or keeps it. */
  put(name: Name, event: DesktopEvents[Name]): void {
    const listeners = this.#listeners.get(name);
    if (listeners === undefined) this.#kept.set(name, [...(this.#kept.get(name) ?? []), event]);
    else for (const listener of [...listeners]) listener(event as never);
  }

  /**
   * Adds a listener and returns a function that removes it. The first listener receives the kept events at once and
   * in order.
   */
  listen<N extends Name>(name: N, listener: (event: DesktopEvents[N]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    listeners.add(listener);
    const kept = (this.#kept.get(name) ?? []) as DesktopEvents[N][];
    this.#kept.delete(name);
    for (const event of kept) listener(event);
    return () => listeners.delete(listener);
  }
}
