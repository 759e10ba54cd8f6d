import fc from 'fast-check';
import {
  COMPARED_MARKS,
  isCarried,
  type Attributes,
  type Block,
  type CarriedLayer,
  type Cell,
  type Row,
  type Run,
  type Side,
  type OneSided,
  type TextBlock,
} from '../../shared/document/model.ts';
import { pathOf, stepsOf, type Path } from '../../shared/document/path.ts';
import { lookOf } from '../../shared/document/looks.ts';
import { joinRuns } from '../../shared/document/runs.ts';
import { changeIdsOf } from '../../shared/fragment/resolve.ts';
import { arbitraryAttributes, arbitraryDocument, arbitraryPaths, arbitraryTextType } from './arbitrary-document.ts';
import { arbitraryAddress, arbitraryImage, arbitraryMarks, arbitraryPictureRun } from './arbitrary-text.ts';

/** The look that a table may have had. */
const arbitraryTableLook = (): fc.Arbitrary<Attributes> =>
  fc.constantFrom<Attributes>({}, { 'data-direction': 'rtl' }, { 'data-align': 'center' });

/** Draws one value after another, and ids that nothing else has. */
class Draw {
  readonly #gen: fc.GeneratorValue;
  #ids = 0;

  constructor(gen: fc.GeneratorValue) {
    this.#gen = gen;
  }

  one<T>(arbitrary: () => fc.Arbitrary<T>): T {
    return this.#gen(arbitrary);
  }

  /** Below `bound`. */
  number(bound: number): number {
    return this.#gen(fc.nat, bound - 1);
  }

  chance(percent: number): boolean {
    return this.number(100) >= 100 - percent;
  }

  side(): Side {
    return this.chance(50) ? 'original' : 'revised';
  }

  id(): string {
    return `new_${this.#ids++}`;
  }

  onlyIn(): OneSided {
    const onlyIn = { side: this.side(), changeId: this.id() };
    return this.chance(15) ? { ...onlyIn, moveId: 'mov_000001' } : onlyIn;
  }
}

/** What a replacement may have had in place of a run. */
function otherText(run: Run, draw: Draw): Run {
  return run.image ? draw.one(arbitraryPictureRun) : { ...run, text: 'was' };
}

function mergeRun(run: Run, draw: Draw): Run[] {
  if (isCarried(run)) return draw.chance(50) ? [{ ...run, edit: { side: draw.side(), changeId: null } }] : [run];
  switch (draw.number(7)) {
    case 0:
    case 1:
      return [{ ...run, edit: { side: draw.side(), changeId: draw.id() } }];
    case 2: {
      const changeId = draw.id();
      return [
        { ...otherText(run, draw), edit: { side: 'original', changeId } },
        { ...run, edit: { side: 'revised', changeId } },
      ];
    }
    case 3:
      // A reader gives pictures no marks and no look.
      if (run.image) return [run];
      return [
        {
          ...run,
          format: {
            changeId: draw.id(),
            originalMarks: draw.one(arbitraryMarks) & COMPARED_MARKS,
            ...(draw.chance(40) && { originalLook: draw.chance(50) ? '' : 'color: #0000ff' }),
          },
        },
      ];
    case 4:
      return [
        { ...run, link: { changeId: draw.id(), originalHref: draw.chance(50) ? draw.one(arbitraryAddress) : null } },
      ];
    default:
      return [run];
  }
}

/** A layer that fits the original's text. */
function carriedLayer(runs: readonly Run[], draw: Draw): CarriedLayer {
  let length = 0;
  for (const run of runs) if (run.edit?.side !== 'revised') length += run.text.length;
  const places = [draw.number(length + 1), draw.number(length + 1), draw.number(length + 1)].sort((a, b) => a - b);
  const image = draw.one(arbitraryImage);
  const linked = draw.chance(50)
    ? { at: places[2]!, image, href: draw.one(arbitraryAddress) }
    : { at: places[2]!, image };
  return {
    attributes: draw.one(arbitraryAttributes),
    code: places[0]! < places[1]! ? [[places[0]!, places[1]!]] : [],
    images: draw.chance(50) ? [linked] : [],
    ...(draw.chance(40) &&
      places[1]! < places[2]! && { links: [[places[1]!, places[2]!, draw.one(arbitraryAddress)]] as const }),
  };
}

/** A block of one side, its path exact now and then. */
function standingBlock<B extends Block>(block: B, draw: Draw): B {
  const exact = draw.chance(30) ? { original: { changeId: null, path: block.path } } : {};
  return { ...block, onlyIn: draw.onlyIn(), ...exact };
}

function mergeText(block: TextBlock, path: Path, draw: Draw): TextBlock {
  if (draw.chance(20)) return standingBlock(block, draw);
  const runs = draw.chance(15)
    ? block.runs.map((run): Run => (run.image ? run : { ...run, edit: { side: 'original', changeId: draw.id() } }))
    : block.runs.flatMap((run) => (draw.chance(50) ? mergeRun(run, draw) : [run]));
  const merged = { ...block, runs: joinRuns(runs) };
  const carried = draw.chance(20) ? { carried: carriedLayer(runs, draw) } : {};
  if (draw.chance(25)) {
    const changeId = draw.id();
    const side = draw.side();
    const joint: Run = {
      text: ' ',
      marks: 0,
      href: null,
      edit: { side: side === 'revised' ? 'original' : 'revised', changeId },
    };
    return {
      ...merged,
      runs: joinRuns(draw.chance(50) ? [joint, ...runs] : runs),
      boundary: { side, changeId },
      ...(side === 'original' && carried),
    };
  }
  if (!draw.chance(20)) return { ...merged, ...carried };
  const type = draw.one(arbitraryTextType);
  const changeId = draw.chance(70) ? draw.id() : null;
  return {
    ...merged,
    ...carried,
    original: {
      changeId,
      path,
      ...(changeId !== null && type !== block.type && { type }),
      ...(changeId !== null && draw.chance(50) && { look: lookOf(draw.one(arbitraryAttributes)) }),
    },
  };
}

function mergeRow(row: Row, columns: readonly (OneSided | null)[], draw: Draw): Row {
  const onlyIn = draw.chance(20) ? draw.onlyIn() : null;
  const cells = row.cells.map((cell, index): Cell => {
    const drawn = columns[index] ?? (draw.chance(10) ? draw.onlyIn() : null);
    // No document has a cell in a row and a column of different sides.
    const column = onlyIn && drawn?.side !== onlyIn.side ? null : drawn;
    const blocks = onlyIn || column ? cell.blocks : mergeBlocks(cell.blocks, draw);
    const form = { header: draw.chance(50), colspan: 1 + draw.number(3), rowspan: 1 };
    return { ...cell, blocks, ...(column && { onlyIn: column }), ...(draw.chance(15) && { carried: form }) };
  });
  return {
    ...row,
    cells,
    ...(onlyIn && { onlyIn }),
    ...(draw.chance(15) && { carried: row.section === 'body' ? 'head' : 'body' }),
  };
}

function mergeBlock(block: Block, path: Path, draw: Draw): Block {
  switch (block.kind) {
    case 'text':
      return mergeText(block, path, draw);
    case 'image': {
      if (draw.chance(50)) return { ...block, onlyIn: { side: draw.side(), changeId: null } };
      return draw.chance(30) ? { ...block, carried: { image: draw.one(arbitraryImage), href: 'a.html' } } : block;
    }
    case 'rule':
      return draw.chance(50) ? { ...block, onlyIn: draw.onlyIn() } : block;
    case 'table': {
      if (draw.chance(20)) return { ...block, onlyIn: draw.onlyIn() };
      const columns = [0, 1, 2].map(() => (draw.chance(20) ? draw.onlyIn() : null));
      const look = draw.chance(50) ? { look: draw.one(arbitraryTableLook) } : {};
      const form = draw.chance(20) ? { original: { changeId: draw.id(), path, ...look } } : {};
      return { ...block, ...form, rows: block.rows.map((row) => mergeRow(row, columns, draw)) };
    }
  }
}

/** Paths keep some flags only: those of a merged list are raw. */
function roughen(path: Path, draw: Draw): Path {
  return pathOf(
    stepsOf(path).map((step) =>
      draw.chance(20) && step.kind !== 'quote' ? { kind: step.kind, starts: !step.starts } : step,
    ),
  );
}

function mergeBlocks(blocks: readonly Block[], draw: Draw): Block[] {
  const paths = draw.one(() => arbitraryPaths(blocks.length));
  return blocks.map((block, index) => mergeBlock({ ...block, path: roughen(block.path, draw) }, paths[index]!, draw));
}

/** The same blocks with their changes numbered in document order: `chg_000001`, …. */
export function numberChanges(blocks: readonly Block[]): Block[] {
  const numbers = new Map(changeIdsOf(blocks).map((id, index) => [id, `chg_${String(index + 1).padStart(6, '0')}`]));
  return JSON.parse(JSON.stringify(blocks), (key, value: unknown) =>
    key === 'changeId' && typeof value === 'string' ? numbers.get(value) : value,
  ) as Block[];
}

/**
 * A merged document with changes of every kind, wilder than an engine's. It has boundaries behind anything, random raw
 * paths, and blocks that decisions can empty. Runs are joined, changes numbered in document order.
 */
export const arbitraryMerged = (maxLength = 7): fc.Arbitrary<Block[]> =>
  fc
    .tuple(arbitraryDocument(maxLength), fc.gen())
    .map(([{ blocks }, gen]) => numberChanges(mergeBlocks(blocks, new Draw(gen))));
