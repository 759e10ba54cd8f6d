/**
 * Pairs of random documents with complex fields over one or more paragraphs. The fields are nested and around tables,
 * in the body, a header, a note and cells. On one side paragraphs with parts of fields are inserted, deleted, changed,
 * moved, split or joined.
 */
import { chanceOf } from '../oracle/mutations/mutate-package.ts';
import { oneOf, type Chance } from '../oracle/mutations/mutation.ts';
import { docx, r, tbl, tc, tr, wp } from './docx.ts';

/** A paragraph as the XML of its runs. */
interface Paragraph {
  readonly runs: string[];
}

/** A paragraph, or the paragraphs of each cell of a table with one column. */
type Block = Paragraph | { readonly cells: Paragraph[][] };

const WORDS = 'fee lessor term notice party shall pay the rent within days of agreement hereof schedule annex'.split(
  ' ',
);
const CODES: readonly string[] = ['TOC \\o "1-3"', 'IF 1 = 1', 'DOCPROPERTY x'];
const TRIES_MAX = 20;

/** The two documents of a seed. Fields are complete in both. */
export function crossingFieldPair(seed: number): [original: Uint8Array, revised: Uint8Array] {
  const chance = chanceOf(seed);
  const stories = [story(chance), story(chance), story(chance)];
  const others = stories.map((own) => (chance.below(5) === 0 ? story(chance) : edited(own, chance)));
  return [fileOf(stories, chance.below(15) > 0), fileOf(others, chance.below(15) > 0)];
}

function fileOf([body = [], header = [], note = []]: readonly Block[][], hasHeader: boolean): Uint8Array {
  const section = hasHeader ? '<w:headerReference w:type="default" r:id="h1"/>' : '';
  const reference = wp('<w:r><w:footnoteReference w:id="2"/></w:r>');
  return docx(`${xmlOf(body)}${reference}<w:sectPr>${section}</w:sectPr>`, {
    ...(hasHeader && { headers: { h1: xmlOf(header) } }),
    footnotes: `<w:footnote w:id="2">${xmlOf(note)}</w:footnote>`,
  });
}

function xmlOf(blocks: readonly Block[]): string {
  const of = ({ runs }: Paragraph): string => wp(runs.join(''));
  const written = blocks.map((block) =>
    'runs' in block ? of(block) : tbl(...block.cells.map((cell) => tr([tc(cell.map(of).join('')), tc('x')]))),
  );
  // A table needs a paragraph behind it.
  return written.join('') + ('cells' in blocks.at(-1)! ? wp() : '');
}

function story(chance: Chance): Block[] {
  for (;;) {
    const blocks = Array.from({ length: 2 + chance.below(6) }, (): Block =>
      chance.below(6) === 0 ? table(chance) : paragraph(chance),
    );
    for (let count = chance.below(4); count > 0; count -= 1) addField(paragraphsOf(blocks), chance);
    for (const cell of cellsOf(blocks)) if (chance.below(3) === 0) addField(cell, chance);
    if (isComplete(blocks)) return blocks;
  }
}

const text = (chance: Chance): string =>
  r(
    `${Array.from({ length: 2 + chance.below(6) }, () => oneOf(WORDS, chance)).join(' ')} `,
    chance.below(4) === 0 ? '<w:b/>' : '',
  );
const paragraph = (chance: Chance): Paragraph => ({
  runs: Array.from({ length: 1 + chance.below(3) }, () => text(chance)),
});
const table = (chance: Chance): Block => ({ cells: [[paragraph(chance), paragraph(chance)], [paragraph(chance)]] });
const part = (type: string, more = ''): string => `<w:r><w:fldChar w:fldCharType="${type}"${more}/></w:r>`;
const instruction = (code: string): string => `<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>`;

function paragraphsOf(blocks: readonly Block[]): Paragraph[] {
  return blocks.flatMap((block) => ('runs' in block ? [block] : []));
}

function cellsOf(blocks: readonly Block[]): Paragraph[][] {
  return blocks.flatMap((block) => ('cells' in block ? block.cells : []));
}

/** Puts a field into paragraphs, over up to four of them. Some have no result, or their middle in a paragraph between. */
function addField(paragraphs: readonly Paragraph[], chance: Chance): void {
  if (paragraphs.length === 0) return;
  const first = chance.below(paragraphs.length);
  const last = Math.min(paragraphs.length - 1, first + chance.below(4));
  const [a, b] = [paragraphs[first]!.runs, paragraphs[last]!.runs];
  const from = chance.below(a.length + 1);
  const to = first === last ? from + chance.below(a.length - from + 1) : chance.below(b.length + 1);
  const begin = [part('begin', chance.below(5) === 0 ? ' w:dirty="true"' : ''), instruction(oneOf(CODES, chance))];
  const kind = chance.below(6);
  b.splice(to, 0, part('end'));
  if (kind === 1 && last > first) {
    const middle = first + 1 + chance.below(last - first);
    const { runs } = paragraphs[middle]!;
    runs.splice(chance.below((middle === last ? to : runs.length) + 1), 0, part('separate'));
  } else if (kind > 0) begin.push(part('separate'));
  a.splice(from, 0, ...begin);
}

function edited(own: readonly Block[], chance: Chance): Block[] {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    let blocks = structuredClone(own) as Block[];
    for (let count = 1 + chance.below(4); count > 0; count -= 1) blocks = edit(blocks, chance);
    if (blocks.length > 0 && isComplete(blocks)) return blocks;
  }
  return [...own];
}

function edit(blocks: Block[], chance: Chance): Block[] {
  const paragraphs = paragraphsOf(blocks);
  const place = chance.below(blocks.length + 1);
  const kind = chance.below(11);
  if (kind === 0) return blocks.toSpliced(place, 0, paragraph(chance));
  if (kind === 1) return blocks.toSpliced(place, 0, table(chance));
  if (kind === 2) return blocks.length > 1 ? blocks.toSpliced(Math.min(place, blocks.length - 1), 1) : blocks;
  if (kind === 3) {
    const moved = oneOf(blocks, chance);
    return blocks.filter((block) => block !== moved).toSpliced(place, 0, moved);
  }
  if (kind === 4) addField(paragraphs, chance);
  if (kind === 5 && cellsOf(blocks).length > 0) addField(oneOf(cellsOf(blocks), chance), chance);
  if (kind === 6) removeField(paragraphs, chance);
  if (kind < 7 || paragraphs.length === 0) return blocks;
  const chosen = oneOf(paragraphs, chance);
  const at = blocks.indexOf(chosen);
  const next = paragraphs[paragraphs.indexOf(chosen) + 1];
  if (kind === 7)
    chosen.runs.forEach((run, index) => {
      if (!isPart(run)) chosen.runs[index] = text(chance);
    });
  if (kind === 8)
    chosen.runs.forEach((run, index) => {
      if (run.includes('instrText')) chosen.runs[index] = instruction('TOC \\h');
    });
  if (kind === 9 && next !== undefined) {
    chosen.runs.push(...next.runs);
    return blocks.filter((block) => block !== next);
  }
  if (kind === 10)
    return blocks.toSpliced(at + 1, 0, { runs: chosen.runs.splice(chance.below(chosen.runs.length + 1)) });
  return blocks;
}

function isPart(run: string): boolean {
  return run.includes('w:fldChar ') || run.includes('w:instrText');
}

/** Takes one field away and leaves its result. */
function removeField(paragraphs: readonly Paragraph[], chance: Chance): void {
  const places = paragraphs.flatMap(({ runs }) => runs.map((run, index) => ({ runs, index, run })));
  const begins = places.filter(({ run }) => run.includes('"begin"'));
  if (begins.length === 0) return;
  let depth = 0;
  for (const { runs, index, run } of places.slice(places.indexOf(oneOf(begins, chance)))) {
    if (run.includes('"begin"')) depth += 1;
    if (depth === 1 && isPart(run)) runs[index] = '';
    if (run.includes('"end"')) depth -= 1;
    if (depth === 0) return;
  }
}

/** Whether all fields of a story and of each cell are complete, and properly nested. */
function isComplete(blocks: readonly Block[]): boolean {
  const cells = cellsOf(blocks).map((cell) => cell.flatMap(({ runs }) => runs));
  const whole = blocks.flatMap((block) =>
    'runs' in block ? block.runs : block.cells.flat().flatMap(({ runs }) => runs),
  );
  return [whole, ...cells].every((runs) => {
    const open: boolean[] = [];
    for (const run of runs) {
      if (run.includes('"begin"')) open.push(false);
      else if (run.includes('"separate"') && open.pop() !== false) return false;
      else if (run.includes('"separate"')) open.push(true);
      else if (run.includes('"end"') && open.pop() === undefined) return false;
    }
    return open.length === 0;
  });
}
