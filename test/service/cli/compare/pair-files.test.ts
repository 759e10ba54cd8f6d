import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairFiles, type FileContent } from '../../../../service/cli/compare/folders/pair-files.ts';
import { resemblance, sketchOf } from '../../../../service/cli/compare/folders/sketch.ts';

const words = fc
  .array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 0, maxLength: 300 })
  .map((list) => list.join(' '));

describe('sketches', () => {
  it('of equal texts resemble each other wholly, and resemblance has no direction', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [x, y] = [sketchOf(a), sketchOf(b)];
        expect(resemblance(x, y)).toBe(resemblance(y, x));
        expect(resemblance(x, x)).toBe(x.length === 0 ? 0 : 1);
      }),
    );
  });

  it('of long texts estimate the share of common shingles', () => {
    const text = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, at) => `w${from + at}`).join(' ');
    // 3,000 of 5,000 shingles are common.
    expect(resemblance(sketchOf(text(0, 4_000)), sketchOf(text(1_000, 5_000)))).toBeCloseTo(0.6, 0);
    expect(resemblance(sketchOf(text(0, 4_000)), sketchOf(text(4_000, 8_000)))).toBe(0);
  });
});

describe('pairs', () => {
  const contents =
    (files: Record<string, string>) =>
    (_side: string, path: string): Promise<FileContent> =>
      Promise.resolve({
        sha256: files[path] === '' ? null : files[path]!,
        sketch: sketchOf(files[path]!),
        group: 'text',
      });

  it('have every file once, whatever the names and contents are', async () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-f]{1,2}$/), { maxLength: 12 });
    const texts = fc.constantFrom('', 'one two three', 'one two three four', 'five six seven', 'five six seven eight');
    await fc.assert(
      fc.asyncProperty(names, names, fc.infiniteStream(texts), async (original, revised, stream) => {
        const files: Record<string, string> = {};
        for (const name of [...original, ...revised]) files[name] ??= stream.next().value;
        const pairs = await pairFiles(original, revised, contents(files));
        expect(pairs.flatMap((pair) => pair.original ?? []).sort()).toEqual([...original].sort());
        expect(pairs.flatMap((pair) => pair.revised ?? []).sort()).toEqual([...revised].sort());
        for (const name of original)
          if (revised.includes(name)) expect(pairs).toContainEqual({ original: name, revised: name });
      }),
    );
  });

  it('go to equal bytes before similar text, and to the most similar text', async () => {
    const draft = 'the tenant pays the rent on the first day of each month to the landlord';
    const files = {
      a: draft,
      b: `${draft} and insures the house`,
      x: draft,
      y: `${draft} and insures the whole house`,
      z: 'nothing of this is alike in any way',
    };
    expect(await pairFiles(['a', 'b'], ['x', 'y', 'z'], contents(files))).toEqual([
      { original: 'a', revised: 'x' },
      { original: 'b', revised: 'y' },
      { original: null, revised: 'z' },
    ]);
  });

  it('are not looked for between groups, or among empty files', async () => {
    const content = (_side: string, path: string): Promise<FileContent> =>
      Promise.resolve({
        sha256: path === 'e' || path === 'f' ? null : path,
        sketch: path < 'e' ? sketchOf('a b c') : [],
        group: path,
      });
    expect(await pairFiles(['a', 'e'], ['b', 'f'], content)).toEqual([
      { original: 'a', revised: null },
      { original: null, revised: 'b' },
      { original: 'e', revised: null },
      { original: null, revised: 'f' },
    ]);
  });
});
