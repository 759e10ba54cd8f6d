import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import type { DesktopFileReading } from '../../shared/messages/desktop-bridge.ts';
import { PageChannel } from '../../electron/main/page/page-channel.ts';

function reading(name: string): DesktopFileReading {
  return { outcome: 'failed', name, message: '' };
}

/** The part of Electron's contents that the channel uses. */
function contents() {
  const sent: unknown[] = [];
  const page = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    send: (_channel: string, message: unknown) => sent.push(message),
  });
  return { page: page as unknown as WebContents, sent };
}

describe('messages to the page', () => {
  it('wait in a queue while the page loads, one event for each file', () => {
    const channel = new PageChannel();
    channel.tell('filesOpened', [reading('no window')]);
    const { page, sent } = contents();
    channel.attach(page);
    channel.tell('filesOpened', [reading('first')]);
    channel.tell('filesOpened', [reading('second')]);
    channel.tell('command', 'swap');
    expect(sent).toEqual([]);
    channel.begin();
    expect(sent).toEqual([['filesOpened', ['no window', 'first', 'second'].map(reading)]]);
    channel.begin();
    channel.tell('command', 'swap');
    expect(sent.slice(1)).toEqual([['command', 'swap']]);
  });

  it('wait again while another page loads, and after the page crashed', () => {
    const channel = new PageChannel();
    const { page, sent } = contents();
    channel.attach(page);
    channel.begin();
    page.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    expect(channel.listens).toBe(true);
    page.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    channel.tell('filesOpened', [reading('a')]);
    channel.begin();
    page.emit('render-process-gone', {}, { reason: 'crashed' });
    channel.tell('filesOpened', [reading('b')]);
    channel.begin();
    expect(sent).toEqual([
      ['filesOpened', [reading('a')]],
      ['filesOpened', [reading('b')]],
    ]);
  });
});
