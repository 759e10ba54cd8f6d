/** Which rows of two tables are a pair: equal rows that moved, rows with one name, and rows with filled cells. */
import { describe, expect, it } from 'vitest';
import { changesOf, compare, table } from '../changes-of.ts';
import { inWords } from '../../../builders/changes-in-words.ts';

const words = (original: readonly (readonly string[])[], revised: readonly (readonly string[])[]): string[] =>
  inWords(changesOf(compare(table(original), table(revised))));

describe('an equal row that moved', () => {
  it.each([
    [
      'down, beside a deleted row that resembles it',
      [
        ['Variable', 'Quantity', 'Unit'],
        ['n', 'Amount of the substance', 'mol'],
        ['b', 'Molality of the substance', 'mol/kg'],
        ['M', 'Molar mass of the substance', 'kg/mol'],
        ['Vm', 'Molar volume of the substance', 'm3/mol'],
        ['T', 'Temperature', 'K'],
      ],
      [
        ['Variable', 'Quantity', 'Unit'],
        ['b', 'Molality of the substance', 'mol/kg'],
        ['M', 'Molar mass of the substance', 'kg/mol'],
        ['n', 'Amount of the substance', 'mol'],
        ['T', 'Temperature', 'K'],
      ],
      ['moved: n / Amount of the substance / mol', 'deleted: Vm / Molar volume of the substance / m3/mol'],
    ],
    [
      'up, beside an inserted row that resembles it',
      [
        ['Bolt M6, steel', '0.40'],
        ['Bolt M8, steel', '0.60'],
        ['Nut M6, steel', '0.10'],
        ['Washer M6, steel', '0.05'],
      ],
      [
        ['Washer M6, steel', '0.05'],
        ['Bolt M6, steel', '0.40'],
        ['Bolt M8, steel', '0.60'],
        ['Nut M6, steel', '0.10'],
        ['Washer M8, steel', '0.07'],
      ],
      ['moved: Washer M6, steel / 0.05', 'inserted: Washer M8, steel / 0.07'],
    ],
    [
      'in a table with merged cells',
      [
        ['Fee a month', '10 euro'],
        ['Fee a year', '100 euro'],
        ['Fee a day', '1 euro'],
        ['Deposit', '50 euro'],
      ],
      [
        ['Fee a year', '100 euro'],
        ['Fee a day', '1 euro'],
        ['Fee a month', '10 euro'],
        ['Fee a week', '4 euro'],
        ['Deposit', '50 euro'],
      ],
      ['moved: Fee a month / 10 euro', 'inserted: Fee a week / 4 euro'],
    ],
  ])('%s is a move', (_, original, revised, expected) => {
    expect(words(original, revised)).toEqual(expected);
  });
});

describe('a row with an edited version', () => {
  it.each([
    [
      'behind an inserted row',
      [
        ['Control', 'Owner'],
        ['MFA', 'Security'],
        ['Logging', 'Platform'],
      ],
      [
        ['Control', 'Owner'],
        ['Review', 'Compliance'],
        ['MFA', 'Identity'],
        ['Logging', 'Platform'],
      ],
      ['inserted: Review / Compliance', 'Security → Identity'],
    ],
    [
      'behind a deleted row, with another text altogether',
      [
        ['Term', 'Meaning'],
        ['Agent', 'any person who acts for a party'],
        ['Buyer', 'the company named in the order'],
        ['Price', 'the sum that the order names'],
      ],
      [
        ['Term', 'Meaning'],
        ['Buyer', 'whoever signs this form in person'],
        ['Price', 'the sum that the order names'],
      ],
      [
        'deleted: Agent / any person who acts for a party',
        'the company named in the order → whoever signs this form in person',
      ],
    ],
    [
      'behind its number',
      [
        ['1', 'Rent', '900'],
        ['2', 'Heating', 'as metered'],
        ['3', 'Water', 'free'],
      ],
      [
        ['1', 'Rent', '900'],
        ['2', 'Garage', '60'],
        ['3', 'Heating', '85 a month'],
        ['4', 'Water', 'free'],
      ],
      ['inserted: 2 / Garage / 60', '2 → 3', 'as metered → 85 a month', '3 → 4'],
    ],
  ])('%s is a pair with it', (_, original, revised, expected) => {
    expect(words(original, revised)).toEqual(expected);
  });

  it('is no pair with a row of its number', () => {
    const before = [
      ['1', 'The tenant pays the rent in advance.'],
      ['2', 'The landlord insures the house.'],
    ];
    const after = [
      ['1', 'The tenant pays the rent in advance.'],
      ['2', 'Pets need consent.'],
      ['3', 'The landlord insures the house.'],
    ];
    expect(words(before, after)).toEqual(['inserted: 2 / Pets need consent.', '2 → 3']);
  });
});

describe('a row that moved and was edited', () => {
  it.each([
    [
      'with a short value',
      [
        ['Name', 'Age'],
        ['Zoe', '31'],
        ['Bob', '42'],
        ['Ann', '25'],
      ],
      [
        ['Name', 'Age'],
        ['Ann', '25'],
        ['Bob', '43'],
        ['Zoe', '31'],
      ],
      ['moved: Zoe / 31', 'moved: Bob / 42', '42 → 43'],
    ],
    [
      'with another text altogether',
      [
        ['Vendor', 'whoever delivers the goods'],
        ['Agent', 'any person who acts for a party'],
        ['Buyer', 'the company named in the order'],
      ],
      [
        ['Agent', 'any person who acts for a party'],
        ['Buyer', 'the company named in the order'],
        ['Vendor', 'a dealer with a licence'],
      ],
      ['moved: Vendor / whoever delivers the goods', 'whoever delivers the goods → a dealer with a licence'],
    ],
  ])('is known by its name, %s', (_, original, revised, expected) => {
    expect(words(original, revised)).toEqual(expected);
  });

  it('is not known by its number', () => {
    const [rent, heat] = [
      ['1', 'Rent of the flat'],
      ['2', 'Heating and water'],
    ];
    const [fees, pets] = [
      ['2', 'Late fees apply'],
      ['1', 'Pets and visitors'],
    ];
    expect(words([heat, rent, ['9', 'End']], [fees, ['9', 'End'], pets])).not.toContain('moved: 1 / Rent of the flat');
  });
});

describe('an empty cell that is filled', () => {
  const long = 'Guests may pay one by one. The waiter chooses the dishes in a list, and the rest stays on the bill.';

  it.each([
    ['after a name', ['4', 'Splitting the bill', ''], ['4', 'Splitting the bill', long], 'inserted: '],
    ['after a number alone', ['4', '17', ''], ['4', '17', long], 'inserted: '],
    ['and one that is emptied', ['4', 'Splitting the bill', long], ['4', 'Splitting the bill', ''], 'deleted: '],
  ])('%s, is the only change', (_, before, after, sign) => {
    const head = ['Number', 'Name', 'Description'];
    expect(words([head, before], [head, after])).toEqual([`${sign}${long}`]);
  });

  it('is the only change beside an inserted row', () => {
    const rows = (cell: string, more: readonly string[][]) => [['Yes', 'No', 'Why'], ...more, ['Yes', '', cell]];
    expect(words(rows('', []), rows(long, [['No', 'No', 'There is no reason for it.']]))).toEqual([
      'inserted: No / No / There is no reason for it.',
      `inserted: ${long}`,
    ]);
  });
});
