/**
 * Changes of properties that the original has stay with author and date: of tables, rows, cells, numberings, paragraph
 * marks and sections. A list that the redline changes as well has room for one former state, so a warning says it.
 */
import { describe, expect, it } from 'vitest';
import { docx, r, wp } from '../../builders/docx.ts';
import { structureFaults } from '../../oracle/redline/judge-redline.ts';
import { randomFrom, RUNS_ALL, SEED } from '../../seed/seed.ts';
import { kept, mark, rejectedBeyond, spellingOf, stampOf, type Author } from './kept-redline.ts';

/** A list of properties whose former state is another one. */
function changed(name: string, present: string, former: string, author: Author = 'Ann'): string {
  return `<w:${name}>${present}<w:${name}Change ${stampOf(author)}><w:${name}>${former}</w:${name}></w:${name}Change></w:${name}>`;
}

/** A list of properties in its present state alone. */
function plain(name: string, present: string): string {
  return `<w:${name}>${present}</w:${name}>`;
}

const GRID = '<w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="1000"/></w:tblGrid>';
const CHANGED_GRID =
  '<w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="1000"/><w:tblGridChange w:id="7"><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid></w:tblGridChange></w:tblGrid>';

function table(parts: { table?: string; grid?: string; row?: string; cell?: string; text?: string }): string {
  const cells = `<w:tc>${parts.cell ?? ''}${wp(r(parts.text ?? 'Fee'))}</w:tc><w:tc>${wp(r('Ten'))}</w:tc>`;
  return `<w:tbl>${parts.table ?? '<w:tblPr/>'}${parts.grid ?? GRID}<w:tr>${parts.row ?? ''}${cells}</w:tr></w:tbl>`;
}

/** Each kind: the original with its revision, and the same place without it. */
const KINDS: Readonly<Record<string, readonly [declared: string, accepted: string, otherwise: string]>> = {
  'a table': [
    table({ table: changed('tblPr', '<w:jc w:val="center"/>', '') }),
    table({ table: plain('tblPr', '<w:jc w:val="center"/>') }),
    table({ table: plain('tblPr', '<w:jc w:val="right"/>') }),
  ],
  'the columns of a table': [table({ grid: CHANGED_GRID }), table({}), ''],
  'a row': [
    table({ row: changed('trPr', '<w:cantSplit/>', '') }),
    table({ row: plain('trPr', '<w:cantSplit/>') }),
    table({ row: plain('trPr', '<w:tblHeader/>') }),
  ],
  'the exceptions of a row': [
    table({ row: changed('tblPrEx', '<w:jc w:val="center"/>', '') }),
    table({ row: plain('tblPrEx', '<w:jc w:val="center"/>') }),
    table({ row: plain('tblPrEx', '<w:jc w:val="right"/>') }),
  ],
  'a cell': [
    table({ cell: changed('tcPr', '<w:noWrap/>', '<w:vAlign w:val="bottom"/>') }),
    table({ cell: plain('tcPr', '<w:noWrap/>') }),
    table({ cell: plain('tcPr', '<w:vAlign w:val="center"/>') }),
  ],
  'a paragraph mark': [
    wp(r('Clause'), changed('rPr', '<w:b/>', '')),
    wp(r('Clause'), '<w:rPr><w:b/></w:rPr>'),
    wp(r('Clause'), '<w:rPr><w:i/></w:rPr>'),
  ],
  'a section in the body': [
    wp(r('Before'), changed('sectPr', '<w:cols w:num="2"/>', '')),
    wp(r('Before'), plain('sectPr', '<w:cols w:num="2"/>')),
    wp(r('Before'), plain('sectPr', '<w:cols w:num="3"/>')),
  ],
};

describe.each(Object.entries(KINDS))('the changed properties of %s', (_, [declared, accepted, otherwise]) => {
  const words = (fee: string): string => wp(r(`The fee is ${fee} euro.`));

  it('stay beside a change of the text', async () => {
    const original = docx(words('ten') + declared + wp(r('End')));
    for (const revised of [declared, accepted]) {
      const { bytes, warnings } = await kept(original, docx(words('twelve') + revised + wp(r('End'))));
      expect(warnings).toEqual([]);
      expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
      expect(await structureFaults(bytes)).toEqual([]);
    }
  });

  it('stay where the content is deleted', async () => {
    const original = docx(words('ten') + declared + wp(r('End')));
    const { bytes, warnings } = await kept(original, docx(words('ten') + wp(r('End'))));
    expect(warnings).toEqual([]);
    expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
  });

  it.skipIf(otherwise === '')('never go without a warning when they change again', async () => {
    const original = docx(words('ten') + declared + wp(r('End')));
    const { bytes, warnings } = await kept(original, docx(words('ten') + otherwise + wp(r('End'))));
    if (warnings.length > 0) expect(warnings).toEqual(['revisions_accepted']);
    else expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
  });
});

describe('kept properties', () => {
  it('the last section keeps its change', async () => {
    const section = changed('sectPr', '<w:cols w:num="2"/>', '');
    const original = docx(wp(r('One')) + section);
    const { bytes, warnings } = await kept(original, docx(wp(r('Two')) + plain('sectPr', '<w:cols w:num="2"/>')));
    expect(warnings).toEqual([]);
    expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
    expect((await spellingOf(original)).at(-1)).toContain('w:sectPrChange Ann');
  });

  it('an inserted numbering stays beside other formatting of its paragraph', async () => {
    const numbering = (ins: string): string => `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/>${ins}</w:numPr>`;
    const original = docx(wp(r('One'), numbering(`<w:ins ${stampOf('Ann')}/>`)) + wp(r('Two')));
    for (const more of ['', '<w:jc w:val="center"/>']) {
      const { bytes, warnings } = await kept(original, docx(wp(r('One!'), numbering('') + more) + wp(r('Two'))));
      expect(warnings).toEqual([]);
      expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
    }
  });

  it('an inserted cell, a deleted cell and merged cells stay', async () => {
    const body = (text: string): string =>
      `<w:tbl><w:tblPr/>${GRID}<w:tr><w:tc><w:tcPr><w:cellIns ${stampOf('Ann')}/></w:tcPr>${wp(mark('Ann', 'ins', 'New'))}</w:tc><w:tc>${wp(r(text))}</w:tc></w:tr>` +
      `<w:tr><w:tc>${wp(r('Old'))}</w:tc><w:tc><w:tcPr><w:cellMerge ${stampOf('Bob')} w:vMerge="cont" w:vMergeOrig="rest"/></w:tcPr>${wp('')}</w:tc></w:tr>` +
      `<w:tr><w:tc>${wp(r('Left'))}</w:tc><w:tc><w:tcPr><w:cellDel ${stampOf('Bob')}/></w:tcPr>${wp(mark('Bob', 'del', 'Gone'))}</w:tc></w:tr></w:tbl>${wp(r('End'))}`;
    const original = docx(body('ten'));
    const { bytes, warnings } = await kept(original, docx(body('twelve')));
    expect(warnings).toEqual([]);
    expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
  });

  it('a changed paragraph mark that changes again is deleted, and the new one is inserted', async () => {
    const original = docx(wp(r('One'), changed('rPr', '<w:b/>', '')) + wp(r('Two')));
    const { bytes, warnings } = await kept(original, docx(wp(r('One'), '<w:rPr><w:i/></w:rPr>') + wp(r('Two'))));
    expect(warnings).toEqual([]);
    expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
  });

  it('a table that changes again says so, and keeps everything else', async () => {
    const [declared, , otherwise] = KINDS['a table']!;
    const text = wp(mark('Ann', 'del', 'five') + mark('Ann', 'ins', 'ten'));
    const original = docx(text + declared + wp(r('End')));
    const { bytes, warnings, messages } = await kept(original, docx(text + otherwise + wp(r('End'))));
    expect(warnings).toEqual(['revisions_accepted']);
    expect(messages[0]).toMatch(/^1 revisions of the original are of tables/);
    expect((await spellingOf(bytes)).filter((each) => each.includes('Ann'))).toHaveLength(7);
  });

  it('an equation keeps its revisions', async () => {
    const equation = (x: string): string =>
      `<m:oMath><m:r><m:t>a=</m:t></m:r><w:ins ${stampOf('Ann')}><m:r><m:t>${x}</m:t></m:r></w:ins></m:oMath>`;
    const original = docx(wp(r('One ') + equation('x')) + wp(r('Two ') + equation('y')));
    const revised = docx(wp(r('Other ') + equation('x')) + wp(r('Two ') + equation('z')));
    const { bytes, warnings } = await kept(
      original,
      docx(wp(r('Other ') + equation('x')) + wp(r('Two ') + equation('y'))),
    );
    expect(warnings).toEqual([]);
    expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
    expect((await spellingOf(bytes)).join('\n')).toContain('w:ins Ann');
    const again = await kept(original, revised);
    if (again.warnings.length > 0) expect(again.warnings).toEqual(['revisions_accepted']);
    else expect(await spellingOf(await rejectedBeyond(original, again.bytes))).toEqual(await spellingOf(original));
  });

  it(`every table of generated changes keeps its laws (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    const ROUNDS = RUNS_ALL ? 200 : 40;
    let whole = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const original = docx(randomTable(random, true) + wp(r('End')));
      const { bytes, warnings } = await kept(original, docx(randomTable(random, false) + wp(r('End'))));
      expect(warnings.filter((code) => code !== 'revisions_accepted')).toEqual([]);
      if (warnings.length > 0) continue;
      whole += 1;
      expect(await spellingOf(await rejectedBeyond(original, bytes))).toEqual(await spellingOf(original));
    }
    expect(whole).toBeGreaterThan(ROUNDS / 4);
  });
});

/** A table with random properties. `isDeclared` gives some of them a former state. */
function randomTable(random: () => number, isDeclared: boolean): string {
  const list = (name: string, choices: readonly string[]): string => {
    const pick = (): string => (random() < 0.8 ? choices[0]! : choices[Math.floor(random() * choices.length)]!);
    const present = pick();
    return isDeclared && random() < 0.3 ? changed(name, present, pick()) : plain(name, present);
  };
  const rows = [0, 1, 2].map((row) => {
    const cells = [0, 1].map((cell) => {
      const text = random() < 0.3 ? `Other ${row}${cell}` : `Cell ${row}${cell}`;
      const content = isDeclared && random() < 0.2 ? mark('Bob', 'ins', text) : r(text);
      return `<w:tc>${list('tcPr', ['', '<w:noWrap/>', '<w:vAlign w:val="center"/>'])}${wp(content)}</w:tc>`;
    });
    return `<w:tr>${list('trPr', ['', '<w:cantSplit/>', '<w:tblHeader/>'])}${cells.join('')}</w:tr>`;
  });
  const there = rows.filter((_, at) => at === 0 || random() < 0.8);
  return `<w:tbl>${list('tblPr', ['', '<w:jc w:val="center"/>'])}${GRID}${there.join('')}</w:tbl>`;
}
