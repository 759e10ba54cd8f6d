/** Random damage to the bytes of a file, and to the objects of a PDF. */
import { oneOf, type Chance } from '../mutations/mutation.ts';

const PDF_PIECES = [
  ...[
    'obj',
    'endobj',
    'stream\n',
    'endstream',
    'xref',
    'trailer',
    'startxref',
    '%%EOF',
    '<<',
    '>>',
    '[',
    ']',
    'null',
    'R',
  ],
  ...[
    '0 0 R',
    '4 0 R',
    '5 0 R',
    '99999 0 R',
    '-1',
    '1e999',
    '99999999999',
    '/Length 0',
    '/Length 999999',
    '/Parent 3 0 R',
  ],
  ...['/Kids [2 0 R]', '/Count -1', '/Count 100000', '/MediaBox [0 0 0 0]', '/MediaBox [0 0 1e9 1e9]', '/Rotate 45'],
  ...[
    '/Filter /FlateDecode',
    '/Filter /LZWDecode',
    '/Filter [/ASCIIHexDecode /FlateDecode]',
    '/Encrypt 5 0 R',
    '/Type /Page',
  ],
  ...[
    '/Subtype /Form',
    '/Contents 5 0 R',
    '/Contents [5 0 R 5 0 R]',
    '/StructTreeRoot 4 0 R',
    '/ToUnicode 5 0 R',
    '(',
    ')',
  ],
  ...[
    'BT',
    'ET',
    '/F1 0 Tf',
    '/F1 1e9 Tf',
    'q '.repeat(300),
    'Q',
    '/X0 Do',
    '0 0 0 0 0 0 cm',
    '1e38 0 0 1e38 0 0 cm',
    '[(a) 1e9 (b)] TJ',
  ],
];

/** The bytes after some changes at random. With `isPdf`, some changes are to the words of its objects. */
export function mutatedBytes(bytes: Uint8Array, chance: Chance, isPdf: boolean): Uint8Array {
  let result = Buffer.from(bytes);
  for (let changes = 1 + chance.below(10); changes > 0; changes -= 1)
    result = isPdf && chance.below(2) === 0 ? mutateWord(result, chance) : mutateRange(result, chance);
  return result;
}

function mutateRange(bytes: Buffer, chance: Chance): Buffer<ArrayBuffer> {
  const from = chance.below(bytes.length + 1);
  const to = Math.min(bytes.length, from + chance.below([2, 16, 256, 5_000][chance.below(4)]!));
  const [before, inside, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
  switch (chance.below(5)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, inside, inside, after]);
    case 2:
      return Buffer.concat([before, Buffer.from(inside.map(() => chance.below(256))), after]);
    case 3:
      return Buffer.from(chance.below(5) === 0 ? before : bytes);
    default: {
      const copy = Buffer.from(bytes);
      if (copy.length > 0) copy[chance.below(copy.length)]! ^= 1 << chance.below(8);
      return copy;
    }
  }
}

/** Exchanges a number, a name or an operator for another one, or puts one in between. */
function mutateWord(bytes: Buffer, chance: Chance): Buffer<ArrayBuffer> {
  const text = bytes.toString('latin1');
  const words = [...text.slice(0, 2_000_000).matchAll(/\/?[\w.+-]+/g)];
  if (words.length === 0) return Buffer.from(bytes);
  const { 0: word, index } = words[chance.below(words.length)]!;
  const other = chance.below(3) === 0 ? words[chance.below(words.length)]![0] : oneOf(PDF_PIECES, chance);
  const end = chance.below(4) === 0 ? index : index + word.length;
  return Buffer.from(`${text.slice(0, index)}${other}${text.slice(end)}`, 'latin1');
}
