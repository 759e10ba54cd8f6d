import { isLayout, isTheme } from '../../shared/messages/display.ts';
import type { ViewerMessage } from '../../shared/messages/viewer-message.ts';
import { embedMessages } from '../strings/embed.ts';
import { styleFrame, unstyleFrames } from './frame-style.ts';
import { HostLink } from './host-link.ts';
import type { DiffsvcEmbed, DiffsvcEmbedOptions, DiffsvcState } from './published/diffsvc.d.ts';

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * The address of the viewer. The options may be invalid, because a page without types wrote them. Throws `TypeError`.
 */
function addressOf(origin: string, options: DiffsvcEmbedOptions): string {
  const { comparisonId, token, theme, view, review } = options;
  if (typeof comparisonId !== 'string' || comparisonId === '') {
    throw new TypeError(embedMessages.noComparison);
  }
  if (theme !== undefined && !isTheme(theme)) {
    throw new TypeError(embedMessages.noTheme);
  }
  if (view !== undefined && !isLayout(view)) {
    throw new TypeError(embedMessages.noView);
  }
  const query = new URLSearchParams();
  if (token !== undefined) query.set('token', token);
  if (theme !== undefined) query.set('theme', theme);
  if (view !== undefined) query.set('view', view);
  if (review !== undefined) query.set('review', String(review));
  return `${origin}/embed/${encodeURIComponent(comparisonId)}?${query.toString()}`;
}

function containerOf(container: string | Element): Element {
  const element = typeof container === 'string' ? document.querySelector(container) : container;
  if (element instanceof Element) return element;
  throw new TypeError(embedMessages.noContainer(typeof container === 'string' ? container : ''));
}

function frameOf(origin: string, options: DiffsvcEmbedOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = embedMessages.frameTitle;
  frame.referrerPolicy = 'no-referrer';
  // Browsers ask their reader before a web page reaches this machine. A page of this machine needs no permission.
  const { hostname } = new URL(origin);
  const isLocal = LOOPBACK.test(hostname) && !LOOPBACK.test(location.hostname);
  frame.allow = isLocal ? 'clipboard-write; loopback-network' : 'clipboard-write';
  frame.src = addressOf(origin, options);
  return frame;
}

/** Mounts the viewer of a service in the page (docs/embed.md). Throws `TypeError`. */
export function embed(origin: string, options: DiffsvcEmbedOptions): DiffsvcEmbed {
  const { onReady, onChangeResolved, onComplete, onRefused, onUnavailable, review } = options;
  const container = containerOf(options.container);
  const frame = frameOf(origin, options);
  let isReady = false;
  let isOver = false;
  /** Who waits for a state, by the number of the question. */
  const askers = new Map<number, { resolve: (state: DiffsvcState) => void; reject: (reason: Error) => void }>();
  let questions = 0;

  const end = (message: string): void => {
    isOver = true;
    for (const { reject } of askers.values()) reject(new Error(message));
    askers.clear();
  };

  const received = (message: ViewerMessage): void => {
    if (message.type === 'diffsvc:state') {
      const { type: _, question, ...state } = message;
      if (!isReady) {
        // Waiting calls are sent only now. This is the state before them, and their own answer follows.
        isReady = true;
        onReady?.(state);
        return;
      }
      // The link may have asked several times until the viewer answered. Such an answer has no number.
      if (question === undefined) return;
      askers.get(question)?.resolve(state);
      askers.delete(question);
    } else if (message.type === 'diffsvc:changeResolved') {
      const { type: _, ...event } = message;
      onChangeResolved?.(event);
    } else if (message.type === 'diffsvc:refused') {
      const { type: _, ...event } = message;
      onRefused?.(event);
    } else {
      const { type: _, ...event } = message;
      onComplete?.(event);
    }
  };

  const link = new HostLink(frame, origin, {
    received,
    unavailable: (event, unsent) => {
      end(event.message);
      onUnavailable?.(event);
      for (const message of unsent) {
        const named = 'changeId' in message ? { changeId: message.changeId } : {};
        if (message.type !== 'diffsvc:requestState')
          onRefused?.({ request: message.type, reason: 'unavailable', ...named });
      }
    },
  });
  styleFrame(frame, options.cspNonce);
  container.append(frame);
  if (review === true || onReady || onChangeResolved || onComplete || onRefused) link.want();

  let isMounted = true;
  return {
    startReview: () => link.send({ type: 'diffsvc:startReview' }),
    accept: (changeId) => link.send({ type: 'diffsvc:acceptChange', changeId }),
    reject: (changeId) => link.send({ type: 'diffsvc:rejectChange', changeId }),
    acceptAll: () => link.send({ type: 'diffsvc:acceptAll' }),
    rejectAll: () => link.send({ type: 'diffsvc:rejectAll' }),
    setTheme: (theme) => link.send({ type: 'diffsvc:setTheme', theme }),
    setView: (view) => link.send({ type: 'diffsvc:setView', view }),
    state: () =>
      new Promise((resolve, reject) => {
        if (isOver) {
          reject(new Error(embedMessages.noAnswer));
          return;
        }
        questions += 1;
        askers.set(questions, { resolve, reject });
        link.send({ type: 'diffsvc:requestState', question: questions });
      }),
    destroy: () => {
      if (!isMounted) return;
      isMounted = false;
      link.close();
      frame.remove();
      unstyleFrames();
      end(embedMessages.destroyed);
    },
  };
}
