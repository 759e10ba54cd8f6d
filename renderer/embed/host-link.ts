import type { HostMessage } from '../../shared/messages/host-message.ts';
import { parseViewerMessage, type ViewerMessage } from '../../shared/messages/viewer-message.ts';
import { frameFaults } from '../strings/english/frame-faults.ts';
import type { DiffsvcUnavailable } from './published/diffsvc.d.ts';

/** Times of the questions to the viewer, in milliseconds after the load of the frame. The last one ends the wait. */
const ASKED_AT_MS = [0, 150, 500, 1_500, 3_000];
const GIVEN_UP_MS = 5_000;
/** A frame that has not loaded by then was blocked. */
const LOADED_MS = 15_000;

/** The events of a link. */
export interface LinkListener {
  readonly received: (message: ViewerMessage) => void;
  /** Called at most once. `unsent`: what waited for the viewer. */
  readonly unavailable: (event: DiffsvcUnavailable, unsent: readonly HostMessage[]) => void;
}

/**
 * Exchanges window messages with a viewer in a frame. It sends nothing before the first question to the viewer. Then it
 * asks until the viewer answers, and sends what waited. It accepts messages only from the frame's window and the
 * service's origin.
 */
export class HostLink {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #listener: LinkListener;
  #waiting: HostMessage[] = [];
  #timers: ReturnType<typeof setTimeout>[] = [];
  #isLoaded = false;
  #isWanted = false;
  #phase: 'silent' | 'answering' | 'closed' = 'silent';

  constructor(frame: HTMLIFrameElement, origin: string, listener: LinkListener) {
    this.#frame = frame;
    this.#origin = origin;
    this.#listener = listener;
    addEventListener('message', this.#hear);
    frame.addEventListener('load', this.#load);
  }

  /** Expects the viewer to answer from now on. */
  want(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    if (this.#isLoaded) this.#ask();
    else this.#timers.push(setTimeout(() => this.#giveUp('frame_blocked'), LOADED_MS));
  }

  /** Sends a message as soon as the viewer answers. False: the link has ended, and it is not sent. */
  send(message: HostMessage): boolean {
    if (this.#phase === 'closed') return false;
    if (this.#phase === 'answering') {
      this.#post(message);
    } else {
      this.#waiting.push(message);
      this.want();
    }
    return true;
  }

  /** Ends the link. */
  close(): void {
    this.#phase = 'closed';
    this.#waiting = [];
    this.#stopTimers();
    removeEventListener('message', this.#hear);
    this.#frame.removeEventListener('load', this.#load);
  }

  readonly #load = (): void => {
    this.#isLoaded = true;
    if (this.#isWanted && this.#phase === 'silent') this.#ask();
  };

  readonly #hear = (event: MessageEvent): void => {
    if (event.origin !== this.#origin || event.source !== this.#frame.contentWindow) return;
    const message = parseViewerMessage(event.data);
    if (message === null || this.#phase === 'closed') return;
    if (this.#phase === 'silent' && message.type === 'diffsvc:state') {
      this.#phase = 'answering';
      this.#stopTimers();
      this.#listener.received(message);
      for (const waiting of this.#waiting.splice(0)) this.#post(waiting);
    } else {
      this.#listener.received(message);
    }
  };

  #ask(): void {
    this.#stopTimers();
    for (const delay of ASKED_AT_MS) {
      this.#timers.push(setTimeout(() => this.#post({ type: 'diffsvc:requestState' }), delay));
    }
    this.#timers.push(setTimeout(() => this.#giveUp('handshake_timeout'), GIVEN_UP_MS));
  }

  #giveUp(reason: keyof typeof frameFaults): void {
    const unsent = this.#waiting;
    this.close();
    this.#listener.unavailable({ reason, message: frameFaults[reason] }, unsent);
  }

  #post(message: HostMessage): void {
    this.#frame.contentWindow?.postMessage(message, this.#origin);
  }

  #stopTimers(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}
