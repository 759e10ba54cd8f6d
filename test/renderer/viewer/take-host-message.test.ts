/** What a host page asks of a viewer is done, or refused with a reason. */
import { describe, expect, test } from 'vitest';
import { ReviewSession } from '../../../renderer/review/review-session.svelte.ts';
import { HostChannel } from '../../../renderer/viewer/host-channel.ts';
import { takeHostMessage } from '../../../renderer/viewer/take-host-message.ts';
import type { HostMessage } from '../../../shared/messages/host-message.ts';
import type { ViewerMessage } from '../../../shared/messages/viewer-message.ts';
import { del, doc, ins, p } from '../../builders/document.ts';

const BLOCKS = doc(
  p('Fees are ', del('chg_000001', 'ten'), ins('chg_000001', 'twelve')),
  p('Pay in ', del('chg_000002', 'May'), ins('chg_000002', 'June')),
);

function viewer(mayReview = true) {
  const session = new ReviewSession({
    blocks: BLOCKS,
    display: { layout: 'unified', theme: 'system', collapse: true },
    mayReview,
    isHosted: true,
    memory: { load: () => null, save: () => true },
  });
  const ask = (message: HostMessage): ViewerMessage[] => {
    const told: ViewerMessage[] = [];
    takeHostMessage(session, message, (answer) => told.push(answer));
    return told;
  };
  return { session, ask };
}

const accept = (changeId: string) => ({ type: 'diffsvc:acceptChange', changeId }) as const;
const refused = (request: string, reason: string, changeId?: string) => [
  { type: 'diffsvc:refused', request, reason, ...(changeId !== undefined && { changeId }) },
];

describe('a control without effect', () => {
  test('is refused before the review, for an unknown change, and once more', () => {
    const { ask, session } = viewer();
    expect(ask(accept('chg_000001'))).toEqual(refused('diffsvc:acceptChange', 'no_review', 'chg_000001'));
    expect(ask({ type: 'diffsvc:rejectAll' })).toEqual(refused('diffsvc:rejectAll', 'no_review'));
    expect(ask({ type: 'diffsvc:startReview' })).toEqual([]);
    expect(ask({ type: 'diffsvc:startReview' })).toEqual(refused('diffsvc:startReview', 'no_effect'));
    expect(ask(accept('chg_000009'))).toEqual(refused('diffsvc:acceptChange', 'unknown_change', 'chg_000009'));
    expect(ask(accept('chg_000001'))).toEqual([]);
    expect(ask(accept('chg_000001'))).toEqual(refused('diffsvc:acceptChange', 'no_effect', 'chg_000001'));
    expect(ask({ type: 'diffsvc:setView', view: 'split' })).toEqual(refused('diffsvc:setView', 'view_locked'));
    expect(session.decided.outcome).toMatchObject({ accepted: 1, open: 1 });
  });

  test('is refused after the end of the review, until it starts again', () => {
    const { ask, session } = viewer();
    ask({ type: 'diffsvc:startReview' });
    ask({ type: 'diffsvc:acceptAll' });
    expect(session.review.phase).toBe('completed');
    const reject = { type: 'diffsvc:rejectChange', changeId: 'chg_000001' } as const;
    expect(ask(reject)).toEqual(refused('diffsvc:rejectChange', 'review_complete', 'chg_000001'));
    expect(ask({ type: 'diffsvc:startReview' })).toEqual([]);
    expect(ask(reject)).toEqual([]);
    expect(session.decided.outcome).toMatchObject({ accepted: 1, rejected: 1 });
  });

  test('is refused where reviews are not allowed', () => {
    const { ask } = viewer(false);
    expect(ask({ type: 'diffsvc:startReview' })).toEqual(refused('diffsvc:startReview', 'not_allowed'));
    expect(ask({ type: 'diffsvc:acceptAll' })).toEqual(refused('diffsvc:acceptAll', 'not_allowed'));
    expect(ask({ type: 'diffsvc:setTheme', theme: 'dark' })).toEqual([]);
  });
});

test('a message of another form is refused to the authorised origin, and to no other', () => {
  const posted: unknown[] = [];
  let hear: (event: object) => void = () => undefined;
  const parent = { postMessage: (message: unknown, origin: string) => posted.push([message, origin]) };
  const own = { parent, addEventListener: (_: string, listener: typeof hear) => (hear = listener) };
  new HostChannel(own as never, 'https://a.example').listen(() => undefined);
  const say = (data: unknown, origin = 'https://a.example') => hear({ origin, source: parent, data });
  say({ type: 'diffsvc:acceptChange' });
  say({ type: 'diffsvc:unknown' }, 'https://b.example');
  for (const data of [null, 'diffsvc:acceptAll', { type: 'other' }, { type: 7 }]) say(data);
  const answer = { type: 'diffsvc:refused', request: 'diffsvc:acceptChange', reason: 'not_understood' };
  expect(posted).toEqual([[answer, 'https://a.example']]);
});
