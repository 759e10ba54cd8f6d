import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../shared/errors.ts';
import { readText } from '../../../service/formats/read-text.ts';
import type { ReadResult } from '../../../service/formats/read-text.ts';

const linesOf = ({ document }: ReadResult): string[] =>
  document.blocks.map((block) => (block.kind === 'text' ? (block.runs[0]?.text ?? '') : ''));

describe('readJson', () => {
  it('writes one scalar a line, names sorted by code point, numbers as written', () => {
    const read = readText(
      '{"b":[1.0,1,12345678901234567890,-0,1e+2,true,null],"\\ud83d\\ude00":{},"\\ue000":[],"a/~":{"":"x"}}',
      'json',
    );
    const lines: [line: string, pointer: string][] = [
      ['{', ''],
      ['  "a/~": {', '/a~1~0'],
      ['    "": "x"', '/a~1~0/'],
      ['  },', '/a~1~0'],
      ['  "b": [', '/b'],
      ['    1.0,', '/b/0'],
      ['    1,', '/b/1'],
      ['    12345678901234567890,', '/b/2'],
      ['    -0,', '/b/3'],
      ['    1e+2,', '/b/4'],
      ['    true,', '/b/5'],
      ['    null', '/b/6'],
      ['  ],', '/b'],
      ['  "\ue000": [],', '/\ue000'],
      ['  "\u{1f600}": {}', '/\u{1f600}'],
      ['}', ''],
    ];
    expect(linesOf(read)).toEqual(lines.map(([line]) => line));
    expect(lines.map((_, line) => read.jsonLines?.pointers.of(line))).toEqual(lines.map(([, pointer]) => pointer));
  });

  it.each([
    ['"\\u0041\\/\\u000a"', '"A/\\n"'],
    ['"\\uD800x"', '"\\ud800x"'],
    ['"e\u0301 \u00a0"', '"e\u0301 \u00a0"'],
    ['{"__proto__":1}', '{|  "__proto__": 1|}'],
    [' \n', ''],
  ])('%s', (json, expected) => {
    expect(linesOf(readText(json, 'json')).join('|')).toBe(expected);
  });

  it.each([
    ['{"a":1,\n "a":2}', 2, 2, /twice/],
    ['{"a":1,\n "\\u0061":2}', 2, 2, /twice/],
    ['[1,\n2,]', 2, 3, /expected a value/],
    ['[1', 1, 3, /expected "," or "\]"/],
    ['{"a" 1}', 1, 6, /expected ":"/],
    ['"😀a\n"', 1, 4, /control character/],
    ['[01]', 1, 3, /expected ","/],
    ['"\\x"', 1, 2, /escape/],
    ['"a', 1, 1, /not closed/],
    ['{} x', 1, 4, /unexpected text/],
    ['[', 1, 2, /unexpected end/],
    ['{a:1}', 1, 2, /double quotes/],
  ])('refuses %j', (json, line, column, message) => {
    let caught: unknown;
    try {
      readText(json, 'json');
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(ServiceError);
    expect(caught).toMatchObject({ code: 'invalid_request', details: { line, column } });
    expect((caught as ServiceError).message).toMatch(message);
  });

  it('indents 100 levels, and no line further', () => {
    const lines = linesOf(readText('['.repeat(150) + '7' + ']'.repeat(150), 'json'));
    const indents = lines.map((line) => line.length - line.trimStart().length);
    const outside = Array.from({ length: 150 }, (_, level) => 2 * Math.min(level, 100));
    expect(indents).toEqual([...outside, 200, ...outside.toReversed()]);
  });

  it('reads 2,000 nested values and refuses one more', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(linesOf(readText(nested(2000), 'json'))).toHaveLength(3999);
    expect(() => readText(nested(2001), 'json')).toThrow(/nested more than 2000 deep/);
  });
});
