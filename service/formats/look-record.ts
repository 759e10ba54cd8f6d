/**
 * Takes the looks out of a document that was read. A comparison without presentation does not compare them. A record
 * keeps which letters have which look. So the comparison can name every difference.
 */
import { labelOf } from '../../shared/document/label.ts';
import { withLook } from '../../shared/document/looks.ts';
import { DIRECTION, directionsOf } from '../../shared/document/direction.ts';
import { CODE_BIT, type Attributes, type Block, type Run, type TextBlock } from '../../shared/document/model.ts';
import { joinRuns } from '../../shared/document/runs.ts';
import { sha256 } from '../sha256.ts';

/** Which letters of a document have which look. */
export interface LookRecord {
  /**
   * The looks, each once: CSS declarations by name, separated by "; ". A document that repeats few of many looks has
   * digests of them, see `digestOfLook`.
   */
  readonly looks: readonly string[];
  /** In reading order: the index of a look, then the number of letters that have it. */
  readonly runs: Uint32Array;
}

/** UTF-16 units of looks that a record keeps. Further looks are digests. */
const KEPT_UNITS_MAX = 4 * 1024 * 1024;
/** Looks that are remembered for the next block. */
const KNOWN_MAX = 10_000;
const DIGEST = '#';
/** Bullets are looks. Numbers are compared (`changed-numbers.ts`). */
const NUMBER = /[\p{L}\p{N}]/u;

/** The blocks without looks except for their direction, and the record of the looks. */
export function takeLooks(blocks: readonly Block[]): { readonly blocks: Block[]; readonly record: LookRecord } {
  const taker = new LookTaker();
  return { blocks: taker.take(blocks, ''), record: taker.record() };
}

/** The digest that a record may have instead of a look. The same for a look and for its digest. */
export function digestOfLook(look: string): string {
  return look.startsWith(DIGEST) ? look : DIGEST + sha256(look);
}

/** The declarations of a look, by name. Empty for a digest. */
export function declarationsOf(look: string): Map<string, string> {
  const declarations = new Map<string, string>();
  if (look === '' || look.startsWith(DIGEST)) return declarations;
  for (const declaration of look.split('; ')) {
    const colon = declaration.indexOf(': ');
    declarations.set(declaration.slice(0, colon), declaration.slice(colon + 2));
  }
  return declarations;
}

/** Declarations as a look. */
export function lookOfDeclarations(declarations: ReadonlyMap<string, string>): string {
  return [...declarations].map(([name, value]) => `${name}: ${value}`).join('; ');
}

/** Number of letters: UTF-16 units that are no white space. The look of white space is not seen. */
export function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) if (isLetter(text, at)) letters += 1;
  return letters;
}

/** The place of a letter of a text, as an offset. `number`: from 0. */
export function offsetOfLetter(text: string, number: number): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) if (isLetter(text, at) && letters++ === number) return at;
  return text.length;
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code > 0x20 && (code < 0x7f || !/\s/u.test(text[at]!));
}

class LookTaker {
  readonly #indexes = new Map<string, number>();
  readonly #looks: string[] = [];
  readonly #runs: number[] = [];
  readonly #known = new Map<string, Map<string, number>>();
  #knownCount = 0;
  #units = 0;

  /** `table`: the look of the table around the blocks. Tables may nest some thousand deep. */
  take(blocks: readonly Block[], table: string): Block[] {
    const taken: Block[] = [];
    for (const block of blocks) {
      if (block.kind === 'text') taken.push(this.#text(block, table));
      else if (block.kind !== 'table') taken.push(block);
      else {
        const look = ofTable(block.attributes) || table;
        const rows = [];
        for (const row of block.rows) {
          const cells = [];
          for (const cell of row.cells) cells.push({ ...cell, blocks: this.take(cell.blocks, look) });
          rows.push({ ...row, cells });
        }
        const { attributes, ...rest } = block;
        const kept = directionsOf(attributes ?? {});
        taken.push({ ...rest, rows, ...(kept[DIRECTION] !== undefined && { attributes: kept }) });
      }
    }
    return taken;
  }

  record(): LookRecord {
    return { looks: this.#looks, runs: Uint32Array.from(this.#runs) };
  }

  #text(block: TextBlock, table: string): TextBlock {
    const { attributes, runs } = block;
    const label = block.path.step?.kind === 'ul' ? labelOf(block) : undefined;
    const marker = label === undefined || NUMBER.test(label) ? '' : label || 'none';
    const { 'data-align': align = '', 'data-style': style = '', 'data-class': name = '' } = attributes;
    const around = `${table}\n${align}\n${style}\n${marker}`;
    let hasLooks = false;
    for (const { text, image, marks, look } of runs) {
      if (look !== undefined) hasLooks = true;
      if (image === undefined) this.#letters(around, marks & CODE_BIT ? `code ${look ?? ''}` : (look ?? ''), text);
    }
    const hasOwn = align !== '' || style !== '' || name !== '';
    if (!hasLooks && !hasOwn) return block;
    return {
      ...block,
      ...(hasOwn && { attributes: withLook(attributes, directionsOf(attributes)) }),
      ...(hasLooks && { runs: joinRuns(runs.map(withoutLook)) }),
    };
  }

  #letters(around: string, own: string, text: string): void {
    const letters = lettersOf(text);
    if (letters === 0) return;
    const index = this.#indexOf(around, own);
    const runs = this.#runs;
    if (runs.at(-2) === index) runs[runs.length - 1]! += letters;
    else runs.push(index, letters);
  }

  #indexOf(around: string, own: string): number {
    let known = this.#known.get(around);
    if (known === undefined) this.#known.set(around, (known = new Map<string, number>()));
    let index = known.get(own);
    if (index === undefined) {
      index = this.#add(joined(around, own));
      if (++this.#knownCount > KNOWN_MAX) {
        this.#known.clear();
        this.#knownCount = 0;
      }
      known.set(own, index);
    }
    return index;
  }

  #add(look: string): number {
    const kept = this.#units > KEPT_UNITS_MAX ? digestOfLook(look) : look;
    let index = this.#indexes.get(kept);
    if (index === undefined) {
      index = this.#looks.push(kept) - 1;
      this.#indexes.set(kept, index);
      this.#units += kept.length;
    }
    return index;
  }
}

/** The indents that a list gives its items. They count as the indents of the paragraph, which a record names. */
export const LIST_INDENT = { left: 'list-margin', first: 'list-indent' } as const;
const OF_PARAGRAPH = new Map<string, string>([
  [LIST_INDENT.left, 'margin-left'],
  [LIST_INDENT.first, 'text-indent'],
]);

/** Lengths of layout in points. Programs round them in different ways, and nobody sees less than a point. */
const LAYOUT_LENGTH = /^(?:table-)?(?:margin-\w+|text-indent)$/;

function coarse(name: string, value: string): string {
  const points = LAYOUT_LENGTH.test(name) ? /^(-?[\d.]+)pt$/.exec(value)?.[1] : undefined;
  return points === undefined ? value : `${Math.round(Number(points)) + 0}pt`;
}

/** The look of a text from that of its table, its block and its own, the nearest last. */
function joined(around: string, own: string): string {
  const [table = '', align = '', style = '', marker = ''] = around.split('\n');
  const isCode = own.startsWith('code ');
  const declarations = declarationsOf(table);
  if (align !== '') declarations.set('text-align', align);
  for (const [name, value] of declarationsOf(style)) declarations.set(name, value);
  for (const [name, ofParagraph] of OF_PARAGRAPH) {
    const value = declarations.get(name);
    if (value === undefined) continue;
    declarations.delete(name);
    declarations.set(ofParagraph, value);
  }
  if (isCode) declarations.set('font-family', 'monospace');
  for (const [name, value] of declarationsOf(isCode ? own.slice('code '.length) : own)) declarations.set(name, value);
  if (marker !== '') declarations.set('marker', marker);
  const shown = [...declarations]
    .map(([name, value]) => [name, coarse(name, value)] as const)
    .filter(([, value]) => value !== '0pt')
    .sort(([x], [y]) => (x < y ? -1 : 1));
  return lookOfDeclarations(new Map(shown));
}

function ofTable(attributes: Attributes | undefined): string {
  const { 'data-align': align, 'data-style': style = '' } = attributes ?? {};
  const own = new Map<string, string>();
  if (align !== undefined) own.set('table-align', align);
  for (const [name, value] of declarationsOf(style)) own.set(`table-${name}`, value);
  return lookOfDeclarations(own);
}

function withoutLook(run: Run): Run {
  if (run.look === undefined) return run;
  const { look: _look, ...rest } = run;
  return rest;
}
