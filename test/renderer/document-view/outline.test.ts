import { describe, expect, it } from 'vitest';
import { headingName, outlineOf } from '../../../renderer/document-view/outline.ts';
import { Segmenter } from '../../../renderer/document-view/segments.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
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
    expect(entry).toMatchObject({ text: 'New terms', segment: 0, twins: [] });
    expect(entry!.changeIds).toHaveLength(1);
  });

  it('counts the changes of headings in one list apart, and says their numbers', () => {
    const list = (first: string, second: string): string =>
      `<ol><li><h2>Fee</h2><p>${first}</p></li><li><h2>Term</h2><p>${second}</p></li></ol>`;
    const entries = outline(list('5 euro', 'one year'), list('6 euro', 'two years'));
    expect(entries.map((entry) => [headingName(entry), entry.changeIds.length])).toEqual([
      ['1. Fee', 1],
      ['2. Term', 1],
    ]);
  });

  it('knows the headings before it that say the same', () => {
    const entries = outline('<h1>Fee</h1><p>a</p><h1>Fee</h1><p>b</p>', '<h1>Fee</h1><p>a</p><h1>Fee</h1><p>c</p>');
    expect(entries.map(({ segment, twins }) => [segment, twins])).toEqual([
      [0, []],
      [2, [0]],
    ]);
  });

  it('is empty without headings', () => {
    expect(outline('<p>a</p>', '<p>b</p>')).toEqual([]);
  });
});
