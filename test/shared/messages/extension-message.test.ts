import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseExtensionMessage,
  parseTabReading,
  TAB_LINE_MAX_LENGTH,
  TAB_MARKUP_MAX_LENGTH,
  UNREAD_FRAMES_MAX,
} from '../../../shared/messages/extension-message.ts';

const content = {
  type: 'content',
  title: 'A title',
  url: 'https://example.org/',
  markup: '<p>text</p>',
  isPlainText: false,
  unreadFrames: ['https://other.example/'],
};

describe('the reading of a tab', () => {
  test('is taken with its declared fields and no others', () => {
    expect(parseTabReading({ ...content, extra: 1 })).toEqual(content);
    expect(parseTabReading({ type: 'nothing-selected', markup: 'x' })).toEqual({ type: 'nothing-selected' });
    expect(parseTabReading({ type: 'too-large' })).toEqual({ type: 'too-large' });
  });

  test.each([
    ['no type', { ...content, type: undefined }],
    ['a type of the prototype', { ...content, type: 'toString' }],
    ['no title', { ...content, title: undefined }],
    ['a title that is no string', { ...content, title: ['x'] }],
    ['a long title', { ...content, title: 'x'.repeat(TAB_LINE_MAX_LENGTH + 1) }],
    ['too much markup', { ...content, markup: 'x'.repeat(TAB_MARKUP_MAX_LENGTH + 1) }],
    ['a number for a truth', { ...content, isPlainText: 1 }],
    ['frames that are no list', { ...content, unreadFrames: 'x' }],
    ['a frame that is no string', { ...content, unreadFrames: [1] }],
    ['too many frames', { ...content, unreadFrames: Array.from({ length: UNREAD_FRAMES_MAX + 1 }, () => 'x') }],
  ])('is refused with %s', (_, given) => {
    expect(parseTabReading(given)).toBeNull();
  });
});

describe('a message between parts of the extension', () => {
  test('is taken with its declared fields and no others', () => {
    const request = { type: 'capture', tabId: 3, part: 'page', role: 'snapshot' };
    expect(parseExtensionMessage({ ...request, url: 'x' })).toEqual(request);
    expect(parseExtensionMessage({ type: 'sides-changed', compare: true })).toEqual({ type: 'sides-changed' });
    expect(parseExtensionMessage({ type: 'pairing-changed' })).toEqual({ type: 'pairing-changed' });
  });

  test.each([
    ['a tab that is none', { type: 'capture', tabId: -1, part: 'page', role: 'original' }],
    ['a part that is none', { type: 'capture', tabId: 1, part: 'body', role: 'original' }],
    ['a role that is none', { type: 'capture', tabId: 1, part: 'page', role: 'constructor' }],
  ])('is refused with %s', (_, given) => {
    expect(parseExtensionMessage(given)).toBeNull();
  });
});

test('whatever comes, parsing does not throw, and what it gives is of a known type', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.record({ type: fc.string(), tabId: fc.anything() })), (value) => {
      const types = ['content', 'nothing-selected', 'too-large', 'capture', 'sides-changed', 'pairing-changed'];
      for (const message of [parseTabReading(value), parseExtensionMessage(value)]) {
        if (message !== null) expect(types).toContain(message.type);
      }
    }),
  );
});
