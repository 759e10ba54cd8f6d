import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editScript } from '../../../../service/engine/text/edit-script.ts';
import { Vocabulary } from '../../../../service/engine/tokens/vocabulary.ts';
import type { TextBlock } from '../../../../shared/document/model.ts';
import { TOP } from '../../../../shared/document/path.ts';

const block = (text: string): TextBlock => ({
  kind: 'text',
  type: 'pre',
  path: TOP,
  attributes: {},
  runs: text === '' ? [] : [{ text, marks: 0, href: null }],
});

/** The script as text: `[-deleted-]{+inserted+}`. More cases are in `test/fixtures/text-comparison`. */
function shown(a: string, b: string, { whole = false, joined = false } = {}): string {
  const vocabulary = new Vocabulary();
  const options = { whole, swapped: false, joined };
  return editScript(vocabulary.tokens(block(a)), vocabulary.tokens(block(b)), vocabulary, options)
    .map((edit) => {
      if (edit.equal) return a.slice(edit.aStart, edit.aEnd);
      const deleted = a.slice(edit.aStart, edit.aEnd);
      const inserted = b.slice(edit.bStart, edit.bEnd);
      return (deleted && `[-${deleted}-]`) + (inserted && `{+${inserted}+}`);
    })
    .join('');
}

describe('editScript', () => {
  it.each([
    ['name and value of a member apart', '"fee": "^10"', '"cost": "^12"', '"[-fee-]{+cost+}": "^[-10-]{+12+}"'],
    [
      'two words of two syllables of Korean for themselves',
      '임대인과그보증인은 계약 금액 지급일자와방법을 정한다.',
      '임차인과그대리인은 계약 금액 정산일자와장소를 정한다.',
      '[-임대인과그보증인은-]{+임차인과그대리인은+} 계약 금액 [-지급일자와방법을-]{+정산일자와장소를+} 정한다.',
    ],
    ['a short word between two changes of white space', '|EE  |', '| EE |', '|[-EE -]{+ EE+} |'],
    ['no longer word between changes of white space', '|one  |', '| one |', '|{+ +}one [- -]|'],
    [
      'a short word between a word and white space',
      'red of\nnew house',
      'blue of new house',
      '[-red of\n-]{+blue of +}new house',
    ],
    [
      'a rewritten text but for half a sentence that stays',
      'Over two or more lines the indicator can be split between them, and then the whole link is a single control.',
      'Browsers differ, as each of them wraps every part of a link by itself or not. The indicator can be split. With borders the indicator can be split between them when enough thickness makes up for the side that is missing. It passes or fails as though there were several controls in one place, which nobody expects of any browser today.',
      '[-Over two or more lines-]{+Browsers differ, as each of them wraps every part of a link by itself or not. The indicator can be split. With borders+} the indicator can be split between them[-, and then the whole link is a single control-]{+ when enough thickness makes up for the side that is missing. It passes or fails as though there were several controls in one place, which nobody expects of any browser today+}.',
    ],
  ])('changes %s', (_, a, b, expected) => {
    expect(shown(a, b)).toBe(expected);
  });

  it('absorbs a short word at the start of a line into the change after it, but not at the end', () => {
    expect(shown('One\nof trees', 'One of the trees', { joined: true })).toBe('One[-\nof-]{+ of the+} trees');
    expect(shown('One\nhas a tree', 'One\nhad a\ntree', { joined: true })).toBe('One\n[-has-]{+had+} a[- -]{+\n+}tree');
  });

  it('replaces the whole text in block mode', () => {
    expect(shown('a red house', 'a blue house', { whole: true })).toBe('[-a red house-]{+a blue house+}');
    expect(shown('same', 'same', { whole: true })).toBe('same');
  });

  it('rebuilds both texts, and equal stretches are equal', () => {
    const words = fc.array(fc.constantFrom('a', 'of', 'word', 'other', ',', '.', ' ', '  ', '\n', '10', '👍', 'é'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(words, words, fc.boolean(), fc.boolean(), (x, y, whole, swapped) => {
        const [a, b] = [x.join(''), y.join('')];
        const vocabulary = new Vocabulary();
        let [aAt, bAt] = [0, 0];
        let equalBefore: boolean | null = null;
        for (const edit of editScript(vocabulary.tokens(block(a)), vocabulary.tokens(block(b)), vocabulary, {
          whole,
          swapped,
        })) {
          expect([edit.aStart, edit.bStart]).toEqual([aAt, bAt]);
          expect(edit.equal).not.toBe(equalBefore);
          if (edit.equal) expect(a.slice(edit.aStart, edit.aEnd)).toBe(b.slice(edit.bStart, edit.bEnd));
          else expect(edit.aEnd > edit.aStart || edit.bEnd > edit.bStart).toBe(true);
          [aAt, bAt, equalBefore] = [edit.aEnd, edit.bEnd, edit.equal];
        }
        expect([aAt, bAt]).toEqual([a.length, b.length]);
      }),
    );
  });
});
