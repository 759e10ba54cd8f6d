import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignPrint } from '../../../../service/pipeline/page-marks/align-print.ts';

/** The printed text of a part of the document, letter by letter; "·" without a place. Spaces never have one. */
function printedAt(document: string, printed: string, part: string): string {
  const places = alignPrint(document, printed);
  const start = document.indexOf(part);
  const at = (place: number, index: number): string => (part[index] === ' ' ? ' ' : place < 0 ? '·' : printed[place]!);
  return Array.from(places.subarray(start, start + part.length), at).join('');
}

describe('alignPrint', () => {
  it('joins a word that a line end divides', () => {
    expect(printedAt('under this agreement in full', 'under this agree-\nment in full', 'agreement')).toBe('agreement');
  });

  it('keeps a hyphen that belongs to the word', () => {
    expect(printedAt('a long-term plan', 'a long-\nterm plan', 'long-term')).toBe('long-term');
  });

  it('finds the letters of a ligature', () => {
    expect(printedAt('the office opens daily', 'the oﬃce opens daily', 'office')).toBe('oﬃﬃﬃce');
  });

  it('takes printed capitals, curled quotes and long dashes for the typed ones', () => {
    expect(printedAt(`the party's NAME - here`, 'the party’s Name — here', `party's NAME -`)).toBe('party’s Name —');
  });

  it('takes a printed bullet for the one that a symbol font has', () => {
    expect(printedAt('\uf0b7 A report must be sent', '• A report must be sent', '\uf0b7')).toBe('•');
  });

  it('passes over labels, headers and page numbers between the words', () => {
    const printed = 'Supply Agreement\n1.1 The Seller shall\nPage 3 of 4\n(a) deliver the goods\n';
    expect(printedAt('The Seller shall\ndeliver the goods', printed, 'deliver the goods')).toBe('deliver the goods');
  });

  it('finds text that is printed elsewhere, such as a box', () => {
    const document = 'A notice in a box of its own\nThe body of the letter goes on';
    const printed = 'The body of the letter goes on\nA notice in a box of its own';
    expect(printedAt(document, printed, 'A notice in a box')).toBe('A notice in a box');
  });

  it('finds a short line that is printed elsewhere as a whole', () => {
    const document = 'The body goes on\n5\nMy page\nMy footer';
    const printed = 'My page\nThe body goes on\nMy footer\n5';
    expect(printedAt(document, printed, 'My page')).toBe('My page');
    expect(printedAt('a\nThis is a test!\nThis is too', 'This is too\nb\nThis is a test!', 'is a test!')).toBe(
      'is a test!',
    );
  });

  it('finds Arabic words that strokes stretch, letter by letter', () => {
    const [word, stretched] = [
      '\u0627\u0644\u062a\u0631\u062f\u062f',
      '\u0627\u0644\u0640\u062a\u0631\u0640\u062f\u062f',
    ];
    expect(printedAt(`112 ${word} 960`, `112 ${stretched} 960`, word)).toBe(word);
    // The document may have a stroke elsewhere.
    const typed = `${word.slice(0, 4)}\u0640\u0640${word.slice(4)}`;
    const places = alignPrint(`112 ${typed} 960`, `112 ${stretched} 960`);
    [...typed].forEach((letter, at) => {
      if (letter !== '\u0640') expect(`112 ${stretched} 960`[places[4 + at]!]).toBe(letter);
    });
  });

  it('keeps the full stop of a note that is printed before the text after it', () => {
    const document = 'A fee is due.\nThe body of the letter goes on.\nThis is a test.';
    const printed = 'A fee is due.\nThis is a test.\nThe body of the letter goes on.';
    const places = alignPrint(document, printed);
    expect(places.at(-1)).toBe(printed.indexOf('test.') + 4);
    expect(places[document.indexOf('goes on.') + 7]).toBe(printed.length - 1);
  });

  it('gives no place to a word that is not printed', () => {
    expect(printedAt('pay the secret fee now', 'pay the fee now', 'secret')).toBe('······');
  });

  it('places every letter of a text that is printed with other line ends', () => {
    const word = fc.stringMatching(/^[a-zé0-9]{1,9}[,.]?$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 80 }), fc.integer({ min: 2, max: 30 }), (words, every) => {
        const document = words.join(' ');
        const printed = words.map((each, at) => each + (at % every === every - 1 ? '\n' : ' ')).join('');
        const places = alignPrint(document, printed);
        for (let at = 0; at < document.length; at++)
          if (document[at] !== ' ') expect(printed[places[at]!]).toBe(document[at]);
      }),
    );
  });

  it('never places a letter on another one', () => {
    const words = fc.array(fc.constantFrom('fee', 'rent', 'the', 'is', 'due', 'a', '12', '.', 'seller'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(words, words, (own, theirs) => {
        const [document, printed] = [own.join(' '), theirs.join(' ')];
        alignPrint(document, printed).forEach((place, at) => {
          if (place >= 0 && document[at] !== ' ') expect(printed[place]).toBe(document[at]);
        });
      }),
    );
  });
});
