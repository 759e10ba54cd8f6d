/**
 * Lists how two documents look different where no change says it: the formatting of text that is in no change, the
 * forms of cells, the layout of the pages, the style sheets, the titles of pages, and their base addresses.
 */
import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import {
  BOTH_SIDES,
  textOf,
  type Block,
  type Cell,
  type CellForm,
  type Run,
  type Side,
  type TableBlock,
  type TextBlock,
} from '../../../shared/document/model.ts';
import {
  declarationsOf,
  digestOfLook,
  lettersOf,
  lookOfDeclarations,
  offsetOfLetter,
  type LookRecord,
} from '../../formats/look-record.ts';
import { DRAWINGS, placesIn } from '../../formats/docx/looks/drawings.ts';
import { COLUMNS } from '../../formats/docx/looks/tables.ts';
import type { Appearance } from '../../formats/read-result.ts';
import { sha256 } from '../../sha256.ts';
import { LookDifferences, type LookDifference } from './look-difference.ts';
import { startOf, startOfText } from './start-of.ts';

/** What the looks of a table say of its columns. */
const OF_COLUMNS = [`table-${COLUMNS}`, 'table-columns'];

/** The place of what a base address changes. */
const OF_RELATIVE = 'of relative addresses';

/** What differs between the appearances of a merged document, as items of both inventories. */
export function changedLooks(
  blocks: readonly Block[],
  original: Appearance | undefined,
  revised: Appearance | undefined,
): Readonly<Record<Side, readonly InventoryItem[]>> {
  if (original === undefined || revised === undefined) return { original: [], revised: [] };
  const areSheetsEqual = original.sheets?.sha256 === revised.sheets?.sha256;
  // Names of classes show nothing where the sheets behind them differ.
  const unseen = areSheetsEqual ? [] : ['class'];
  const looks = original.looks && revised.looks && new PairedLooks(original.looks, revised.looks, unseen);
  const walk = new Walk(looks, original.guessesCells !== true);
  walk.blocks(blocks, BOTH_SIDES);
  const countsBase = original.base !== revised.base && (original.hasRelative ?? revised.hasRelative ?? false);
  const itemsOf = (side: Side, { pages, sheets, title, base }: Appearance): InventoryItem[] => {
    const items = walk.places.itemOf(side);
    if (pages !== undefined && original.pages !== revised.pages)
      items.push({ kind: 'page_layout', where: '', sha256: pages, count: 1 });
    if (title !== undefined && original.title !== revised.title)
      items.push({ kind: 'title', where: '', label: title, sha256: sha256(title), count: 1 });
    if (base !== undefined && countsBase)
      items.push({ kind: 'link_target', where: OF_RELATIVE, label: base, sha256: sha256(base), count: 1 });
    if (sheets !== undefined && !areSheetsEqual) items.push({ kind: 'style_sheet', where: '', ...sheets });
    return items;
  };
  return { original: itemsOf('original', original), revised: itemsOf('revised', revised) };
}

/** Places in reading order that look different. Neighbours with the same difference are one place. */
class Places {
  #count = 0;
  #first: { readonly where: string; readonly words: LookDifference['words'] } | undefined;
  #open: LookDifference | null = null;
  /** What each side declares at the places. */
  readonly #declared: Readonly<Record<Side, string[]>> = { original: [], revised: [] };

  /** Adds text that looks different, or the same (null). `where`: its first words. */
  add(difference: LookDifference | null, where: () => string): void {
    if (difference !== null && difference !== this.#open) {
      this.#count += 1;
      this.#first ??= { where: where(), words: difference.words };
      for (const side of BOTH_SIDES) this.#declared[side].push(`${difference.declared[side]}\n`);
    }
    this.#open = difference;
  }

  itemOf(side: Side): InventoryItem[] {
    if (this.#first === undefined) return [];
    const { where, words } = this.#first;
    const digest = sha256(this.#declared[side].join(''));
    return [{ kind: 'formatting', where: `“${where}”`, label: words[side], sha256: digest, count: this.#count }];
  }
}

/** Walks a merged document, with both records beside it. Tables may nest some thousand deep. */
class Walk {
  readonly places = new Places();
  readonly #looks: PairedLooks | undefined;
  readonly #hasForms: boolean;
  readonly #differences = new LookDifferences();

  /** `hasForms`: whether the forms of cells are known. */
  constructor(looks: PairedLooks | undefined, hasForms: boolean) {
    this.#looks = looks;
    this.#hasForms = hasForms;
  }

  /** `sides`: the ones that have the blocks. `unseen`: names of declarations that do not count here. */
  blocks(blocks: readonly Block[], sides: readonly Side[], unseen: readonly string[] = []): void {
    for (const block of blocks) {
      const own = remaining(sides, block.onlyIn?.side);
      if (block.kind === 'text') this.#text(block, own, unseen);
      if (block.kind !== 'table') continue;
      // Widths follow from a column that one side lacks.
      const inside = hasChangedColumns(block) ? OF_COLUMNS : unseen;
      for (const row of block.rows) {
        const ofRow = remaining(own, row.onlyIn?.side);
        for (const cell of row.cells) {
          const ofCell = remaining(ofRow, cell.onlyIn?.side);
          if (ofCell.length === 2 && this.#hasForms) this.#cell(cell);
          this.blocks(cell.blocks, ofCell, inside);
        }
      }
    }
  }

  #cell(cell: Cell): void {
    if (cell.carried === undefined) return;
    const [original, revised] = [formOf(cell.carried), formOf(cell)];
    if (original !== revised) this.places.add(this.#differences.of(original, revised), () => wordsIn(cell.blocks));
  }

  #text(block: TextBlock, sides: readonly Side[], unseen: readonly string[]): void {
    const looks = this.#looks;
    if (looks === undefined) return;
    const isChanged =
      block.boundary !== undefined || (block.original !== undefined && block.original.changeId !== null);
    let before = 0;
    for (const run of block.runs) {
      const letters = run.image === undefined ? lettersOf(run.text) : 0;
      const own = remaining(sides, run.edit?.side);
      if (own.length < 2 || isChanged || run.format !== undefined || run.link !== undefined)
        for (const side of own) looks[side].take(letters);
      else
        looks.compare(letters, (from, original, revised) => {
          const ignored = hasOtherDrawings(original, revised) ? [...unseen, DRAWINGS] : unseen;
          const [was, is] =
            ignored.length === 0 ? [original, revised] : [without(original, ignored), without(revised, ignored)];
          const difference = was === is ? null : this.#differences.of(was, is);
          this.places.add(difference, () => wordsAt(block, run, before, from));
        });
      before += run.text.length;
    }
  }
}

/** The looks of both sides, read letter by letter. */
class PairedLooks {
  readonly original: LookReader;
  readonly revised: LookReader;

  /** `unseen`: names of declarations that do not count. */
  constructor(original: LookRecord, revised: LookRecord, unseen: readonly string[]) {
    const areDigests = [original, revised].some(({ looks }) => looks.some((look) => digestOfLook(look) === look));
    const shown = (look: string): string => {
      if (areDigests) return digestOfLook(look);
      return unseen.some((name) => look.includes(name)) ? without(look, unseen) : look;
    };
    this.original = new LookReader(original, shown);
    this.revised = new LookReader(revised, shown);
  }

  /** Passes letters of both sides. `found` receives the first letter of each stretch and its looks. */
  compare(letters: number, found: (from: number, original: string, revised: string) => void): void {
    for (let at = 0; at < letters;) {
      const length = Math.min(letters - at, this.original.rest, this.revised.rest);
      found(at, this.original.look, this.revised.look);
      this.original.take(length);
      this.revised.take(length);
      at += length;
    }
  }
}

/** One record, read letter by letter. */
class LookReader {
  readonly #looks: readonly string[];
  readonly #runs: Uint32Array;
  #at = 0;
  #taken = 0;

  /** `shown`: a look as it is compared. */
  constructor({ looks, runs }: LookRecord, shown: (look: string) => string) {
    this.#looks = looks.map(shown);
    this.#runs = runs;
  }

  /** The look of the next letter. */
  get look(): string {
    return this.#looks[this.#runs[this.#at]!]!;
  }

  /** How many letters in a row have it. */
  get rest(): number {
    const length = this.#runs[this.#at + 1];
    if (length === undefined) throw new Error('the record of looks has fewer letters than the document');
    return length - this.#taken;
  }

  take(letters: number): void {
    for (let left = letters; left > 0;) {
      const step = Math.min(left, this.rest);
      left -= step;
      this.#taken += step;
      if (this.rest > 0) continue;
      this.#at += 2;
      this.#taken = 0;
    }
  }
}

/** Whether one side lacks cells of a row that both sides have. */
function hasChangedColumns({ rows }: TableBlock): boolean {
  return rows.some((row) => row.onlyIn === undefined && row.cells.some((cell) => cell.onlyIn !== undefined));
}

/** Whether one side has more drawings at a text. A change or another item names the drawing that came or went. */
function hasOtherDrawings(original: string, revised: string): boolean {
  if (original === revised || !(original.includes(DRAWINGS) || revised.includes(DRAWINGS))) return false;
  const [was, is] = [original, revised].map((look) => placesIn(declarationsOf(look).get(DRAWINGS)).length);
  return was !== is;
}

function without(look: string, names: readonly string[]): string {
  if (digestOfLook(look) === look) return look;
  const declarations = declarationsOf(look);
  for (const name of names) declarations.delete(name);
  return lookOfDeclarations(declarations);
}

function remaining(sides: readonly Side[], only: Side | undefined): readonly Side[] {
  return only === undefined ? sides : sides.filter((side) => side === only);
}

function formOf({ header, colspan, rowspan }: CellForm): string {
  return `cell: ${header ? 'heading' : 'plain'}; columns: ${colspan}; rows: ${rowspan}`;
}

/** The words at a letter of a run. `before`: length of the text before the run. */
function wordsAt(block: TextBlock, run: Run, before: number, letter: number): string {
  return startOfText(textOf(block).slice(before + offsetOfLetter(run.text, letter)));
}

/** The first words of a cell. */
function wordsIn(blocks: readonly Block[]): string {
  for (const block of blocks) {
    const words = block.kind === 'table' ? wordsIn(block.rows[0]?.cells[0]?.blocks ?? []) : startOf(block);
    if (words !== '') return words;
  }
  return '';
}
