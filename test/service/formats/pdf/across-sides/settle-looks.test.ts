import { describe, expect, it } from 'vitest';
import { settleLooks } from '../../../../../service/formats/pdf/across-sides/settle-looks.ts';
import { TOP } from '../../../../../shared/document/path.ts';
import type { Block, Run } from '../../../../../shared/document/model.ts';

/** A paragraph with a run for each look. */
const block = (...looks: readonly (readonly [look: string | undefined, text: string])[]): Block => ({
  ...{ kind: 'text', type: 'p', attributes: {}, path: TOP },
  runs: looks.map(([look, text]): Run => ({ text, marks: 0, href: null, ...(look !== undefined && { look }) })),
});
const looksOf = (...sides: readonly (readonly Block[])[]): (string | undefined)[][] =>
  settleLooks(sides).map((blocks) =>
    blocks.flatMap((each) => (each.kind === 'text' ? each.runs.map((run) => run.look) : [])),
  );

describe('settled looks', () => {
  it('have one size for sizes that nobody tells apart, over both sides', () => {
    expect(
      looksOf(
        [block(['#000000 109 0 100 ', 'aaaa'])],
        [block(['#000000 112 0 100 ', 'b'], ['#000000 120 0 100 ', 'c'])],
      ),
    ).toEqual([['font-size: 10.9pt'], ['font-size: 10.9pt', 'font-size: 12pt']]);
  });

  it('do not join sizes through those between them', () => {
    const sizes = [100, 103, 106, 109].map((tenths) => [`#000000 ${tenths} 0 100 `, 'a'] as const);
    expect(new Set(looksOf([block(...sizes)])[0]).size).toBe(2);
  });

  it('have one colour for colours that look alike, and none for black', () => {
    expect(
      looksOf([
        block(
          ['#0000ff 100 0 100 ', 'aaaa'],
          ['#231f20 100 0 100 ', 'b'],
          ['#1010f0 100 0 100 ', 'c'],
          ['#ff0000 100 0 100 ', 'd'],
          [' 100 0 100 ', 'e'],
        ),
      ]),
    ).toEqual([
      [
        'color: #0000ff; font-size: 10pt',
        'font-size: 10pt',
        'color: #0000ff; font-size: 10pt',
        'color: #ff0000; font-size: 10pt',
        'color: pattern; font-size: 10pt',
      ],
    ]);
  });

  it('are the same in either order of the sides', () => {
    const [one, other] = [
      [block(['#808080 95 0 100 ', 'aa'], ['#999999 98 0 100 ', 'b'])],
      [block(['#909090 92 0 100 ', 'bb'], ['#707070 101 0 100 ', 'a'])],
    ];
    expect(looksOf(other, one).reverse()).toEqual(looksOf(one, other));
  });

  it('leave text without ink without a look, and join runs that look alike', () => {
    expect(
      settleLooks([[block([undefined, 'a'], ['#000000 100 0 100 ', 'b'], ['#000000 101 0 100 ', 'c'])]])[0],
    ).toEqual([block([undefined, 'a'], ['font-size: 10pt', 'bc'])]);
  });

  it('name the font, if it is known', () => {
    expect(looksOf([block(['#000000 100 0 100 Arial', 'a'], ['#ff0000 100 0 100 A;B:c', 'b'])])).toEqual([
      ['font-family: Arial; font-size: 10pt', 'color: #ff0000; font-family: ABc; font-size: 10pt'],
    ]);
  });

  it('know any name of a font and any size', () => {
    const [strange] = looksOf([block(['#000000 100 0 100 A\nB', 'a'], ['#000000 1e+31 0 100 A', 'b'])]);
    expect(strange).toEqual(['font-family: AB; font-size: 10pt', 'font-family: A; font-size: 1e+30pt']);
  });
});
