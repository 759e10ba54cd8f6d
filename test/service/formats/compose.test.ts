import { describe, expect, it } from 'vitest';
import { joiningLength } from '../../../service/formats/normalise/compose.ts';

describe('joiningLength', () => {
  it('knows every character that composes with the one before it', () => {
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const [, ...later] = String.fromCodePoint(code).normalize('NFD');
      for (const letter of later) if (joiningLength(letter) === 0) missed.push(code.toString(16));
    }
    expect(missed).toEqual([]);
  });
});
