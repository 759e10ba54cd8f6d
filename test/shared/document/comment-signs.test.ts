import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withCommentSigns } from '../../../shared/document/comment-signs.ts';
import { commentsOf } from '../../../shared/document/comments-of.ts';
import { textOf, type Block } from '../../../shared/document/model.ts';
import { bothSides } from '../../../shared/formats.ts';
import { resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import { remarked } from '../../builders/remarked-docx.ts';

const SIGN = '<a class="image" href="[1]"><img alt="Comment 1" data-src="[1]"></a>';

const textsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => (block.kind === 'text' ? [textOf(block)] : []));

test('a sign has no part in the text, and signs are written as any picture is', () => {
  fc.assert(
    fc.property(arbitraryMerged(), (blocks) => {
      const signed = withCommentSigns(blocks);
      const firsts = new Set(commentsOf(blocks).map(({ from }) => from));
      const others = (all: readonly Block[]): readonly Block[] => all.filter((_, at) => !firsts.has(at));
      expect(textsOf(others(signed))).toEqual(textsOf(others(blocks)));
      expect(writeFragment(scanFragment(writeFragment(signed)))).toBe(writeFragment(signed));
      if (commentsOf(blocks).length === 0) expect(signed).toBe(blocks);
    }),
  );
});

test('the sign of a new comment is after its words, and comes and goes with the comment', async () => {
  const clauses = ['Pay [1:within 30 days] of receipt.'];
  const { html } = await compareFiles({
    formats: bothSides('docx'),
    ...{ original: remarked(clauses, []), revised: remarked(clauses, [{ id: 1, text: 'Too long.' }]) },
    ...{ mode: 'auto', attributeMode: 'semantic', include: ['comments'] },
  });
  const signed = withCommentSigns(scanFragment(html));
  expect(writeFragment(signed)).toContain(
    `<p>Pay within 30 days<ins data-change-id="chg_000001">${SIGN}</ins> of receipt.</p>`,
  );
  expect(textsOf(signed)).toContain('M. B. · 1 Mar 2026, 10:00');
  const [accepted, rejected] = [resolveBlocks(signed, { accept: 'all' }), resolveBlocks(signed, { reject: 'all' })];
  expect(writeFragment(accepted)).toContain(`<p>Pay within 30 days${SIGN} of receipt.</p>`);
  expect(writeFragment(rejected)).toBe('<div class="diffsvc"><p>Pay within 30 days of receipt.</p></div>');
});
