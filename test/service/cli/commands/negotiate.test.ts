/** `diffsvc negotiate`: its exit codes, its lists, its JSON, and what it refuses. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPrograms } from '../../../../service/pages/programs.ts';
import { DraftChanges } from '../../../../shared/change/negotiation.ts';
import { docx, r, wp } from '../../../builders/docx.ts';
import { odt, op } from '../../../builders/odt.ts';
import { pdf } from '../../../builders/pdf.ts';
import { callDiffsvc, runDiffsvc, type Outcome } from '../run-diffsvc.ts';

const text = (...lines: readonly string[]): string => `# Terms\n\n${lines.join('\n\n')}\n`;
const OURS = text('Fee: 30 days.', 'Term: one year.', 'Notice: in writing.', 'Law: ours.');
const THEIRS = text('Fee: 60 days.', 'Term: two years.', 'Notice: by letter.', 'Law: ours.');
const OURS2 = text('Fee: 60 days.', 'Term: one year.', 'Notice: by courier.', 'Law: ours alone.');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-negotiate-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Draft = string | Uint8Array;

/** Calls the command with three drafts. A draft that is null is not written. */
async function negotiate(
  drafts: readonly (Draft | null)[],
  options: readonly string[] = [],
  ending = '.md',
): Promise<Outcome> {
  const names = drafts.map((draft, at) => {
    const name = `draft${at + 1}${ending}`;
    if (draft !== null) writeFileSync(join(folder, name), draft);
    return name;
  });
  return await callDiffsvc(['negotiate', ...names, ...options], { cwd: folder });
}

it('exits with 1, counts each list, and says each change with its section', async () => {
  const { code, stdout, stderr } = await negotiate([OURS, THEIRS, OURS2]);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout.trimEnd().split('\n')).toEqual([
    'Accepted: 1 change of the second draft.',
    expect.stringMatching(/^ {2}Terms: .*30.*60/u),
    'Changed back: 1 change of the second draft.',
    expect.stringMatching(/^ {2}Terms: .*one year.*two years/u),
    'Changed further: 1 change of the second draft.',
    expect.stringMatching(/^ {2}Terms: .*in writing.*by letter/u),
    'New in the third draft: 1 change.',
    expect.stringMatching(/^ {2}Terms: .*alone/u),
  ]);
});

it('exits with 0 if the third draft is the second one, and with 1 if it is the first one', async () => {
  const kept = await negotiate([OURS, THEIRS, THEIRS]);
  expect([kept.code, kept.stdout.split('\n')[0]]).toEqual([0, 'Accepted: 3 changes of the second draft.']);
  const back = await negotiate([OURS, THEIRS, OURS]);
  expect([back.code, back.stdout]).toEqual([1, expect.stringContaining('Changed back: 3 changes')]);
  const nothing = await negotiate([OURS, OURS, OURS]);
  expect([nothing.code, nothing.stdout]).toEqual([0, expect.stringContaining('Accepted: 0 changes')]);
});

it('prints the lists as JSON, with the same exit codes', async () => {
  const word = (body: string): Draft => docx(wp(r(body)) + wp(r('The same.')));
  const drafts = [word('Pay 30 euro.'), word('Pay 60 euro.'), word('Pay 60 euro now.')];
  const found = await negotiate(drafts, ['--json'], '.docx');
  const lists = JSON.parse(found.stdout);
  expect(Compile(DraftChanges).Errors(lists)).toEqual([]);
  expect(found.code).toBe(1);
  const counts = (of: typeof lists) =>
    [of.accepted, of.changedBack, of.changedFurther, of.added].map((list) => list.length);
  expect(counts(lists)).toEqual([1, 0, 0, 1]);
  expect(lists.accepted[0]).toMatchObject({ type: 'replace', before: { text: '30' }, after: { text: '60' } });
  const same = await negotiate([drafts[0]!, drafts[1]!, drafts[1]!], ['--json'], '.docx');
  expect([same.code, counts(JSON.parse(same.stdout))]).toEqual([0, [1, 0, 0, 0]]);
});

it.skipIf(findPrograms(process.env).office === null)(
  'follows an RTF, an ODT and a DOCX as a comparison reads them',
  async () => {
    const rtf = (body: string): string => `{\\rtf1\\ansi ${body}\\par}`;
    writeFileSync(join(folder, 'ours.rtf'), rtf('Pay 30 euro.'));
    writeFileSync(join(folder, 'theirs.odt'), odt(op('Pay 60 euro.')));
    writeFileSync(join(folder, 'ours2.docx'), docx(wp(r('Pay 60 euro now.'))));
    const { code, stdout, stderr } = await callDiffsvc(['negotiate', 'ours.rtf', 'theirs.odt', 'ours2.docx'], {
      cwd: folder,
    });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout.split('\n').filter((line) => !line.startsWith(' '))).toEqual([
      'Accepted: 1 change of the second draft.',
      'Changed back: 0 changes of the second draft.',
      'Changed further: 0 changes of the second draft.',
      'New in the third draft: 1 change.',
      '',
    ]);
  },
);

/** One paragraph that the second draft writes anew, and of which the third one treats each sentence in another way. */
const PARTS = [
  text('The fee is ten euro. The seller delivers red cars. German law applies to all of it.'),
  text('Payment of thirty dollars is due. Goods of blue colour come soon. French courts decide everything in Paris.'),
  text('Payment of thirty dollars is due. The seller delivers red cars. French courts decide everything in Lyon [A].'),
];

it('tells the parts of a change that the third draft treated differently', async () => {
  const { code, stdout } = await negotiate(PARTS);
  expect(code).toBe(1);
  expect(stdout.trimEnd().split('\n')).toEqual([
    'Accepted: 0 changes and 3 parts of changes of the second draft.',
    '  Terms: Part of a change: Deleted: “The fee is ten euro.”.',
    '  Terms: Part of a change: Deleted: “German law applies to all of it.”.',
    '  Terms: Part of a change: Added: “Payment of thirty dollars is due.”.',
    'Changed back: 0 changes and 2 parts of changes of the second draft.',
    '  Terms: Part of a change: Deleted: “The seller delivers red cars.”.',
    '  Terms: Part of a change: Added: “Goods of blue colour come soon.”.',
    'Changed further: 0 changes and 1 part of changes of the second draft.',
    expect.stringMatching(
      /Part of a change: Added: “French .* in Paris.”; the third draft has “French .* in Lyon \[A\].”\.$/u,
    ),
    'New in the third draft: 0 changes.',
  ]);
  const lists = JSON.parse((await negotiate(PARTS, ['--json'])).stdout);
  expect(Compile(DraftChanges).Errors(lists)).toEqual([]);
  // A program that does not know parts finds each change in the list where it was.
  expect([lists.accepted, lists.changedBack, lists.changedFurther.length]).toEqual([[], [], 2]);
  expect(lists.parts.map(({ changeId }: { changeId: string }) => changeId)).toEqual([
    ...Array<string>(3).fill(lists.changedFurther[0].id),
    ...Array<string>(3).fill(lists.changedFurther[1].id),
  ]);
});

it('says where a link leads and which formatting changed, by what each draft has', async () => {
  const draft = (link: string, body: string): string => text(`See [our site](https://a.example/${link}) for ${body}.`);
  const { stdout } = await negotiate([draft('one', '**more**'), draft('two', 'more'), draft('three', '**more**')]);
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining([
      '  Terms: The formatting of “more” changed: bold removed.',
      '  Terms: The link of “our site” now leads to https://a.example/two; the third draft leads to https://a.example/three.',
      'New in the third draft: 0 changes.',
    ]),
  );
});

it('prints the lists as Markdown, in which no text of a draft is markup', async () => {
  const { code, stdout } = await negotiate(PARTS, ['--markdown']);
  expect(code).toBe(1);
  expect(stdout.split('\n\n').slice(0, 3)).toEqual([
    '# What became of the changes',
    'draft1.md → draft2.md → draft3.md',
    '## Accepted: 0 changes and 3 parts of changes of the second draft',
  ]);
  expect(stdout).toContain('- Terms: Part of a change: Deleted: “The fee is ten euro.”.\n- Terms:');
  expect(stdout).toContain('in Lyon \\[A\\].”.');
  expect(await negotiate(PARTS, ['--markdown', '--json'])).toMatchObject({ code: 2, stdout: '' });
});

it('prints control characters of a draft as words, so that no terminal obeys them', async () => {
  const { code, stdout } = await negotiate([OURS, OURS, `${OURS}\nMore\u009b31m.\n`]);
  expect(code).toBe(1);
  expect(stdout).not.toMatch(/\u009b/u);
});

it('exits with 2 and the reason for what cannot be followed', async () => {
  const page = pdf(['One page.']);
  for (const [drafts, options, ending, reason] of [
    [[OURS, THEIRS, null], [], '.md', /draft3\.md/u],
    [
      [page, page, page],
      [],
      '.pdf',
      /cannot follow changes of pdf; the drafts must be DOCX, DOC, RTF or ODT, or all HTML, Markdown or text/u,
    ],
    [['{"a": 1}', '{"a": 2}', '{"a": 3}'], [], '.json', /cannot follow changes of json/u],
    [[docx(wp(r('One.'))), docx(wp(r('Two.'))), 'no archive'], [], '.docx', /draft3\.docx|[Rr]evised/u],
    [[OURS, THEIRS, OURS2], ['--format', 'spreadsheet'], '.md', /unknown format "spreadsheet"/u],
    [[OURS, THEIRS], [], '.md', /ours2/u],
  ] as const) {
    const { code, stdout, stderr } = await negotiate(drafts, options, ending);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(reason)]);
  }
});

it('exits with 2 for drafts of several formats', () => {
  writeFileSync(join(folder, 'one.docx'), docx(wp(r('One.'))));
  writeFileSync(join(folder, 'two.md'), 'Two.\n');
  const { code, stderr } = runDiffsvc(['negotiate', 'one.docx', 'one.docx', 'two.md'], { cwd: folder });
  expect([code, stderr]).toEqual([2, expect.stringContaining('or all HTML, Markdown or text')]);
});
