import type { Block } from '../../../../shared/document/model.ts';
import { pathOf, type StoryKind } from '../../../../shared/document/path.ts';
import { InlineContent } from '../../html/inline-content.ts';
import type { RunningText } from '../across-sides/running-texts.ts';
import { countDirections } from '../lines/bidi.ts';
import type { Assembled } from './assemble-document.ts';

/** Each running header as a story, then each footer. Several of one kind name the page of their first occurrence. */
export function assembleStories(texts: readonly RunningText[]): Assembled {
  const blocks: Block[] = [];
  const pageOfBlock: number[] = [];
  for (const [kind, story] of STORIES) {
    const own = texts.filter((text) => text.kind === kind);
    for (const {
      text,
      pages: [page = 1],
    } of own) {
      const content = new InlineContent();
      content.addText(text, 0, null);
      const runs = content.takeRuns(false);
      if (runs.length === 0) continue;
      const { left, right } = countDirections(text);
      const path = pathOf([{ kind: story, starts: true, ...(own.length > 1 && { value: page }) }]);
      blocks.push({ kind: 'text', type: 'p', attributes: right > left ? { dir: 'rtl' } : {}, runs, path });
      pageOfBlock.push(page);
    }
  }
  return { blocks, pages: pageOfBlock, lines: blocks.map(() => []) };
}

const STORIES: readonly (readonly [RunningText['kind'], StoryKind])[] = [
  ['header', 'pageheader'],
  ['footer', 'pagefooter'],
];
