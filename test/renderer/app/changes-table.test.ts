import { describe, expect, it } from 'vitest';
import { changeAsText, changesCsv, changesJson } from '../../../renderer/app/comparison/changes-table.ts';
import type { ChangePlace, DocumentSection } from '../../../renderer/document-view/change-places.ts';
import { Units } from '../../../shared/fragment/units.ts';
import type { Change } from '../../../shared/change/change.ts';
import { EMPTY_RECORD } from '../../../shared/review-file/review-record.ts';

const place = { blockId: 'src_b_000001', blockIndex: 1, charRange: { start: 0, end: 1 } };
const CHANGES: Change[] = [
  {
    id: 'chg_000001',
    type: 'replace',
    location: { blockIndex: 1, headingPath: ['Terms', 'Fees, and more'] },
    sourceLocation: place,
    revisedLocation: place,
    before: { text: 'say "5"', html: '' },
    after: { text: '=HYPERLINK("x")', html: '' },
  },
  {
    id: 'chg_000002',
    type: 'delete',
    location: { blockIndex: 2 },
    group: 'table_of_contents',
    sourceLocation: place,
    before: { text: 'line\nbreak', html: '' },
  },
];
const RECORD = {
  ...EMPTY_RECORD,
  decided: new Map([['chg_000001', 'accepted' as const]]),
  notes: new Map([
    [
      'chg_000002',
      {
        messages: [
          { author: '', at: null, text: 'ask Ann' },
          { author: 'Bob', at: '2026-03-01T10:00:00.000Z', text: 'done' },
        ],
        tags: ['open', 'fees'],
      },
    ],
  ]),
  passages: new Map([
    [
      'n1',
      { passage: { quote: 'Term', before: 'the ', after: ' of' }, messages: [{ author: 'Bob', at: null, text: '?' }] },
    ],
  ]),
};

const singles = (changes: readonly Change[]): Units =>
  new Units(changes.map(({ id }) => ({ id, kind: 'single', changeIds: [id] })));
const NOWHERE = { sections: [], places: new Map() };

describe('changes as a table', () => {
  it('names the sections that the list shows, with their numbers', () => {
    const section = (level: number, title: string): DocumentSection => ({ kind: 'heading', title, level, block: 0 });
    const sections = [
      { kind: 'start', title: '', level: 0, block: 0 } as const,
      section(1, '1. Term'),
      section(2, '1.1 Start'),
      section(2, '1.2 End'),
      section(1, '2. Fees'),
    ];
    const placed = (at: number): ChangePlace => ({ before: '', after: '', section: at, first: 0, last: 0 });
    const places = new Map([
      ['chg_000001', placed(3)],
      ['chg_000002', placed(4)],
    ]);
    const rows = changesCsv(CHANGES, RECORD, { sections, places }, singles(CHANGES)).split('\r\n');
    expect(rows[1]).toMatch(/^chg_000001,replace,1\. Term > 1\.2 End,,1,/);
    expect(rows[2]).toMatch(/^chg_000002,delete,2\. Fees,,2,/);
  });

  it('has one row for a move, with the ids of both ends', () => {
    const changes: Change[] = [
      {
        id: 'chg_000001',
        type: 'block_delete',
        location: { blockIndex: 1 },
        sourceLocation: place,
        before: { text: 'Clause', html: '' },
      },
      {
        id: 'chg_000002',
        type: 'block_insert',
        location: { blockIndex: 9 },
        revisedLocation: place,
        after: { text: 'Clause', html: '' },
      },
    ];
    const units = new Units([{ id: 'chg_000001', kind: 'move', changeIds: ['chg_000001', 'chg_000002'] }]);
    const decided = new Map(changes.map(({ id }) => [id, 'rejected' as const]));
    expect(
      changesCsv(changes, { ...EMPTY_RECORD, decided }, NOWHERE, units)
        .split('\r\n')
        .slice(1, -1),
    ).toEqual(['chg_000001 chg_000002,move,,,1,Clause,Clause,rejected,,,,']);
  });

  it('is CSV that spreadsheets read, and that runs no formula', () => {
    expect(changesCsv(CHANGES, RECORD, NOWHERE, singles(CHANGES))).toBe(
      '\uFEFFid,type,section,place,block,before,after,decision,note,tags,group,decidedBy\r\n' +
        'chg_000001,replace,"Terms > Fees, and more",,1,"say ""5""","\'=HYPERLINK(""x"")",accepted,,,,\r\n' +
        'chg_000002,delete,,,2,"line\nbreak",,,"ask Ann\nBob, 2026-03-01T10:00:00.000Z: done",open fees,table_of_contents,\r\n' +
        ',note,,,,Term,,,Bob: ?,,,\r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    [' @SUM(A1)', "' @SUM(A1)"],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    ['\t=1+1', '"\t\'=1+1"'],
    ['a;=1+1', '"a;\'=1+1"'],
    ['a\t-1+1', '"a\t\'-1+1"'],
    ['a\n+1', '"a\n\'+1"'],
    ['a;\n =1&"', '"a;\n\' =1&"""'],
    ['1 + 1 = 2; a-b', '"1 + 1 = 2; a-b"'],
  ])('runs no formula in %j, wherever a spreadsheet divides the line', (text, written) => {
    const change = { ...CHANGES[1]!, before: { text, html: '' } } as Change;
    const [, row] = changesCsv([change], EMPTY_RECORD, NOWHERE, singles([change])).split('\r\n');
    expect(row).toBe(`chg_000002,delete,,,2,${written},,,,,table_of_contents,`);
  });

  it('names who decided: somebody else, or the reviewer', () => {
    const decided = new Map([
      ['chg_000001', 'accepted' as const],
      ['chg_000002', 'rejected' as const],
    ]);
    const record = { ...EMPTY_RECORD, reviewer: 'Ada', decided, decidedBy: new Map([['chg_000002', '=Bob']]) };
    const rows = changesCsv(CHANGES, record, NOWHERE, singles(CHANGES)).split('\r\n').slice(1);
    expect(rows[0]).toMatch(/,accepted,,,,Ada$/u);
    expect(changesCsv(CHANGES, record, NOWHERE, singles(CHANGES))).toContain(",rejected,,,table_of_contents,'=Bob\r\n");
    const { changes } = JSON.parse(changesJson(CHANGES, record)) as { changes: Record<string, unknown>[] };
    expect(changes.map((change) => change['decidedBy'])).toEqual(['Ada', '=Bob']);
    const open = { ...record, decided: new Map() };
    expect(changesJson(CHANGES, open)).not.toContain('decidedBy');
  });

  it('is JSON with the decisions beside the changes', () => {
    const { changes, notes } = JSON.parse(changesJson(CHANGES, RECORD)) as {
      changes: Record<string, unknown>[];
      notes: unknown;
    };
    expect(notes).toMatchObject([{ id: 'n1', quote: 'Term', messages: [{ author: 'Bob', text: '?' }] }]);
    expect(changes.map(({ id, decision, note }) => ({ id, decision, note }))).toMatchObject([
      { id: 'chg_000001', decision: 'accepted', note: undefined },
      {
        id: 'chg_000002',
        decision: undefined,
        note: { text: 'ask Ann\nBob: done', tags: ['open', 'fees'], messages: [{}, { author: 'Bob' }] },
      },
    ]);
  });
});

describe('a change as text', () => {
  it('says what was and what is', () => {
    expect(changeAsText({ before: ' 5 ', after: '6' })).toBe('- 5\n+ 6');
    expect(changeAsText({ before: '', after: 'new' })).toBe('+ new');
  });
});
