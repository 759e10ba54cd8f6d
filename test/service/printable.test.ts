import fc from 'fast-check';
import { expect, it } from 'vitest';
import { printable } from '../../service/printable.ts';

it('shows what would drive a terminal, and what would turn the order of a line', () => {
  expect(printable('a\u001B[2Jb\u007F\u009B')).toBe('a␛[2Jb␡�');
  expect(printable('pay \u202E001\u202C euro')).toBe('pay <U+202E>001<U+202C> euro');
  expect(printable('\u2067x\u2069')).toBe('<U+2067>x<U+2069>');
});

it('leaves text, tabs, line ends and the marks of one direction as they are', () => {
  const kept = 'één\t🙂\n\u200Fשלום';
  expect(printable(kept)).toBe(kept);
});

it('never lets a control through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(/[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]/u);
    }),
  );
});
