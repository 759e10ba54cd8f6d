/** Random damage to a text: characters, ranges, lines, and what the format gives a meaning. */
import { oneOf, type Chance } from '../mutations/mutation.ts';

/** Texts with a meaning in a format, and texts that programs stumble over. */
const STUMBLES = [
  '\u0000',
  '\uFEFF',
  '\uD800',
  '\u202E',
  '\u00AD',
  '\u200D',
  'e\u0301',
  '\r',
  '\u2028',
  '\u{1F468}\u200D\u{1F469}',
  '\uFFFD',
  '__proto__',
  ' '.repeat(300),
  'x'.repeat(3_000),
];

/** Pieces of each format. A piece is inserted as it is, so most of the results are malformed. */
export const PIECES = {
  html: [
    ...[
      '<',
      '>',
      '&',
      '"',
      "'",
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '</',
      '/>',
      '<?x',
      '&#0;',
      '&#x110000;',
      '&nosuch;',
    ],
    ...[
      '<p>',
      '</p>',
      '<table><tr><td>',
      '</td></tr>',
      '</table>',
      '<ul><li>',
      '</ul>',
      '<ol start=-1 reversed>',
      '<b>',
    ],
    ...[
      '</b>',
      '<i>',
      '<a href="#x">',
      '<a href="javascript:x">',
      '</a>',
      '<pre>\n',
      '</pre>',
      '<svg><text>',
      '</svg>',
    ],
    ...[
      '<math><mfrac><mi>a</mi>',
      '</math>',
      '<template>',
      '</template>',
      '<select><option>',
      '</select>',
      '<textarea>',
    ],
    ...['<script>', '</script>', '<style>', '<title>', '<plaintext>', '<form>', '<input value=x>', '<img alt=x src=y>'],
    ...[
      '<td colspan=99999 rowspan=0>',
      '<blockquote>',
      '<dl><dt>',
      '<dd>',
      '<h7>',
      '<h1>',
      '<br>',
      '<hr>',
      '<frameset>',
    ],
    ...[
      '<ins data-change-id="c1">',
      '<del>',
      '<div class="para">',
      ' id="x" id="y"',
      ' dir=rtl',
      ' lang="',
      '<ruby><rt>',
    ],
  ],
  markdown: [
    ...[
      '*',
      '**',
      '_',
      '`',
      '```\n',
      '~~~',
      '# ',
      '\n# ',
      '> ',
      '>> ',
      '- ',
      '1. ',
      '99999999. ',
      '    ',
      '\t',
      '| a | b |\n|---|:-:|\n',
    ],
    ...[
      '[',
      ']',
      '(',
      ')',
      '![',
      '](',
      '](<',
      '[^1]',
      '\n[^1]: x',
      '[x]: /y "z"',
      '---\n',
      '===\n',
      '<b>',
      '<!--',
      '\\',
      '&amp;',
    ],
    ...[
      '- [ ] ',
      '- [x] ',
      '~~',
      '==',
      '$',
      '\n\n',
      '  \n',
      '|',
      '\n|',
      '<details>',
      '<https://x>',
      'http://x.example/',
      '***',
    ],
  ],
  txt: ['\n', '\n\n', '\t', '  ', '1.', '(a)', '—', '“', '”', '1,000.00', '\f', '\v', '\r\n', '-\n', '​'],
  json: [
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\\u0000',
      '\\ud800',
      'null',
      'true',
      '1e999',
      '-0',
      '01',
      '1.',
      '"a":',
      '{}',
      '[[]]',
    ],
    ...['"":""', '"__proto__":{"a":1}', '12345678901234567890', '1E400', '"\\"', '//', '\n', ' ', '"a":1,"a":2'],
  ],
} as const;

/** The text after some changes at random. It keeps below `most` characters. */
export function mutatedText(text: string, pieces: readonly string[], chance: Chance, most = 200_000): string {
  let result = text;
  for (let changes = 1 + chance.below(8); changes > 0; changes -= 1) result = mutateOnce(result, pieces, chance);
  return result.slice(0, most);
}

function mutateOnce(text: string, pieces: readonly string[], chance: Chance): string {
  const [from, to] = range(text, chance);
  const [before, inside, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  switch (chance.below(10)) {
    case 0:
      return before + after;
    case 1:
      return before + inside + inside + after;
    case 2:
      return before + oneOf(pieces, chance) + inside + oneOf(pieces, chance) + after;
    case 3:
      return before + [...inside].reverse().join('') + after;
    case 4: {
      const place = chance.below(after.length + 1);
      return before + after.slice(0, place) + inside + after.slice(place);
    }
    case 5:
      return before + oneOf(STUMBLES, chance) + after;
    case 6:
      return before + oneOf(pieces, chance).repeat(1 + chance.below(200)) + after;
    case 7:
      return chance.below(4) === 0 ? before : before + inside.toUpperCase() + after;
    case 8:
      return before + String.fromCharCode(chance.below(0x3000)) + inside + after;
    default:
      return before + oneOf(pieces, chance) + after;
  }
}

/** Mostly short ranges: long ones leave little of the text. */
function range(text: string, chance: Chance): readonly [from: number, to: number] {
  const from = chance.below(text.length + 1);
  const most = [1, 8, 60, 400, 4_000][chance.below(5)]!;
  return [from, Math.min(text.length, from + chance.below(most + 1))];
}
