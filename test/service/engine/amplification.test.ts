/**
 * Inputs of which a small part could be written, or read, once for each of many other parts. The tests count sizes,
 * not times.
 */
import { describe, expect, it } from 'vitest';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { splitStructure } from '../../../service/pipeline/structure/split-structure.ts';
import { changesOf, compare } from './changes-of.ts';
import { costlyTest } from '../../seed/costly-test.ts';

const paragraph = (text: string): string => `<p>${text}</p>`;
const nested = (depth: number, inside: string): string =>
  `${Array.from({ length: depth }, (_, level) => `<table><tr><td>level ${level} `).join('')}${inside}${'</td></tr></table>'.repeat(depth)}`;

describe('content around many changes', () => {
  it('writes a long address a few times at most, however many words change in its link', () => {
    const link = (words: readonly string[]): string =>
      paragraph(`<a href="https://example.org/${'a'.repeat(100_000)}">${words.join(' ')}</a>`);
    const words = Array.from({ length: 1_000 }, (_, at) => `one two three four w${at}`);
    const edited = words.map((word, at) => word.replace('w', at % 2 === 0 ? 'w' : 'x'));
    const bold = words.map((word, at) => (at % 2 === 0 ? word : `<b>${word}</b>`));
    for (const other of [edited, bold]) {
      const comparison = compare(link(words), link(other));
      expect(comparison.html.length).toBeLessThan(1_000_000);
      expect(JSON.stringify(comparison.page(0, 100)).length).toBeLessThan(2_000_000);
    }
  });

  it('still reports single words of a link with an unusually long address', () => {
    const link = (word: string): string =>
      paragraph(`<a href="data:text/plain,${'a'.repeat(60_000)}">The ${word} text of a link.</a>`);
    expect(changesOf(compare(link('old'), link('new')))).toMatchObject([
      { type: 'replace', before: { text: 'old' }, after: { text: 'new' } },
    ]);
  });

  costlyTest('writes the address of a link around many images a few times at most', () => {
    const images = (alt: string): string =>
      Array.from({ length: 1_000 }, (_, at) => `<img alt="${at === 500 ? alt : at}"> `).join('');
    const link = (alt: string): string =>
      paragraph(`<a href="https://example.org/${'a'.repeat(100_000)}">text ${images(alt)}</a>`);
    expect(compare(link('old'), link('new')).html.length).toBeLessThan(1_000_000);
  });

  it('reports the beginning of a long heading with each block below it', () => {
    const below = (word: string): string =>
      Array.from({ length: 500 }, (_, at) => paragraph(`Paragraph ${at} is ${word}.`)).join('');
    const heading = `<h1>${'heading '.repeat(30_000)}</h1>`;
    const comparison = compare(heading + below('old'), heading + below('new'));
    expect(JSON.stringify(comparison.page(0, 100)).length).toBeLessThan(3_000_000);
    const [change] = changesOf(comparison);
    expect(change!.location.sectionTitle).toBe(`${'heading '.repeat(125)}…`);
  });

  it('creates no cell for each row of a long table and column of a wide one', () => {
    const wide = Array.from({ length: 2_000 }, (_, at) => `<td>column ${at}</td>`).join('');
    const named = Array.from({ length: 2_000 }, (_, at) => `row${at}`);
    const original = `<table><tr><td>${named.join(' ')}</td>${wide}</tr></table>`;
    const revised = `<table>${named.map((name) => `<tr><td>${name}</td></tr>`).join('')}</table>`;
    expect(compare(original, revised).html.length).toBeLessThan(20 * (original.length + revised.length));
  });

  it('compares nested tables up to the limits, and their texts beyond them', () => {
    for (const [depth, engine] of [
      [100, 'dom'],
      [101, 'text'],
      [490, 'text'],
    ] as const) {
      const text = 'word '.repeat(2_000);
      const comparison = compare(nested(depth, `${text}old`), nested(depth, `${text}new`));
      expect([comparison.page(0, 1).engine, changesOf(comparison).length]).toEqual([engine, 1]);
    }
  });

  costlyTest('collects the changes of a long text without a walk to its end for each', () => {
    const lines = Array.from({ length: 12_000 }, (_, at) => `line ${at}`);
    const original = [...lines, ...Array.from({ length: 150_000 }, (_, at) => `gone ${at}`)].join('\n');
    const revised = lines.map((line, at) => (at % 2 === 0 ? line : `${line} edited`)).join('\n');
    const comparison = compareText({ original, revised, format: 'txt', mode: 'auto' });
    const { head } = splitStructure(comparison.parts, 'cmp_1');
    expect(head).toMatchObject({ sourceBlocks: 162_000, revisedBlocks: 12_000 });
  });
});
