/** Reflowed paragraphs of plain text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import type { Change } from '../../../../shared/change/page.ts';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { runsOf } from '../../../seed/seed.ts';

function compare(original: string, revised: string) {
  return compareText({ original, revised, format: 'txt', mode: 'auto' });
}

function textsOf(original: string, revised: string): (string | undefined)[][] {
  return compare(original, revised)
    .page(0, 500)
    .changes.map((change: Change) => [
      'before' in change ? change.before.text : undefined,
      'after' in change ? change.after.text : undefined,
    ]);
}

/** The words in lines of at most `width` characters. */
function fill(words: readonly string[], width: number, indent = ''): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

const WORDS = 'the fee tenant landlord pays within thirty days unless notice was given, before it is due.'.split(' ');
/** Words made unique by their numbers, for at least three lines. */
const words = fc
  .array(fc.constantFrom(...WORDS), { minLength: 24, maxLength: 60 })
  .map((list) => list.map((word, index) => `${word}${index}`));

describe('reflowed lines', () => {
  it('differ in their line breaks only', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 30, max: 60 }), fc.integer({ min: 30, max: 60 }), (list, one, other) => {
        const [x, y] = [one, other].map((width) => `First.\n\n${fill(list, width)}\n\nLast.`);
        expect(textsOf(x!, y!).every((texts) => texts.includes('\n') && texts.includes(undefined))).toBe(true);
      }),
    );
  });

  it('show only the word that was changed, inserted or deleted', () => {
    const list =
      'Permission is hereby granted, free of charge, to any person who obtains a copy of this software'.split(' ');
    const edited = list.with(11, 'receives').toSpliced(3, 0, 'now');
    expect(textsOf(fill(list, 40), fill(edited, 40)).filter((texts) => !texts.includes('\n'))).toEqual([
      [undefined, 'now '],
      ['obtains', 'receives'],
    ]);
  });

  it('round-trip and mirror each other with edits, and stay readable under partial decisions', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom('word', 'drop', 'put', 'part')), { maxLength: 8 });
    fc.assert(
      fc.property(words, edits, fc.integer({ min: 24, max: 60 }), fc.nat(), (list, changes, width, pick) => {
        const other = [...list];
        for (const [at, kind] of changes) {
          const index = at % other.length;
          if (kind === 'word') other[index] = `new${at % 7}`;
          else if (kind === 'drop') other.splice(index, 1);
          else if (kind === 'put') other.splice(index, 0, 'more', 'of', 'it');
          else other[index] = `${other[index] ?? ''}\n\n`;
        }
        const [x, y] = [fill(list, 50), fill(other, width, pick % 2 === 0 ? '  ' : '')];
        const { html, degraded } = compare(x, y);
        expect(degraded).toBe(0);
        expect(resolve(html, { reject: 'all' })).toBe(compare(x, x).html);
        expect(resolve(html, { accept: 'all' })).toBe(compare(y, y).html);
        const sorted = (texts: (string | undefined)[][]): string[] => texts.map((each) => JSON.stringify(each)).sort();
        expect(sorted(textsOf(y, x).map((texts) => texts.reverse()))).toEqual(sorted(textsOf(x, y)));
        const ids = [
          ...new Set([...html.matchAll(/data-(?:change|boundary)-id="([^"]*)"/gu)].map((match) => match[1]!)),
        ];
        const some = ids.filter((_, index) => (index + pick) % 3 === 0);
        const rest = ids.filter((id) => !some.includes(id));
        const there = resolve(resolve(html, { accept: some }), { reject: rest });
        expect(resolve(resolve(html, { reject: rest }), { accept: some })).toBe(there);
        expect(resolve(html, { accept: some, reject: rest })).toBe(there);
      }),
      { numRuns: runsOf(300) },
    );
  });

  it('are found if only the last word moved to the line before', () => {
    const texts = [
      'Held by them and by others,\nhttps://a.example/',
      'Held by us and by others, https://a.example/',
    ] as const;
    expect(textsOf(...texts)).toEqual([
      ['them', 'us'],
      ['\n', undefined],
    ]);
  });

  it('are distinguished from lines with other text', () => {
    expect(textsOf('one two three\nfour five six', 'one two three\nseven eight nine\nfour five six')).toEqual([
      [undefined, 'seven eight nine'],
    ]);
  });
});
