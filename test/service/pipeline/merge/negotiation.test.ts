/** What became of a second draft's changes in a third one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../shared/change/change.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { compareText } from '../../../../service/pipeline/compare-text.ts';
import { followChanges } from '../../../../service/pipeline/merge/negotiation.ts';
import { sentenceOfChange } from '../../../../service/pipeline/sentence-of-change.ts';

function negotiation(first: string, second: string, third: string, format: 'txt' | 'html' | 'markdown' = 'txt') {
  const compare = (original: string, revised: string) =>
    compareText({ original, revised, format, mode: 'auto', complexity: 'extended' });
  const blocks = (original: string, revised: string) => scanFragment(compare(original, revised).html);
  const lists = followChanges({
    firstToSecond: blocks(first, second),
    firstToThird: blocks(first, third),
    secondToThird: blocks(second, third),
    thirdToFirst: blocks(third, first),
    thirdToSecond: blocks(third, second),
  });
  const proposed = compare(first, second).page(0, 500).changes;
  const answered = compare(second, third).page(0, 500).changes;
  const told = (ids: readonly string[], changes: typeof proposed): string[] =>
    ids.map((id) => sentenceOfChange(changes.find((change) => change.id === id)!));
  return {
    accepted: told(lists.accepted, proposed),
    changedBack: told(lists.changedBack, proposed),
    changedFurther: told(lists.changedFurther, proposed),
    added: told(lists.added, answered),
    proposed,
    answered,
    lists,
  };
}

const DRAFT = 'Pay within ten days.\n\nThe seller delivers red cars.\n\nGerman law applies.\n\nNotices go by mail.';

describe('a negotiation', () => {
  it('follows each change, and lists what is new', () => {
    const second = DRAFT.replace('ten', 'thirty').replace('red', 'blue').replace('German', 'French');
    const third = second.replace('blue', 'red').replace('French', 'Swiss').replace('mail', 'courier');
    expect(negotiation(DRAFT, second, third)).toMatchObject({
      accepted: ['“ten” became “thirty”.'],
      changedBack: ['“red” became “blue”.'],
      changedFurther: ['“German” became “French”.'],
      added: ['“mail” became “courier”.'],
    });
  });

  it('an answer that is the second draft accepts everything, and one that is the first changes everything back', () => {
    const words = fc.array(fc.constantFrom('red', 'blue', 'ten', 'law', 'pay', 'car', 'not', 'day'), { maxLength: 12 });
    const text = fc
      .array(words, { minLength: 1, maxLength: 4 })
      .map((lines) => lines.map((w) => w.join(' ')).join('\n\n'));
    fc.assert(
      fc.property(text, text, (first, second) => {
        const kept = negotiation(first, second, second);
        expect(kept.lists.accepted).toHaveLength(kept.proposed.length);
        expect([...kept.changedBack, ...kept.changedFurther, ...kept.added]).toEqual([]);
        const back = negotiation(first, second, first);
        expect(back.lists.changedBack).toHaveLength(back.proposed.length);
        expect([...back.accepted, ...back.changedFurther, ...back.added]).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('every change of the second draft is in one list', () => {
    const line = fc.constantFrom('Pay in ten days.', 'Pay in two days.', 'Red cars.', 'Blue cars.', 'Law.', '');
    const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n\n'));
    fc.assert(
      fc.property(text, text, text, (first, second, third) => {
        const { lists, proposed } = negotiation(first, second, third);
        const all = [...lists.accepted, ...lists.changedBack, ...lists.changedFurther];
        expect(all.sort()).toEqual(proposed.map(({ id }) => id).sort());
      }),
      { numRuns: 60 },
    );
  });
});

const NOTHING = { accepted: [], changedBack: [], changedFurther: [], added: [] };

describe('the place of a change', () => {
  const ROWS = [
    ['Item', 'Price'],
    ['Desk', '10 euro'],
    ['Lamp', '20 euro'],
    ['Sofa', '30 euro'],
  ];
  const table = (rows: readonly (readonly string[])[]): string =>
    `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
  const with1 = (row: readonly string[]): string[][] => ROWS.map((each, at) => (at === 1 ? [...row] : each));

  it('is a cell of a table, beside rows of ours', () => {
    const second = with1(['Desk', '15 euro']);
    const rug = ['Rug', '40 euro'];
    const beside = (rows: string[][]): string[][] => [
      rows[0]!,
      rug,
      ...rows.slice(1, 2),
      ['Bed', '50 euro'],
      ...rows.slice(2),
    ];
    const told = (third: string[][]) => negotiation(table(ROWS), table(second), table(third), 'html');
    const change = '“10” became “15”.';
    expect(told(beside(second))).toMatchObject({
      ...NOTHING,
      accepted: [change],
      added: [/Rug/u, /Bed/u].map((each) => expect.stringMatching(each)),
    });
    expect(told(beside(ROWS))).toMatchObject({ changedBack: [change], accepted: [], changedFurther: [] });
    expect(told(beside(with1(['Desk', '12 euro'])))).toMatchObject({ changedFurther: [change], accepted: [] });
  });

  it('is a row that they added, with one of ours behind it', () => {
    const second = [...ROWS.slice(0, 2), ['Rug', '40 euro'], ...ROWS.slice(2)];
    const third = [...second.slice(0, 3), ['Bed', '50 euro'], ...second.slice(3)];
    expect(negotiation(table(ROWS), table(second), table(third), 'html')).toMatchObject({
      ...NOTHING,
      accepted: [expect.stringMatching(/Rug/u)],
      added: [expect.stringMatching(/Bed/u)],
    });
    const dropped = [...ROWS.slice(0, 2), ['Bed', '50 euro'], ...ROWS.slice(2)];
    expect(negotiation(table(ROWS), table(second), table(dropped), 'html').accepted).toEqual([]);
  });

  it('is another one where a paragraph moved, by them or by us', () => {
    const [law, fee, term] = [
      'German law governs all of it.',
      'The fee is ten euro each month.',
      'The lease lasts for one year.',
    ];
    const text = (...paragraphs: readonly string[]): string => paragraphs.join('\n\n');
    const first = text(law, fee, term);
    const moved = text(fee, term, law);
    const own = 'Nobody smokes in the house at all.';
    const kept = negotiation(first, moved, text(fee, term, law, own));
    expect([kept.accepted.length, kept.changedBack, kept.changedFurther]).toEqual([2, [], []]);
    expect(kept.added).toEqual([expect.stringContaining(own)]);
    const back = negotiation(first, moved, text(law, own, fee, term));
    expect([back.accepted, back.changedBack.length, back.changedFurther]).toEqual([[], 2, []]);
    // Our move keeps what they changed, and is new.
    const altered = fee.replace('ten', 'twelve');
    const ours = negotiation(first, text(law, altered, term), text(altered, law, term));
    expect(ours).toMatchObject({ accepted: ['“ten” became “twelve”.'], changedBack: [], changedFurther: [] });
    expect(ours.added).toHaveLength(2);
  });

  it('is a split or a joined paragraph, with a sentence of ours behind it', () => {
    const first = 'The fee is ten euro. The lease lasts for one year.';
    const second = first.replace('. ', '.\n\n');
    const own = 'Nobody smokes here.';
    const split = ['A paragraph was split.'];
    expect(negotiation(first, second, `${second} ${own}`)).toMatchObject({
      ...NOTHING,
      accepted: split,
      added: [expect.stringContaining(own)],
    });
    expect(negotiation(first, second, `${first} ${own}`)).toMatchObject({
      ...NOTHING,
      changedBack: split,
      added: [expect.stringContaining(own)],
    });
    const joined = ['Two paragraphs were joined.'];
    expect(negotiation(second, first, `${first} ${own}`)).toMatchObject({
      ...NOTHING,
      accepted: joined,
      added: [expect.stringContaining(own)],
    });
  });
});

/** One sentence of three drafts, with the words that tell where it is. A missing text: the draft does not have it. */
interface Told {
  readonly texts: readonly [string?, string?, string?];
  /** What became of the second draft's change, and the words of that change. */
  readonly proposed?: readonly [fate: Fate, ...words: string[]];
  /** The words of what the third draft has of its own, or has taken out. */
  readonly own?: readonly string[];
}
type Fate = 'accepted' | 'changedBack' | 'changedFurther';

/** Words that no other sentence has, so that no sentence is another one. */
const wordsOf = (name: string): string => ['One', 'two', 'three', 'four'].map((word) => `${word}${name}`).join(' ');

/** A sentence with one word that a draft may change. */
const clause = (name: string, word: string): string => `${wordsOf(name)} ${word} last${name}.`;
const whole = (name: string): string => `${wordsOf(name)}.`;

/** The sentences of each fate, by a name that is unique in the drafts. */
const FATES: Readonly<Record<string, (name: string) => Told>> = {
  same: (name) => ({ texts: [clause(name, `same${name}`), clause(name, `same${name}`), clause(name, `same${name}`)] }),
  'altered, kept': (name) => ({
    texts: [clause(name, `old${name}`), clause(name, `new${name}`), clause(name, `new${name}`)],
    proposed: ['accepted', `old${name}`, `new${name}`],
  }),
  'altered, reverted': (name) => ({
    texts: [clause(name, `old${name}`), clause(name, `new${name}`), clause(name, `old${name}`)],
    proposed: ['changedBack', `old${name}`, `new${name}`],
  }),
  'altered, altered again': (name) => ({
    texts: [clause(name, `old${name}`), clause(name, `new${name}`), clause(name, `other${name}`)],
    proposed: ['changedFurther', `old${name}`, `new${name}`],
  }),
  'altered, deleted': (name) => ({
    texts: [clause(name, `old${name}`), clause(name, `new${name}`)],
    proposed: ['changedFurther', `old${name}`, `new${name}`],
  }),
  'new, kept': (name) => ({ texts: [, whole(name), whole(name)], proposed: ['accepted', `two${name}`] }),
  'new, dropped': (name) => ({ texts: [, whole(name)], proposed: ['changedBack', `two${name}`] }),
  'new, altered': (name) => ({
    texts: [, clause(name, `new${name}`), clause(name, `other${name}`)],
    proposed: ['changedFurther', `two${name}`],
  }),
  'deleted, kept out': (name) => ({ texts: [whole(name)], proposed: ['accepted', `two${name}`] }),
  'deleted, restored': (name) => ({
    texts: [whole(name), , whole(name)],
    proposed: ['changedBack', `two${name}`],
  }),
  'deleted, softened': (name) => ({
    texts: [clause(name, `old${name}`), , clause(name, `other${name}`)],
    proposed: ['changedFurther', `two${name}`],
  }),
  'ours, new': (name) => ({ texts: [, , whole(name)], own: [`two${name}`] }),
  'ours, altered': (name) => ({
    texts: [clause(name, `old${name}`), clause(name, `old${name}`), clause(name, `other${name}`)],
    own: [`old${name}`, `other${name}`],
  }),
  'ours, deleted': (name) => ({ texts: [whole(name), whole(name)], own: [`two${name}`] }),
};

/** The drafts of paragraphs of sentences. A paragraph without a sentence is not there. */
function draftsOf(paragraphs: readonly (readonly Told[])[], between: string): [string, string, string] {
  const draft = (at: number): string =>
    paragraphs
      .map((told) => told.flatMap(({ texts }) => texts[at] ?? []).join(' '))
      .filter((paragraph) => paragraph !== '')
      .join(between);
  return [draft(0), draft(1), draft(2)];
}

const textsOf = (change: Change): string =>
  `${'before' in change ? change.before.text : ''} ${'after' in change ? change.after.text : ''}`;

/** Checks that each sentence is told by its own fate. One change of several sentences is told by their common fate. */
function expectFates(paragraphs: readonly (readonly Told[])[], between = '\n\n'): void {
  const drafts = draftsOf(paragraphs, between);
  const { lists, proposed, answered } = negotiation(...drafts);
  const told = paragraphs.flat();
  const fateOf = (id: string): string =>
    (['accepted', 'changedBack', 'changedFurther'] as const).find((list) => lists[list].includes(id)) ?? 'none';
  const [got, wanted]: string[][] = [[], []];
  for (const change of proposed) {
    const own = told.flatMap(({ proposed: [fate, ...words] = ['accepted'] }) =>
      words.filter((word) => has(textsOf(change), word)).map((word) => [word, fate] as const),
    );
    if (own.length === 0) continue;
    const fates = new Set(own.map(([, fate]) => fate));
    const names = own.map(([word]) => word).join(' ');
    wanted!.push(`${names}: ${fates.size === 1 ? [...fates].join('') : 'changedFurther'}`);
    got!.push(`${names}: ${fateOf(change.id)}`);
  }
  for (const change of answered) {
    const own = told.flatMap(({ own: words = [] }) => words.filter((word) => has(textsOf(change), word)));
    const name = own.length === 0 ? sentenceOfChange(change) : own.join(' ');
    wanted!.push(`${name}: ${own.length > 0 ? 'new' : 'answer'}`);
    got!.push(`${name}: ${lists.added.includes(change.id) ? 'new' : 'answer'}`);
  }
  expect(got, drafts.join('\n---\n')).toEqual(wanted);
}

const has = (text: string, word: string): boolean => text.split(/[^a-z0-9]+/u).includes(word);

describe('the fate of a sentence', () => {
  const names = Object.keys(FATES);
  const fate = fc.constantFrom(...names);

  it.each(names)('is found where we added a sentence before or behind: %s', (name) => {
    const told = FATES[name]!('a');
    for (const own of [FATES['ours, new']!('b')])
      for (const sentences of [
        [own, told],
        [told, own],
        [FATES.same!('c'), told, own, FATES.same!('d')],
      ]) {
        expectFates([sentences]);
        expectFates([[FATES.same!('x')], ...sentences.map((each) => [each]), [FATES.same!('y')]]);
      }
  });

  it('is its own, whatever became of its neighbours', () => {
    const paragraph = fc.array(fate, { minLength: 1, maxLength: 4 });
    const separators = fc.constantFrom('\n\n', '\n');
    fc.assert(
      fc.property(fc.array(paragraph, { minLength: 1, maxLength: 4 }), separators, (paragraphs, between) => {
        let count = 0;
        expectFates(
          paragraphs.map((fates) => fates.map((name) => FATES[name]!(`n${(count += 1)}`))),
          between,
        );
      }),
      { numRuns: 300 },
    );
  });
});
