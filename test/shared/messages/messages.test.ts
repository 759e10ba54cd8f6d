/** Window messages between a host page and a viewer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHostMessage, type HostMessage } from '../../../shared/messages/host-message.ts';
import { parseViewerMessage, type ViewerMessage } from '../../../shared/messages/viewer-message.ts';

const FROM_HOST: readonly HostMessage[] = [
  { type: 'diffsvc:startReview' },
  { type: 'diffsvc:acceptChange', changeId: 'chg_000001' },
  { type: 'diffsvc:rejectChange', changeId: 'chg_000001' },
  { type: 'diffsvc:acceptAll' },
  { type: 'diffsvc:rejectAll' },
  { type: 'diffsvc:requestState' },
  { type: 'diffsvc:setView', view: 'split' },
  { type: 'diffsvc:setTheme', theme: 'dark' },
  { type: 'diffsvc:setCollapse', collapsed: false },
];
const FROM_VIEWER: readonly ViewerMessage[] = [
  { type: 'diffsvc:changeResolved', changeId: 'chg_000002', action: 'accepted', remaining: 3, total: 5 },
  { type: 'diffsvc:reviewComplete', resolvedHtml: '<div class="diffsvc"></div>', accepted: ['a'], rejected: [] },
  {
    type: 'diffsvc:state',
    reviewing: true,
    view: 'unified',
    theme: 'system',
    collapsed: true,
    total: 2,
    remaining: 1,
    accepted: [],
    rejected: ['chg_000001'],
  },
  { type: 'diffsvc:refused', request: 'diffsvc:startReview', reason: 'not_allowed' },
];

const DIRECTIONS = [
  ['host', parseHostMessage as (data: unknown) => object | null, FROM_HOST as readonly object[]],
  ['viewer', parseViewerMessage as (data: unknown) => object | null, FROM_VIEWER as readonly object[]],
] as const;

describe.each(DIRECTIONS)('messages from the %s', (_, parse, messages) => {
  it.each(messages)('%j is read as it is, without what does not belong to it', (message) => {
    expect(parse(message)).toEqual(message);
    expect(parse({ ...message, extra: 1, __proto__: { more: 2 } })).toEqual(message);
    expect(parse(structuredClone(message))).not.toBe(message);
  });

  it.each(messages)('%j is refused when a field is missing or of another kind', (message) => {
    for (const name of Object.keys(message)) {
      expect(parse(Object.fromEntries(Object.entries(message).filter(([other]) => other !== name)))).toBeNull();
      for (const wrong of [null, undefined, -1, 1.5, NaN, '', {}, [1], [['a']], Symbol.iterator]) {
        if (name === 'resolvedHtml' && wrong === '') continue;
        expect(parse({ ...message, [name]: wrong }), name).toBeNull();
      }
    }
  });

  it('nothing else is a message', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(parse(data)).toBeNull();
      }),
    );
    for (const type of ['toString', '__proto__', 'constructor', 'diffsvc:', 'diffsvc:unknown', 'acceptAll']) {
      expect(parse({ type, changeId: 'chg_000001' })).toBeNull();
    }
  });
});

it('the two directions have no type in common', () => {
  for (const message of FROM_HOST) expect(parseViewerMessage(message)).toBeNull();
  for (const message of FROM_VIEWER) expect(parseHostMessage(message)).toBeNull();
});

it('fields that may be left out are checked where they are there', () => {
  const refused = { type: 'diffsvc:refused', request: 'diffsvc:acceptChange', reason: 'unknown_change' };
  expect(parseViewerMessage({ ...refused, changeId: 'chg_9' })).toEqual({ ...refused, changeId: 'chg_9' });
  expect(parseViewerMessage({ ...refused, changeId: 9 })).toBeNull();
  const [resolved] = FROM_VIEWER;
  expect(parseViewerMessage({ ...resolved, remainingUnits: 1, totalUnits: 2 })).toEqual({
    ...resolved,
    ...{ remainingUnits: 1, totalUnits: 2 },
  });
  expect(parseViewerMessage({ ...resolved, remainingUnits: -1 })).toBeNull();
});

it('words outside the lists are refused', () => {
  expect(parseHostMessage({ type: 'diffsvc:setView', view: 'side-by-side' })).toBeNull();
  expect(parseHostMessage({ type: 'diffsvc:setTheme', theme: 'Dark' })).toBeNull();
  expect(parseHostMessage({ type: 'diffsvc:setCollapse', collapsed: 'true' })).toBeNull();
  expect(parseHostMessage({ type: 'diffsvc:acceptChange', changeId: 'x'.repeat(201) })).toBeNull();
});
