/** Moved paragraphs whose text boxes were edited on the way: the edit is marked inside the box. */
import { describe, expect, test } from 'vitest';
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { textBox } from '../../builders/text-box.ts';
import { judge, LONG, MORE } from './judge.ts';

const MARKS: ReadonlySet<string> = new Set(['w:ins', 'w:del', 'w:moveFrom', 'w:moveTo']);
const others = [
  'The first clause deals with the price of goods and its adjustment every year.',
  'The second clause names the courts that decide disputes between both parties.',
  'A notice under this agreement has to be in writing and signed by both parties.',
].map((text) => wp(text));
const [first, second, third] = others as [string, string, string];

/** The marks inside the text boxes of newer programs, with the mark around each box. */
function marksInBoxes(node: XmlElement, around = '', inBox = false): string[] {
  if (node.name === 'mc:Fallback') return [];
  const kind = MARKS.has(node.name) ? node.name.slice(2) : undefined;
  if (kind !== undefined && inBox) return [`${around}: ${kind} ${wordsIn(node) || '¶'}`];
  return node.children.flatMap((child) =>
    isElement(child) ? marksInBoxes(child, kind ?? around, inBox || node.name === 'w:txbxContent') : [],
  );
}

function wordsIn(node: XmlElement): string {
  return node.children.map((child) => (isElement(child) ? wordsIn(child) : child)).join('');
}

async function boxMarks(original: string, revised: string): Promise<string[]> {
  const { bytes } = await judge(docx(original), docx(revised));
  return marksInBoxes((await openWordPackage(bytes)).document);
}

describe('a text box of a moved paragraph', () => {
  const clause = (text: string, box: string): string => wp(r(text) + textBox(box));

  test('has an edited word as a revision at both ends', async () => {
    const within = (days: string): string => clause(LONG, wp(`Deliver within ${days} days.`));
    const [before, after] = [within('thirty'), within('ninety')];
    const ends = ['del thirty', 'ins ninety'];
    const marks = [...ends.map((mark) => `moveFrom: ${mark}`), ...ends.map((mark) => `moveTo: ${mark}`)];
    expect(await boxMarks(before + others.join(''), first + second + after + third)).toEqual(marks);
    expect(await boxMarks(first + second + before + third, after + others.join(''))).toEqual([
      ...marks.slice(2),
      ...marks.slice(0, 2),
    ]);
  });

  test('has an added and a deleted paragraph as revisions', async () => {
    const [delivery, notice] = [wp('Deliver within thirty days.'), wp('Notice is given in writing.')] as const;
    const marks = await boxMarks(
      clause(LONG, delivery + notice) + others.join(''),
      first + second + clause(LONG, notice + wp('Sign here.')) + third,
    );
    const ends = ['del ¶', 'del Deliver within thirty days.', 'ins ¶', 'ins Sign here.'];
    expect(marks.filter((mark) => mark.startsWith('moveFrom'))).toEqual(ends.map((mark) => `moveFrom: ${mark}`));
    expect(marks.filter((mark) => mark.startsWith('moveTo'))).toEqual(ends.map((mark) => `moveTo: ${mark}`));
  });

  test('has none if only the text around it was edited', async () => {
    const box = wp('Deliver within thirty days.');
    const [before, after] = [clause(LONG, box), clause(LONG.replace('Online', 'Offline'), box)];
    expect(await boxMarks(before + others.join(''), first + second + after + third)).toEqual([]);
  });

  test('stays a part of its own where two paragraphs moved together', async () => {
    const pair = (days: string): string => clause(LONG, wp(`Deliver within ${days} days.`)) + wp(MORE);
    const marks = await boxMarks(pair('thirty') + others.join(''), first + second + pair('ninety') + third);
    expect(marks).toEqual(['moveFrom: del thirty', 'moveFrom: ins ninety', 'moveTo: del thirty', 'moveTo: ins ninety']);
  });
});
