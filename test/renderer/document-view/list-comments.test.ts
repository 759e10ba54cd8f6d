/** How the list of changes names comments and notes, and where it shows them. */
import { expect, test } from 'vitest';
import type { Include } from '../../../shared/api/include.ts';
import { bothSides } from '../../../shared/formats.ts';
import { unitsOf } from '../../../shared/fragment/units.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { placesOf } from '../../../renderer/document-view/change-places.ts';
import { listChanges } from '../../../renderer/document-view/list-changes.ts';
import { bundlesOf } from '../../../renderer/review/change-groups.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { reviewMessages as words } from '../../../renderer/strings/review.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { remarked } from '../../builders/remarked-docx.ts';

async function listed(original: Uint8Array, revised: Uint8Array, include: readonly Include[] = ['comments']) {
  const { html } = await compareFiles({
    formats: bothSides('docx'),
    ...{ original, revised, mode: 'auto', attributeMode: 'semantic', include },
  });
  const blocks = scanFragment(html);
  const changes = listChanges(blocks);
  const { sections, places } = placesOf(blocks);
  const rows = changes.map((change) => {
    const place = places.get(change.id)!;
    const { lead, before, old, new: added, after } = words.row(change, place);
    const texts = [lead, before, old, added, after]
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .join(' | ');
    return [sections[place.section]?.title, change.label, texts];
  });
  return {
    rows,
    bundles: bundlesOf(changes, places, unitsOf(blocks)).map(({ kind, changes: own }) => [kind, own.length]),
  };
}

const CLAUSES = ['# Fees', 'Pay [1:within 30 days].', '# Term', 'It ends [2:soon].', '# End'];
const ONE = { id: 1, text: 'Too long.' };
const TWO = { id: 2, text: 'When?', author: 'A. C.' };

test('a comment that one side has is one row under the heading of its words', async () => {
  const { rows, bundles } = await listed(
    remarked(CLAUSES, [ONE]),
    remarked(CLAUSES.with(3, 'It ends very [2:soon].'), [ONE, TWO, { id: 3, text: 'Next year.', author: 'A. C.' }]),
  );
  expect(rows).toEqual([
    ['Term', undefined, 'It ends | very | soon.'],
    ['Term', undefined, 'Comment by A. C. added | When?'],
    ['Term', undefined, 'Comment by A. C. added | When?'],
  ]);
  expect(bundles).toEqual([['comment', 2]]);
});

test('a deleted comment, a reply and an edit are named', async () => {
  const { rows } = await listed(
    remarked(CLAUSES, [ONE, TWO]),
    remarked(
      ['# Fees', 'Pay [1:within 30 days][3:].', '# Term', 'It ends soon.', '# End'],
      [
        { ...ONE, text: 'Much too long.' },
        { id: 3, text: 'Yes.', answers: 1 },
      ],
    ),
  );
  expect(rows).toEqual([
    ['Fees', undefined, 'Comment by M. B. | Too | Much too | long.'],
    ['Fees', undefined, 'Reply by M. B. added | Yes.'],
    ['Fees', undefined, 'Reply by M. B. added | Yes.'],
    ['Term', undefined, 'Comment by A. C. deleted | When?'],
    ['Term', undefined, 'Comment by A. C. deleted | When?'],
  ]);
});

test('a footnote is named, and is under the heading of its sign', async () => {
  const noted = (text: string): Uint8Array =>
    docx(
      wp(r('Fees'), '<w:outlineLvl w:val="0"/>') +
        wp(r('Pay') + '<w:r><w:footnoteReference w:id="1"/></w:r>') +
        wp(r('Term'), '<w:outlineLvl w:val="0"/>'),
      { footnotes: `<w:footnote w:id="1">${wp(text)}</w:footnote>` },
    );
  const { rows } = await listed(noted('See above.'), noted('See below.'), []);
  expect(rows).toEqual([['Fees', 'Footnote 1', 'See | above | below | .']]);
});
