/**
 * What became of a second draft's changes in a third one. Over 400 lines, because named cases and random drafts share
 * one oracle.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../shared/change/change.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { followChanges } from '../../../../service/pipeline/merge/negotiation.ts';
import { sentenceOfChange } from '../../../../service/pipeline/words/sentence-of-change.ts';
import { runsOf } from '../../../seed/seed.ts';

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

/** Checks the fate of each sentence, whether it is a change or a part of one. */
function expectFates(paragraphs: readonly (readonly Told[])[], between = '\n\n'): void {
  const drafts = draftsOf(paragraphs, between);
  const { lists, proposed, answered } = negotiation(...drafts);
  const told = paragraphs.flat();
  const fateOf = (id: string): string =>
    (['accepted', 'changedBack', 'changedFurther'] as const).find((list) => lists[list].includes(id)) ?? 'none';
  const [got, wanted]: string[][] = [[], []];
  for (const change of proposed) {
    const parts = lists.parts.filter(({ changeId }) => changeId === change.id);
    const own = told.flatMap(({ proposed: [fate, ...words] = ['accepted'] }) =>
      words.filter((word) => has(textsOf(change), word)).map((word) => [word, fate] as const),
    );
    for (const [word, fate] of own) {
      const part = parts.find(({ before, after }) => has(`${before} ${after}`, word));
      got!.push(`${word}: ${parts.length < 2 ? fateOf(change.id) : part?.fate}`);
      wanted!.push(`${word}: ${fate}`);
    }
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

  it('is its own where a redline pairs another paragraph with its paragraph', () => {
    const named = (paragraphs: readonly (readonly string[])[]): Told[][] => {
      let count = 0;
      return paragraphs.map((fates) => fates.map((name) => FATES[name]!(`n${(count += 1)}`)));
    };
    expectFates(named([['deleted, kept out'], ['deleted, restored', 'altered, deleted', 'deleted, softened']]));
    const split = [['new, kept'], ['new, kept', 'deleted, kept out', 'altered, deleted', 'new, dropped']];
    expectFates(named([...split, ['deleted, restored']]), '\n');
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
      { numRuns: runsOf(300) },
    );
  });
});

/** Drafts that a test builds, with the words of each fate. */
interface Built {
  readonly drafts: readonly [string, string, string];
  readonly fates: ReadonlyMap<string, Fate>;
  /** Whether a place may have another fate than its words, so that both together are changed further. */
  readonly hasMoves?: boolean;
}

/** Checks the fate of every word that a change or a part of one names. */
function expectWordFates({ drafts, fates, hasMoves = false }: Built): void {
  const { lists, proposed } = negotiation(...drafts);
  const told = new Map<string, string>();
  for (const change of proposed) {
    const parts = lists.parts.filter(({ changeId }) => changeId === change.id);
    const whole = (['accepted', 'changedBack', 'changedFurther'] as const).find((list) =>
      lists[list].includes(change.id),
    )!;
    const texts: (readonly [string, Fate])[] =
      parts.length < 2
        ? [[textsOf(change), whole]]
        : parts.map(({ before = '', after = '', fate }) => [`${before} ${after}`, fate] as const);
    for (const [text, fate] of texts)
      for (const word of wordsIn(text))
        if (fates.has(word)) told.set(word, hasMoves && fate === 'changedFurther' ? fates.get(word)! : fate);
  }
  expect(Object.fromEntries([...told].sort()), drafts.join('\n---\n')).toEqual(Object.fromEntries([...fates].sort()));
}

const wordsIn = (text: string): string[] => text.split(/[^a-z0-9]+/u);

/** What becomes of one word that the second draft may replace. */
const WORD_FATES = ['same', 'accepted', 'changedBack', 'changedFurther'] as const;
type WordFate = (typeof WORD_FATES)[number];

/** The word of each draft. */
function wordOf(name: string, fate: WordFate): readonly [string, string, string] {
  const [old, now] = [`old${name}`, fate === 'same' ? `old${name}` : `new${name}`];
  return [old, now, { same: old, accepted: now, changedBack: old, changedFurther: `other${name}` }[fate]];
}

/**
 * A sentence with two words beside each other and one apart, in three drafts. Two changed words beside each other are
 * changed further if one of them is.
 */
function sentenceOf(name: string, [a, b, c]: readonly [WordFate, WordFate, WordFate]) {
  const rest = (part: string): string =>
    ['one', 'two', 'three', 'four', 'five'].map((word) => word + part + name).join(' ');
  const [x, y, z] = [wordOf(`a${name}`, a), wordOf(`b${name}`, b), wordOf(`c${name}`, c)];
  const texts = [0, 1, 2].map((at) => `The ${rest('x')} ${x[at]} ${y[at]} ${rest('y')} ${z[at]} ${rest('z')}.`);
  const fates = new Map<string, Fate>();
  const isFurther = a !== 'same' && b !== 'same' && (a === 'changedFurther' || b === 'changedFurther');
  for (const [words, fate] of [
    [x, isFurther ? 'changedFurther' : a],
    [y, isFurther ? 'changedFurther' : b],
    [z, c],
  ] as const)
    if (fate !== 'same' && words[0] !== words[1]) for (const word of words.slice(0, 2)) fates.set(word, fate);
  return { texts, fates };
}

describe('the fate of a word', () => {
  const word = fc.constantFrom(...WORD_FATES);
  const sentence = fc.tuple(word, word, word);

  it('is its own beside words that were treated differently', () => {
    const paragraph = fc.array(sentence, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(paragraph, { minLength: 1, maxLength: 3 }), (paragraphs) => {
        let count = 0;
        const built = paragraphs.map((sentences) => sentences.map((each) => sentenceOf(`n${(count += 1)}`, each)));
        const draft = (at: number): string =>
          built.map((sentences) => sentences.map(({ texts }) => texts[at]).join(' ')).join('\n\n');
        const fates = new Map(built.flat().flatMap((each) => [...each.fates]));
        expectWordFates({ drafts: [draft(0), draft(1), draft(2)], fates });
      }),
      { numRuns: runsOf(150) },
    );
  });

  it('is its own in paragraphs that were split, joined or moved, whether that was accepted or taken back', () => {
    const arrangement = fc.record({
      sentences: fc.array(sentence, { minLength: 4, maxLength: 6 }),
      /** Behind which sentences a paragraph ends: in the first draft, and in the second one. */
      first: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      second: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      isBack: fc.boolean(),
      /** The paragraph that the second draft puts first. */
      moved: fc.option(fc.nat({ max: 5 }), { nil: null }),
    });
    fc.assert(
      fc.property(arrangement, ({ sentences, first, second, isBack, moved }) => {
        const built = sentences.map((each, at) => sentenceOf(`n${at + 1}`, each));
        const paragraphs = (at: number, ends: readonly boolean[]): string[] => {
          const text = built.map(({ texts }, place) => `${texts[at]}${ends[place] === true ? '\n\n' : ' '}`).join('');
          return text
            .trim()
            .split('\n\n')
            .map((each) => each.trim());
        };
        const withMove = (texts: string[]): string[] => {
          const at = moved === null ? 0 : moved % texts.length;
          return [texts[at]!, ...texts.slice(0, at), ...texts.slice(at + 1)];
        };
        const drafts = [
          paragraphs(0, first),
          withMove(paragraphs(1, second)),
          isBack ? paragraphs(2, first) : withMove(paragraphs(2, second)),
        ].map((texts) => texts.join('\n\n')) as [string, string, string];
        const fates = new Map(built.flatMap((each) => [...each.fates]));
        expectWordFates({ drafts, fates, hasMoves: moved !== null });
      }),
      { numRuns: runsOf(150) },
    );
  });
});

describe('the fate of a look', () => {
  /** The value of each draft, by its number. */
  const values = fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }), fc.nat({ max: 2 }));
  type Values = readonly [number, number, number];
  const fateOf = ([first, second, third]: Values): Fate =>
    third === second ? 'accepted' : third === first ? 'changedBack' : 'changedFurther';

  const LINKS = [
    (text: string) => text,
    (text: string) => `<a href="https://a.example/">${text}</a>`,
    (text: string) => `<a href="https://b.example/">${text}</a>`,
  ] as const;
  const MARKS = [
    (text: string) => text,
    (text: string) => `<strong>${text}</strong>`,
    (text: string) => `<em>${text}</em>`,
  ] as const;
  const BLOCKS = ['p', 'h2', 'h3'] as const;

  /** A paragraph of each draft, with its words, looks, and sentences that a draft adds before it and behind it. */
  const paragraph = fc.record({ link: values, marks: values, block: values, before: values, behind: values });

  it('is that of the draft whose look the third one has, whatever was written beside it', () => {
    fc.assert(
      fc.property(fc.array(paragraph, { minLength: 1, maxLength: 3 }), (paragraphs) => {
        const draft = (at: 0 | 1 | 2): string =>
          paragraphs
            .map(({ link, marks, block, before, behind }, number) => {
              const name = `n${number}`;
              const own = (which: string, added: Values): string =>
                added[at] === 2 ? whole(`${which}${at}${name}`) : '';
              const text = `${wordsOf(`s${name}`)} ${LINKS[link[at]]!(`link${name}`)} ${wordsOf(`t${name}`)} ${MARKS[marks[at]]!(`mark${name}`)} ${wordsOf(`u${name}`)}.`;
              const tag = BLOCKS[block[at]]!;
              return `<${tag}>${own('b', before)} ${text} ${own('a', behind)}</${tag}>`;
            })
            .join('');
        const drafts = [draft(0), draft(1), draft(2)] as const;
        const { lists, proposed, answered } = negotiation(...drafts, 'html');
        const [got, wanted]: string[][] = [[], []];
        for (const [number, { link, marks, block }] of paragraphs.entries()) {
          const subjects = [
            ['link', link, `linkn${number}`],
            ['format', marks, `markn${number}`],
            ['format', block, `twosn${number}`],
          ] as const;
          for (const [type, of, word] of subjects) {
            const isOwn = (change: Change): boolean =>
              change.type === type &&
              word.startsWith('two') === (change.after.format?.blockType !== undefined) &&
              has(textsOf(change), word);
            for (const { id } of proposed.filter(isOwn)) {
              const told = (['accepted', 'changedBack', 'changedFurther'] as const).filter((list) =>
                lists[list].includes(id),
              );
              got!.push(`${word}: ${told.join('')}`);
              wanted!.push(`${word}: ${fateOf(of)}`);
            }
            for (const { id } of answered.filter(isOwn)) {
              got!.push(`${word}: ${lists.added.includes(id) ? 'new' : 'answer'}`);
              wanted!.push(`${word}: ${of[0] === of[1] ? 'new' : 'answer'}`);
            }
          }
        }
        expect(got, drafts.join('\n---\n')).toEqual(wanted);
      }),
      { numRuns: runsOf(150) },
    );
  });

  it('is told for each word of one change, and a link says where the third draft leads', () => {
    const [one, two, three] = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3'];
    const first = `<p>Read <a href="${one}">all of our terms</a> before you sign.</p>`;
    const second = `<p>Read <a href="${two}">all of our terms</a> before you sign.</p>`;
    const third = `<p>Read <a href="${two}">all of</a> <a href="${one}">our</a> <a href="${three}">terms</a> before you sign.</p>`;
    const { lists } = negotiation(first, second, third, 'html');
    expect(lists.parts.map(({ fate, after, now }) => [fate, after, now])).toEqual([
      ['accepted', 'all of', undefined],
      ['changedBack', 'our', undefined],
      ['changedFurther', 'terms', three],
    ]);
  });

  it('is that of a list, a level and a direction, and no text means that it is gone', () => {
    const list = (kind: string): string => `<p>Terms.</p><${kind}><li>Pay at once.</li></${kind}>`;
    const fates = (first: string, second: string, third: string) => {
      const { lists } = negotiation(first, second, third, 'html');
      return [lists.accepted.length, lists.changedBack.length, lists.changedFurther.length];
    };
    expect(fates(list('ul'), list('ol'), list('ol'))).toEqual([1, 0, 0]);
    expect(fates(list('ul'), list('ol'), list('ul'))).toEqual([0, 1, 0]);
    expect(fates(list('ul'), list('ol'), '<p>Terms.</p><p>Pay at once.</p>')).toEqual([0, 0, 1]);
    expect(fates(list('ul'), list('ol'), '<p>Terms.</p>')).toEqual([0, 0, 1]);
  });
});
