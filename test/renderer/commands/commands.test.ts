/** @vitest-environment jsdom */
/// <reference types="svelte" />
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '../../../renderer/commands/command.ts';
import { Commands } from '../../../renderer/commands/commands.svelte.ts';
import { keyOf, shownKey } from '../../../renderer/commands/keys.ts';

const press = (key: string, with_: KeyboardEventInit = {}): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...with_ });

function command(id: string, keys: readonly string[], more: Partial<Command> = {}) {
  return { id, label: id, group: 'review', keys, run: vi.fn(), ...more } as const;
}

afterEach(() => document.body.replaceChildren());

describe('the keys of commands', () => {
  function listening(...list: readonly Command[]): Commands {
    const commands = new Commands();
    commands.add(() => list);
    document.body.onkeydown = commands.onkeydown;
    return commands;
  }

  function pressed(html: string, key: string, with_?: KeyboardEventInit): KeyboardEvent {
    document.body.innerHTML = html;
    const event = press(key, with_);
    document.body.querySelector('.here')!.dispatchEvent(event);
    return event;
  }

  it.each(['<button class="here"></button>', '<p class="here"></p>', '<input type="checkbox" class="here">'])(
    'work on %s',
    (html) => {
      const next = command('next', ['j', 'F8']);
      listening(next);
      expect(pressed(html, 'j').defaultPrevented).toBe(true);
      expect(next.run).toHaveBeenCalledOnce();
    },
  );

  it.each(['<input class="here">', '<textarea class="here"></textarea>'])(
    'are text in %s, but for function keys',
    (html) => {
      const next = command('next', ['j', 'F8', 'Mod+z']);
      listening(next);
      expect(pressed(html, 'j').defaultPrevented).toBe(false);
      expect(pressed(html, 'z', { ctrlKey: true }).defaultPrevented).toBe(false);
      expect(next.run).not.toHaveBeenCalled();
      pressed(html, 'F8');
      expect(next.run).toHaveBeenCalledOnce();
    },
  );

  it('belong to what covers the page', () => {
    const next = command('next', ['j', 'Mod+k']);
    listening(next);
    pressed('<div role="dialog"><button class="here"></button></div>', 'j');
    pressed('<div role="menu"><div class="here"></div></div>', 'j');
    expect(next.run).not.toHaveBeenCalled();
  });

  it('of one character can be turned off, the others stay', () => {
    const next = command('next', ['j', 'F8']);
    listening(next).characters = false;
    pressed('<p class="here"></p>', 'j');
    expect(next.run).not.toHaveBeenCalled();
    pressed('<p class="here"></p>', 'F8');
    expect(next.run).toHaveBeenCalledOnce();
  });

  it('do nothing while the command has no sense, and leave with it', () => {
    const commands = new Commands();
    const undo = command('undo', ['Mod+z'], { offered: () => false });
    const remove = commands.add(() => [undo]);
    expect(commands.all).toEqual([]);
    document.body.onkeydown = commands.onkeydown;
    expect(pressed('<p class="here"></p>', 'z', { ctrlKey: true }).defaultPrevented).toBe(false);
    remove();
    expect(commands.find('undo')).toBeUndefined();
  });

  it('are named alike on every keyboard', () => {
    expect(keyOf(press('?', { shiftKey: true }))).toBe('?');
    expect(keyOf(press('A', { shiftKey: true }))).toBe('a');
    expect(keyOf(press('Z', { metaKey: true, shiftKey: true }))).toBe('Mod+Shift+z');
    expect(shownKey('Mod+Shift+z', false)).toBe('Ctrl Shift Z');
    expect(shownKey('Mod+k', true)).toBe('⌘ K');
  });
});
