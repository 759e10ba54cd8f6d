/** Blocks of a preview. */
import { describe, expect, it } from 'vitest';
import { TOP } from '../../../../shared/document/path.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { compareTask } from '../../../../service/pipeline/compare-task.ts';
import { Preview } from '../../../../service/pipeline/compare/preview.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { wrapFragment, writeFragment } from '../../../../shared/fragment/write.ts';
import { corpusRoot, NO_CORPUS, readPairs, sizeOf } from '../../../oracle/input-pairs.ts';

const json = (bytes: Uint8Array): string => JSON.parse(new TextDecoder().decode(bytes)) as string;

function previewOf(original: string, revised: string, format: 'html' | 'markdown' | 'txt' | 'json' | 'auto') {
  const blocks: string[] = [];
  let text: string | null = null;
  const task = { original, revised, format, mode: 'auto', wantsHtml: true, comparisonId: null } as const;
  compareTask(task, {
    block: (html) => {
      expect(text).toBeNull();
      blocks.push(json(html));
    },
    text: (html) => {
      expect(text).toBeNull();
      text = json(html);
    },
  });
  return { blocks, text: text as string | null };
}

/** The blocks of a fragment, each written without the lists around it. */
function blocksWithoutPlace(fragment: string): string[] {
  return scanFragment(fragment).map((block) => writeFragment([{ ...block, path: TOP }]));
}

describe('the preview', () => {
  it('is the final fragment in order, cut between top-level elements', () => {
    const item = (word: string): string => `<li>${word}</li>`;
    const original = `<h1>Title</h1><ul>${item('one')}${item('two')}</ul><p>${'long '.repeat(400)}</p><p>end</p>`;
    const revised = `<h1>Title</h1><ul>${item('one')}${item('2')}</ul><p>${'long '.repeat(400)}x</p><p>End</p>`;
    const { blocks, text } = previewOf(original, revised, 'html');
    expect(text).toBe(compareText({ original, revised, format: 'html', mode: 'auto' }).html);
    expect(wrapFragment(blocks.join(''))).toBe(text);
    // Short elements go together, but for the first, which goes at once.
    expect(blocks.map((block) => block.match(/^<(\w+)/)![1])).toEqual(['h1', 'ul', 'p']);
    for (const block of blocks) expect(scanFragment(wrapFragment(block)).length).toBeGreaterThan(0);
  });

  const root = corpusRoot();
  if (root === null) console.log(`blocks of real documents: ${NO_CORPUS}`);
  it.skipIf(root === null)('is the whole fragment of real documents: no block had to be left out', () => {
    const sets = (['cases', 'html', 'markdown', 'txt', 'json'] as const).map((set) =>
      readPairs(root!, set)
        .filter((pair) => sizeOf(pair) < 100_000)
        .slice(0, 40),
    );
    let count = 0;
    for (const { original, revised, format, name, set } of sets.flat()) {
      const { blocks, text } = previewOf(original, revised, format);
      const shown = blocks.flatMap((block) => blocksWithoutPlace(wrapFragment(block)));
      expect(shown, `${set} ${name}`).toEqual(blocksWithoutPlace(text!));
      count += blocks.length;
    }
    expect(count).toBeGreaterThan(500);
  });

  it('has no block when there is nothing to show', () => {
    expect(previewOf('', '', 'txt')).toEqual({ blocks: [], text: wrapFragment('') });
  });

  it('stops before a block that is no fragment, and sends none after it', () => {
    const sent: string[] = [];
    const preview = new Preview((html) => sent.push(html));
    for (const piece of ['<p>1</p>', `<p onclick="x">${'2'.repeat(2_000)}</p>`, `<p>${'3'.repeat(2_000)}</p>`]) {
      preview.add(piece);
    }
    preview.flush();
    expect(sent).toEqual(['<p>1</p>']);
  });
});
