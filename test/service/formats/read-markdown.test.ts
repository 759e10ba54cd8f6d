import { describe, expect, it } from 'vitest';
import { readText } from '../../../service/formats/read-text.ts';
import { sketch } from './builders.ts';
import { costlyTest } from '../../seed/costly-test.ts';

const read = (markdown: string): string[] => sketch(readText(markdown, 'markdown').document.blocks);

const CASES: [markdown: string, ...blocks: string[]][] = [
  ['# a\n\nb *c* **d**\n`e`', 'h1: a', 'p: b [em c] [strong d] [code e]'],
  ['one\ntwo', 'p: one two'],
  ['one  \ntwo', 'p: one⏎two'],
  ['3. a\n4. b\n   - c', 'ol+=3 p: a', 'ol+ p: b', 'ol ul+ p: c'],
  ['- [ ] a\n- [x] **b**\n- [y] c', 'ul+ p: ☐ a', 'ul+ p: ☑ [strong b]', 'ul+ p: [y] c'],
  ['~~a~~ <u>b</u>', 'p: [s a] [u b]'],
  [
    '| a | b |\n|---|---|\n| c | d |',
    'table',
    '| head',
    '|| th',
    '|| p: a',
    '|| th',
    '|| p: b',
    '| body',
    '|| td',
    '|| p: c',
    '|| td',
    '|| p: d',
  ],
  ['[a](javascript:x) [b](<ä b>) http://x.org/ä', 'p: [@javascript:x a] [@ä b b] [@http://x.org/ä http://x.org/ä]'],
  ['---\ntitle: a\n---\n# b', 'pre: title: a', 'h1: b'],
  ['---\n\na\n\n---\nb', 'rule', 'p: a', 'rule', 'p: b'],
  ['```js\n a\n```', 'pre: [code  a]'],
  ['a[^1]\n\n[^1]: note', 'p: a[sup@#fn1 [1]]', 'ol+ p: note'],
  ['> a\n> > b', 'quote p: a', 'quote quote p: b'],
];

describe('readMarkdown', () => {
  it.each(CASES)('%j', (markdown, ...expected) => {
    expect(read(markdown)).toEqual(expected);
  });

  it('keeps 300 nested lists and 900 nested quotations', () => {
    const lists = readText(Array.from({ length: 300 }, (_, i) => `${'  '.repeat(i)}- x${i}`).join('\n'), 'markdown');
    expect(lists.document.blocks.map((block) => block.path.length)).toEqual(
      Array.from({ length: 300 }, (_, i) => i + 1),
    );
    const quotes = readText(`${'>'.repeat(900)} x`, 'markdown');
    expect(quotes.document.blocks.map((block) => block.path.length)).toEqual([900]);
  });

  costlyTest('refuses deeper nesting instead of losing it', () => {
    expect(() => readText(`${'>'.repeat(100_000)} x`, 'markdown')).toThrow(/nested too deep/);
    expect(() => readText(`${'> '.repeat(1_900)}x\n${'x\n'.repeat(200_000)}`, 'markdown')).toThrow(/nested too deep/);
    expect(readText(`${'> '.repeat(9)}x\n${'x\n'.repeat(100_000)}`, 'markdown').document.blocks).toHaveLength(1);
    expect(readText('> > a\n> b\n'.repeat(40_000), 'markdown').document.blocks).toHaveLength(1);
    expect(read(`${'['.repeat(5000)}x`)).toEqual([`p: ${'['.repeat(5000)}x`]);
  });

  costlyTest('reads as many footnotes as there are', () => {
    const all = Array.from({ length: 40_000 }, (_, at) => at);
    const references = all.map((at) => `[^${at}]`).join(' ');
    const definitions = all.map((at) => `[^${at}]: note ${at}`).join('\n');
    const { blocks } = readText(`${references}\n\n${definitions}`, 'markdown').document;
    expect(blocks).toHaveLength(40_001);
  });

  it('measures the envelope on the converted HTML', () => {
    expect(readText('# a\n\nb', 'markdown').envelope).toEqual({ htmlBytes: 20, blockElements: 2, startTags: 2 });
  });
});
