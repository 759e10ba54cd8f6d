/** Merges the texts of two blocks that are one block, at one place or moved. */
import { textOf, type Run, type TextBlock } from '../../../shared/document/model.ts';
import { editScript, type TextEdit } from '../text/edit-script.ts';
import type { MergeContext } from './merge-context.ts';
import { mergeRuns } from './merge-runs.ts';

/** Runs that note every difference of two texts. */
export function mergeText(a: TextBlock, b: TextBlock, context: MergeContext): Run[] {
  const { vocabulary, wholeBlocks, swapped } = context;
  const script = vocabulary.haveSameText(a, b)
    ? equalScript(b)
    : editScript(vocabulary.tokens(a), vocabulary.tokens(b), vocabulary, {
        whole: wholeBlocks,
        swapped,
        json: a.type === 'code-line' && b.type === 'code-line',
      });
  return mergeRuns(a.runs, b.runs, script, context);
}

/** The edit script of two equal texts. */
function equalScript(block: TextBlock): TextEdit[] {
  const end = textOf(block).length;
  return end === 0 ? [] : [{ equal: true, aStart: 0, aEnd: end, bStart: 0, bEnd: end }];
}
