/** The judge of tracked files finds each fault that is put into a file by hand, and none in the file itself. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { docx, r, wp } from '../../builders/docx.ts';
import { tracked } from '../../builders/tracked-docx.ts';
import { breachesOf, hiddenEdits } from './judge-redline.ts';

const SIGNATURE = { author: 'A', at: new Date('2026-01-31T00:00:00Z') };
const field = (code: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const CLAUSE = (days: number): string =>
  wp(r(`The supplier delivers the goods to the customer within ${days} days of the order and bears all costs of it.`));
const OTHERS =
  wp(r('The customer inspects the goods without delay and gives notice of each defect in writing within a week.')) +
  wp(r('Payment is due on receipt of the invoice, without any deduction, to the account that the invoice names.'));
const REST = (word: string): string =>
  wp(`<w:bookmarkStart w:id="1" w:name="place"/>${r('The place of payment.')}<w:bookmarkEnd w:id="1"/>`) +
  wp(`${r(`A ${word} link to `)}<w:hyperlink r:id="rIdL">${r('the page')}</w:hyperlink>${r('.')}`) +
  wp(`${r(`The ${word} reference to `)}${field('REF place \\h', 'payment')}${r('.')}`);
const PARTS = { links: { rIdL: 'https://example.com/a' } };
const ORIGINAL = docx(CLAUSE(30) + OTHERS + REST('first'), PARTS);
const REVISED = docx(OTHERS + CLAUSE(90) + REST('second'), PARTS);

/** The tracked file with another text in one part. */
async function withFault(part: string, from: string | RegExp, to: string): Promise<string[]> {
  const redline = await tracked(ORIGINAL, REVISED, SIGNATURE);
  const files = unzipSync(redline.bytes);
  const before = strFromU8(files[part]!);
  const after = before.replace(from, to);
  if (from !== '') expect(after).not.toBe(before);
  return breachesOf(ORIGINAL, REVISED, { ...redline, bytes: zipSync({ ...files, [part]: strToU8(after) }) });
}

const BODY = 'word/document.xml';

describe('the judge of tracked files', () => {
  test('finds nothing in the file itself', async () => {
    expect(await withFault(BODY, '', '')).toEqual([]);
  });

  test.each([
    ['a link to another page', 'word/_rels/document.xml.rels', 'example.com/a', 'example.com/b', /^strict reject body/],
    ['a lost bookmark', BODY, 'w:name="place"', 'w:name="other"', /^references rejected: 1 lead nowhere instead of 0/],
    ['another result of a field', BODY, '>payment<', '>delivery<', /^strict reject body/],
    ['another code of a field', BODY, 'REF place', 'PAGEREF place', /^strict reject body/],
    ['a lost edit of a move', BODY, /<w:ins [^>]*><w:r><w:t[^>]*>90<\/w:t><\/w:r><\/w:ins>/, '', /^strict accept body/],
    ['one end of a move', BODY, /<w:moveToRangeStart [^>]*>/, '', /a range of a move ends that never began/],
  ])('finds %s', async (_, part, from, to, fault) => {
    expect(await withFault(part, from, to)).toContainEqual(expect.stringMatching(fault));
  });

  test('finds an edit that a move hides, although both readings are right', async () => {
    expect(await hiddenEdits(await withHiddenEdit())).toEqual(['a move whose text has another wording at each end']);
    expect(await hiddenEdits((await tracked(ORIGINAL, REVISED, SIGNATURE)).bytes)).toEqual([]);
  });
});

/** A file in which the edited words are a part of the move at both ends. */
async function withHiddenEdit(): Promise<Uint8Array> {
  const redline = await tracked(ORIGINAL, REVISED, SIGNATURE);
  const files = unzipSync(redline.bytes);
  const hidden = strFromU8(files[BODY]!)
    .replace(
      /<w:del ([^>]*)>(<w:r><w:delText[^>]*>30<\/w:delText><\/w:r>)<\/w:del>/,
      (_, mark: string, run: string) => `<w:moveFrom ${mark}>${run.replaceAll('delText', 't')}</w:moveFrom>`,
    )
    .replace(/<w:ins ([^>]*)>(<w:r><w:t[^>]*>90<\/w:t><\/w:r>)<\/w:ins>/, '<w:moveTo $1>$2</w:moveTo>');
  return zipSync({ ...files, [BODY]: strToU8(hidden) });
}
