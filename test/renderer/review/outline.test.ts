import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../../renderer/document-view/outline.ts';
import { Segmenter } from '../../../renderer/document-view/segments.ts';
import { compareText } from '../../../service/pipeline/compare-text.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';

function outline(original: string, revised: string) {
  const { html } = compareText({ original, revised, format: 'html', mode: 'word' });
  return outlineOf(new Segmenter().segmentsOf(scanFragment(html)));
}

describe('the outline of a document', () => {
  it('has the headings with their depth, and the changes below each', () => {
    const before = '<p>a</p><h1>Terms</h1><h3>Fee</h3><p>5 euro</p><p>soon</p><h3>Term</h3><p>one year</p><h1>End</h1>';
    const entries = outline(before, before.replace('5', '6').replace('one', 'two').replace('soon', 'now'));
    expect(entries.map(({ text, depth, leads, changeIds }) => [text, depth, leads, changeIds.length])).toEqual([
      ['Terms', 0, true, 0],
      ['Fee', 1, false, 2],
      ['Term', 1, false, 1],
      ['End', 0, false, 0],
    ]);
  });

  it('names a changed heading as the revised document does, and counts the change with it', () => {
    const [entry] = outline('<h1>Old terms</h1><p>a</p>', '<h1>New terms</h1><p>a</p>');
    expect(entry).toMatchObject({ text: 'New terms', segment: 0, at: 0 });
    expect(entry!.changeIds).toHaveLength(1);
  });

  it('is empty without headings', () => {
    expect(outline('<p>a</p>', '<p>b</p>')).toEqual([]);
  });
});
