/** The links between notes and their signs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hasTarget,
  noteTarget,
  recountNotes,
  selectorOf,
  withNoteSigns,
} from '../../../renderer/document-view/note-signs.ts';
import { Segmenter, sidesOf } from '../../../renderer/document-view/segments.ts';
import { textOf, type Block } from '../../../shared/document/model.ts';
import { notesOf } from '../../../shared/document/notes-of.ts';
import { bothSides } from '../../../shared/formats.ts';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { unitsOf } from '../../../shared/fragment/units.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import { docx, r, wp } from '../../builders/docx.ts';

const noted = (words: string, notes: readonly [id: number, text: string][]): Uint8Array =>
  docx(
    wp(
      words
        .split(/(\d)/u)
        .map((part) => (/^\d$/u.test(part) ? `<w:r><w:footnoteReference w:id="${part}"/></w:r>` : r(part)))
        .join(''),
    ),
    { footnotes: notes.map(([id, text]) => `<w:footnote w:id="${id}">${wp(r(text))}</w:footnote>`).join('') },
  );

test('a sign links to its note with the numbers of both sides, and the note links back', async () => {
  const { html } = await compareFiles({
    formats: bothSides('docx'),
    original: noted('Pay2 now.', [[2, 'In euro.']]),
    revised: noted('The Buyer1 shall pay2 now.', [
      [1, 'Or its heirs.'],
      [2, 'In euro.'],
    ]),
    ...{ mode: 'auto', attributeMode: 'semantic', include: [] },
  });
  const blocks = scanFragment(html);
  const written = writeFragment(withNoteSigns(blocks));
  expect([...written.matchAll(/<a href="([^"]*)">/gu)].map(([, href]) => href)).toEqual([
    '#note:1:footnote::1',
    '#note:2:footnote:1:2',
  ]);
  expect(
    [...written.matchAll(/<a class="image" href="([^"]*)"><img alt="([^"]*)"/gu)].map((each) => each.slice(1)),
  ).toEqual([
    ['#note-sign:1', 'Back from footnote 1'],
    ['#note-sign:2', 'Back from footnote 2'],
  ]);
});

test('the links add nothing to the text, and lead to each other', () => {
  const textsOf = (blocks: readonly Block[]): string[] =>
    blocks.flatMap((block) => (block.kind === 'text' ? [textOf(block)] : []));
  fc.assert(
    fc.property(arbitraryMerged(), (blocks) => {
      const linked = withNoteSigns(blocks);
      expect(textsOf(linked)).toEqual(textsOf(blocks));
      if (notesOf(blocks).length === 0) expect(linked).toBe(blocks);
      expect(writeFragment(scanFragment(writeFragment(linked)))).toBe(writeFragment(linked));
    }),
  );
});

test('an address of a note leads to the note or to its sign, and no other address does', () => {
  expect(noteTarget('#note:12:footnote:3:4')).toEqual({ index: 12, to: 'note' });
  expect(noteTarget('#note-sign:12')).toEqual({ index: 12, to: 'sign' });
  for (const other of ['#note', '#note:x', '#notes:1', 'https://example.org/#note:1', '#note-sign:']) {
    expect(noteTarget(other)).toBeNull();
  }
  expect(selectorOf({ index: 1, to: 'sign' })).toBe('a[href^="#note:1:"]');
  expect(hasTarget([], { index: 1, to: 'note' })).toBe(false);
});

test('the original has its links as well, where its notes have other numbers', async () => {
  const { html } = await compareFiles({
    formats: bothSides('docx'),
    original: noted('Pay2 now.', [[2, 'In euro.']]),
    revised: noted('The Buyer1 shall pay2 now.', [
      [1, 'Or its heirs.'],
      [2, 'In euro.'],
    ]),
    ...{ mode: 'auto', attributeMode: 'semantic', include: [] },
  });
  const segments = new Segmenter().segmentsOf(withNoteSigns(scanFragment(html)));
  const written = writeFragment(segments.flatMap((segment) => sidesOf(segment)[0]));
  expect([...written.matchAll(/href="([^"]*)"/gu)].map(([, href]) => href)).toEqual([
    '#note:2:footnote:1:2',
    '#note-sign:2',
  ]);
});

test('notes are counted anew after decisions: without the first one, the second one is the first', async () => {
  const { html } = await compareFiles({
    formats: bothSides('docx'),
    original: noted('Pay2 now.', [[2, 'In euro.']]),
    revised: noted('The Buyer1 shall pay2 now.', [
      [1, 'Or its heirs.'],
      [2, 'In euro.'],
    ]),
    ...{ mode: 'auto', attributeMode: 'semantic', include: [] },
  });
  const signed = withNoteSigns(scanFragment(html));
  const note = unitsOf(signed).all.find(({ kind }) => kind === 'note')!;
  const hrefs = (blocks: readonly Block[]): string[] =>
    [...writeFragment(recountNotes(blocks)).matchAll(/<a href="([^"]*)">/gu)].map(([, href]) => href!);
  expect(hrefs(signed)).toEqual(['#note:1:footnote::1', '#note:2:footnote:1:2']);
  expect(hrefs(resolveBlocks(signed, { reject: note.changeIds }))).toEqual(['#note:2:footnote:1:1']);
  expect(hrefs(resolveBlocks(signed, { accept: 'all' }))).toEqual(['#note:1:footnote:1:1', '#note:2:footnote:2:2']);
});
