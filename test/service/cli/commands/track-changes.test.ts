import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWordPackage } from '../../../../service/ooxml/package.ts';
import { isElement, type XmlElement } from '../../../../service/ooxml/xml-tree.ts';
import { docx, r, wp } from '../../../builders/docx.ts';
import { textsOf } from '../../../oracle/redline/judge-redline.ts';
import { callDiffsvc, type Outcome } from '../run-diffsvc.ts';

/** Author and date of every insertion and deletion. */
function signaturesIn(node: XmlElement): string[] {
  const own = node.name === 'w:ins' || node.name === 'w:del';
  const { attributes } = node;
  return [
    ...(own ? [`${attributes.get('w:author')} ${attributes.get('w:date')}`] : []),
    ...node.children.flatMap((child) => (isElement(child) ? signaturesIn(child) : [])),
  ];
}

let folder: string;
const run = (args: readonly string[]): Promise<Outcome> => callDiffsvc(args, { cwd: folder });
const path = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-track-'));
  writeFileSync(path('a.docx'), docx(wp('The fee is 5 euro.')));
  writeFileSync(path('b.docx'), docx(wp('The fee is 6 euro.')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('diffsvc compare of two DOCX files', () => {
  test('writes tracked revisions with their author and date', async () => {
    const args = [
      'compare',
      path('a.docx'),
      path('b.docx'),
      '-o',
      path('out.docx'),
      '--author',
      'Ann',
      '--date',
      '2026-01-31',
    ];
    expect(await run(args)).toMatchObject({ code: 1, stdout: '' });
    const bytes = readFileSync(path('out.docx'));
    expect((await textsOf(bytes, 'accepted')).body).toEqual(['The fee is 6 euro.']);
    expect((await textsOf(bytes, 'rejected')).body).toEqual(['The fee is 5 euro.']);
    const again = await run(args.with(4, path('again.docx')));
    expect(again.code).toBe(1);
    expect(readFileSync(path('again.docx')).equals(bytes)).toBe(true);
  });

  test('keeps the revisions of both files with --revisions keep', async () => {
    const mark = (author: string, text: string): string =>
      `<w:ins w:id="1" w:author="${author}" w:date="2026-01-02T03:04:05Z">${r(text)}</w:ins>`;
    writeFileSync(path('sent.docx'), docx(wp(r('The fee is ') + mark('Ann', 'about ') + r('5 euro.'))));
    writeFileSync(
      path('back.docx'),
      docx(wp(r('The fee is ') + mark('Ann', 'about ') + r('6 euro.') + mark('Bob', ' Yes.'))),
    );
    const args = ['compare', path('sent.docx'), path('back.docx'), '-o', path('kept.docx'), '--date', '2026-01-31'];
    expect(await run([...args, '--revisions', 'keep'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.any(String),
    });
    const { document } = await openWordPackage(readFileSync(path('kept.docx')));
    const [ours, bobs] = ['diffsvc 2026-01-31T00:00:00Z', 'Bob 2026-01-02T03:04:05Z'];
    expect(new Set(signaturesIn(document))).toEqual(new Set(['Ann 2026-01-02T03:04:05Z', ours, bobs]));
    expect(await run([...args, '--revisions', 'drop'])).toMatchObject({ code: 2 });
  });

  test('counts the revisions that it wrote in --json', async () => {
    const args = ['compare', path('a.docx'), path('b.docx'), '--json', '-o', path('counted.docx')];
    expect(JSON.parse((await run(args)).stdout)).toMatchObject({
      format: 'docx',
      revisions: { insertions: 1, deletions: 1, moves: 0, formatChanges: 0 },
      degradedBlocks: 0,
      revisionWarnings: [],
    });
  });

  test.each([
    ['txt', 'One line stays.\n\nThe fee is 5 euro.\n', 'One line stays.\n\nThe fee is 6 euro.\n'],
    [
      'md',
      '# Terms\n\nOne line stays.\n\nThe fee is *5* euro.\n',
      '# Terms\n\nOne line stays.\n\nThe fee is *6* euro.\n',
    ],
    ['html', '<p>One line stays.</p><p>The fee is 5 euro.</p>', '<p>One line stays.</p><p>The fee is 6 euro.</p>'],
  ])('makes a new document with tracked revisions of two %s files', async (format, before, after) => {
    writeFileSync(path(`a.${format}`), before);
    writeFileSync(path(`b.${format}`), after);
    const args = [
      'compare',
      `a.${format}`,
      `b.${format}`,
      '-o',
      'text.docx',
      '--author',
      'Ann',
      '--date',
      '2026-01-31',
    ];
    expect(await run(args)).toMatchObject({ code: 1, stdout: '', stderr: '' });
    const bytes = readFileSync(path('text.docx'));
    const heading = format === 'md' ? ['Terms'] : [];
    expect((await textsOf(bytes, 'accepted')).body).toEqual([...heading, 'One line stays.', 'The fee is 6 euro.']);
    expect((await textsOf(bytes, 'rejected')).body).toEqual([...heading, 'One line stays.', 'The fee is 5 euro.']);
    const { document } = await openWordPackage(bytes);
    expect(signaturesIn(document)).toEqual([...Array<string>(2).fill('Ann 2026-01-31T00:00:00Z')]);
    expect((await run(args.with(4, 'again.docx'))).code).toBe(1);
    expect(readFileSync(path('again.docx')).equals(bytes)).toBe(true);
    expect(JSON.parse((await run([...args, '--json'])).stdout)).toMatchObject({
      revisions: { insertions: 1, deletions: 1 },
    });
    expect((await run(['compare', `a.${format}`, `a.${format}`, '-o', 'same.docx'])).code).toBe(0);
  });

  test('makes no document of JSON', async () => {
    writeFileSync(path('a.json'), '{"fee": 5}');
    writeFileSync(path('b.json'), '{"fee": 6}');
    const { code, stderr } = await run(['compare', 'a.json', 'b.json', '-o', 'json.docx']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^diffsvc: cannot write \.docx of a comparison of json; [^\n]+\n$/u);
  });

  test('refuses what it cannot do, in one line', async () => {
    writeFileSync(path('no.docx'), 'no document');
    for (const args of [
      ['compare', path('a.docx'), path('no.docx')],
      ['compare', path('a.docx'), path('b.docx'), '-o', path('out.doc')],
      ['compare', path('a.docx'), path('b.docx'), '--date', 'yesterday'],
      ['compare', path('a.docx'), path('b.docx'), '--date', '2026-02-30'],
      ['accept', path('no.docx'), '-o', path('out.docx')],
      ['reject', path('a.docx')],
    ]) {
      const { code, stderr } = await run(args);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^diffsvc: [^\n]+\n$/u);
    }
  });
});

test('diffsvc accept and reject take a tracked DOCX apart', async () => {
  await run(['compare', path('a.docx'), path('b.docx'), '-o', path('out.docx')]);
  for (const [decision, text] of [
    ['accept', 'The fee is 6 euro.'],
    ['reject', 'The fee is 5 euro.'],
  ] as const) {
    expect(await run([decision, path('out.docx'), '-o', path('decided.docx')])).toMatchObject({ code: 0 });
    const bytes = readFileSync(path('decided.docx'));
    for (const reading of ['accepted', 'rejected'] as const)
      expect((await textsOf(bytes, reading)).body).toEqual([text]);
  }
});
