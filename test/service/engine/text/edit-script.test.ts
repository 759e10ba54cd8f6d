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

/** The script as text: `[-deleted-]{+inserted+}`. */
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
    ['a word', 'a red house', 'a blue house', 'a [-red-]{+blue+} house'],
    [
      'a text that was added to, together, though its end comes again later',
      'Each invoice is due within 30 days.',
      'Each invoice is due within 45 days. Interest accrues after ten days, while it is unpaid.',
      'Each invoice is due within [-30-]{+45+} days.{+ Interest accrues after ten days, while it is unpaid.+}',
    ],
    ['an inserted word with its space', 'a house', 'a red house', 'a {+red +}house'],
    ['a deleted end', 'one two three', 'one two', 'one two[- three-]'],
    ['name and value of a member apart', '"fee": "^10"', '"cost": "^12"', '"[-fee-]{+cost+}": "^[-10-]{+12+}"'],
    [
      'a sentence at the end of a text',
      'One two. Six.',
      'A one two. Six. Seven.',
      '[-One-]{+A one+} two. Six.{+ Seven.+}',
    ],
    ['a quoted word with both its marks', "'a', 'b'.", "'a', 'b', 'c d'.", "'a', 'b'{+, 'c d'+}."],
    ['a number whole', 'pay 1,000.50 now', 'pay 1,000.75 now', 'pay [-1,000.50-]{+1,000.75+} now'],
    [
      'a word between two changes of which one grew by another such word',
      'the long red house we may see there',
      'the tiny little old red shed that has a door, which may lead there',
      'the [-long red house we may see-]{+tiny little old red shed that has a door, which may lead+} there',
    ],
    [
      'a short word between two changes',
      'the big of red car',
      'the small of blue car',
      'the [-big of red-]{+small of blue+} car',
    ],
    [
      'a word of two letters of Chinese for itself',
      '合同支付费用。',
      '协议支付款项。',
      '[-合同-]{+协议+}支付[-费用-]{+款项+}。',
    ],
    [
      'a word of one letter of Chinese with its neighbours',
      '合同的费用。',
      '协议的款项。',
      '[-合同的费用-]{+协议的款项+}。',
    ],
    [
      'a word of two syllables of Korean for itself',
      '이 계약은 서울 또는 부산 법원이 관할한다.',
      '이 계약은 대전 또는 광주 법원이 관할한다.',
      '이 계약은 [-서울-]{+대전+} 또는 [-부산-]{+광주+} 법원이 관할한다.',
    ],
    [
      'a word of one syllable of Korean with its neighbours',
      '임대료 및 관리비를 낸다.',
      '보증금 및 수선비를 낸다.',
      '[-임대료 및 관리비를-]{+보증금 및 수선비를+} 낸다.',
    ],
    [
      'two words of two syllables of Korean for themselves',
      '임대인과그보증인은 계약 금액 지급일자와방법을 정한다.',
      '임차인과그대리인은 계약 금액 정산일자와장소를 정한다.',
      '[-임대인과그보증인은-]{+임차인과그대리인은+} 계약 금액 [-지급일자와방법을-]{+정산일자와장소를+} 정한다.',
    ],
    ['a number with its unit in Korean for itself', '매년 3월 초', '매달 3월 말', '[-매년-]{+매달+} 3월 [-초-]{+말+}'],
    ['a word of two syllables of Amharic for itself', 'የኪራይ ውል ዓመት', 'የሽያጭ ውል ወር', '[-የኪራይ-]{+የሽያጭ+} ውል [-ዓመት-]{+ወር+}'],
    [
      'two kana of Japanese for themselves',
      '貸主から請求する。',
      '借主から返済する。',
      '[-貸主-]{+借主+}から[-請求-]{+返済+}する。',
    ],
    [
      'words of two and three letters of Thai for themselves',
      'ผู้เช่ามีตาสีดำ',
      'ผู้ให้มีตาสีแดง',
      'ผู้[-เช่า-]{+ให้+}มีตาสี[-ดำ-]{+แดง+}',
    ],
    [
      'an inserted sentence from its beginning',
      'One two. Five six.',
      'One two. Three two. Five six.',
      'One two. {+Three two. +}Five six.',
    ],
    ['white space alone', 'a  b', 'a b', 'a [- -]b'],
    ['a short word between two changes of white space', '|EE  |', '| EE |', '|[-EE -]{+ EE+} |'],
    ['no longer word between changes of white space', '|one  |', '| one |', '|{+ +}one [- -]|'],
    [
      'a short word between a word and white space',
      'red of\nnew house',
      'blue of new house',
      '[-red of\n-]{+blue of +}new house',
    ],
    [
      'the least text, not the fewest tokens',
      'work done on public domain items is free',
      'work done on items that are in the public domain is free',
      'work done on {+items that are in the +}public domain [-items -]is free',
    ],
    [
      'a rewritten text but for half a sentence that stays',
      'Over two or more lines the indicator can be split between them, and then the whole link is a single control.',
      'Browsers differ, as each of them wraps every part of a link by itself or not. The indicator can be split. With borders the indicator can be split between them when enough thickness makes up for the side that is missing. It passes or fails as though there were several controls in one place, which nobody expects of any browser today.',
      '[-Over two or more lines-]{+Browsers differ, as each of them wraps every part of a link by itself or not. The indicator can be split. With borders+} the indicator can be split between them[-, and then the whole link is a single control-]{+ when enough thickness makes up for the side that is missing. It passes or fails as though there were several controls in one place, which nobody expects of any browser today+}.',
    ],
    [
      'a rewritten text whole',
      'alpha beta gamma delta to epsilon zeta',
      'one two three to four five six seven eight',
      '[-alpha beta gamma delta to epsilon zeta-]{+one two three to four five six seven eight+}',
    ],
  ])('changes %s', (_, a, b, expected) => {
    expect(shown(a, b)).toBe(expected);
  });

  it('takes a short word that begins a line with the change behind it, not one that ends a line', () => {
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
