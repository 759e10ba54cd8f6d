/** Fields that read another file or an address: none is left, however the instruction is divided. */
import { expect, it } from 'vitest';
import { closedCopy } from '../../../service/ooxml/closed-copy.ts';
import { readArchive } from '../../../service/ooxml/read-archive.ts';
import { docx, wp } from '../../builders/docx.ts';

const run = (inside: string): string => `<w:r>${inside}</w:r>`;
const char = (type: 'begin' | 'separate' | 'end'): string => run(`<w:fldChar w:fldCharType="${type}"/>`);
const instruction = (text: string, name = 'w:instrText'): string =>
  run(`<${name} xml:space="preserve">${text}</${name}>`);
const text = (content: string): string => run(`<w:t>${content}</w:t>`);

async function closed(body: string): Promise<string> {
  const copy = await closedCopy(docx(body));
  const part = (await readArchive(copy)).find(({ name }) => name === 'word/document.xml')!;
  return Buffer.from(part.bytes).toString();
}

const SECRET = 'file:///etc/passwd';

it.each([
  ['in one run', wp(char('begin') + instruction(` INCLUDETEXT "${SECRET}" `) + char('end'))],
  ['over two runs', wp(char('begin') + instruction('INCLUDETE') + instruction(`XT "${SECRET}"`) + char('end'))],
  [
    'over six runs',
    wp(
      char('begin') +
        [...'INCLUD'].map((each) => instruction(each)).join('') +
        instruction(`ETEXT "${SECRET}"`) +
        char('end'),
    ),
  ],
  [
    'over two paragraphs',
    wp(char('begin') + instruction('INCLUDE')) +
      wp(instruction(`PICTURE "${SECRET}"`) + char('separate') + text('x') + char('end')),
  ],
  ['without an end', wp(char('begin') + instruction('LI') + instruction(`NK "${SECRET}"`))],
  [
    'deleted',
    wp(
      char('begin') +
        instruction('INCLUDE', 'w:delInstrText') +
        instruction(`TEXT "${SECRET}"`, 'w:delInstrText') +
        char('end'),
    ),
  ],
  [
    'around a field',
    wp(
      char('begin') +
        instruction('INCLUDE') +
        char('begin') +
        instruction(' QUOTE x ') +
        char('separate') +
        text('TEXT ') +
        char('end') +
        instruction(`"${SECRET}"`) +
        char('separate') +
        text('y') +
        char('end'),
    ),
  ],
  [
    'inside a field',
    wp(
      char('begin') +
        instruction(' IF 1 = 1 ') +
        char('begin') +
        instruction('INCLUDE') +
        instruction(`TEXT "${SECRET}"`) +
        char('end') +
        instruction(' "no" ') +
        char('end'),
    ),
  ],
])('a reading field %s is gone', async (_how, body) => {
  expect(await closed(body)).not.toContain('passwd');
});

it('keeps the other fields, and their results', async () => {
  const page = wp(char('begin') + instruction(' PA') + instruction('GE ') + char('separate') + text('7') + char('end'));
  const quoted = wp(
    char('begin') + instruction(' QUOTE "INCLUDETEXT" ') + char('separate') + text('INCLUDETEXT') + char('end'),
  );
  const copy = await closed(page + quoted);
  expect(copy).toContain(' PA<');
  expect(copy).toContain('GE <');
  expect(copy).toContain('QUOTE "INCLUDETEXT"');
  expect(copy.match(/>INCLUDETEXT</g)).toHaveLength(1);
});

it('fixes the results of fields that would print another text later or elsewhere', async () => {
  const dated = wp(
    char('begin') + instruction(' DATE \\@ "M/d/yyyy" ') + char('separate') + text('3/25/2017') + char('end'),
  );
  const named = wp(`<w:fldSimple w:instr=" FILENAME ">${text('offer.docx')}</w:fldSimple>`);
  const copy = await closed(dated + named);
  expect(copy).not.toMatch(/ DATE|FILENAME/u);
  expect(copy).toContain('3/25/2017');
  expect(copy).toContain('offer.docx');
  const saved = await closed(wp(char('begin') + instruction(' SAVEDATE ') + char('end')));
  expect(saved).toContain('SAVEDATE');
});
