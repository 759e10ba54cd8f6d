import fc from 'fast-check';
import type { Attributes, Block, Cell, Document, Row, TextBlock, TextType } from '../../shared/document/model.ts';
import { outerPath, pathOf, stepsOf, TOP, type Path, type Step, type StepKind } from '../../shared/document/path.ts';
import { settlePaths } from '../../shared/document/settle-paths.ts';
import { arbitraryAddress, arbitraryImage, arbitraryRun, normalSpaces, ORDINARY } from './arbitrary-text.ts';

/** Text types outside tables' captions. */
export const arbitraryTextType = (): fc.Arbitrary<TextType> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<TextType>('p') },
    { weight: 3, arbitrary: fc.constantFrom<TextType>('h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre') },
    { weight: 1, arbitrary: fc.constantFrom<TextType>('line', 'code-line') },
  );

/** Attributes of a text block: carried ones, labels among them, and looks. */
export const arbitraryAttributes = (): fc.Arbitrary<Attributes> =>
  fc.constantFrom<Attributes>(
    {},
    {},
    {},
    { dir: 'rtl' },
    { 'data-label': '4(b)' },
    { 'data-label': '4(c)' },
    { 'data-label': '' },
    { dir: 'rtl', 'data-label': '" <&> א.', 'data-class': 'Quote' },
    { lang: 'en' },
    { 'data-toc': 'contents' },
    { dir: 'rtl', 'data-toc': 'index' },
    { 'data-title': 'title' },
    { lang: 'en', 'data-title': 'subtitle' },
    { 'data-note': 'footnote 2 3 4' },
    { 'data-comment': '{"author":"M. <B.> & \\"C\\"","date":"2026-03-01T10:00:00Z","parent":1}' },
    { 'data-comment': '{"author":"","done":true,"anchor":{"start":[0,1],"end":[2,3],"quote":"x"}}' },
    { dir: 'ltr', lang: 'de" onclick="x' },
    { 'data-direction': 'vertical-rl' },
    { 'data-direction': 'sideways-lr', 'data-align': 'center' },
    { 'data-align': 'center' },
    { lang: 'en', 'data-align': 'center', 'data-class': 'Quote' },
    { 'data-class': 'a" b', 'data-style': 'margin-left: 36pt' },
  );

/** A text block with content, outside any container. */
export const arbitraryTextBlock = (type: fc.Arbitrary<TextType> = arbitraryTextType()): fc.Arbitrary<TextBlock> =>
  fc
    .record({ type, attributes: arbitraryAttributes(), runs: fc.array(arbitraryRun(), { minLength: 1, maxLength: 4 }) })
    .map(({ type, attributes, runs }) => {
      const normal = normalSpaces(runs, type);
      const content = normal.length > 0 ? normal : [{ text: 'x', marks: 0, href: null }];
      return { kind: 'text', type, path: TOP, attributes, runs: content };
    });

/** Derives a path from the one before: a number of kept steps, a new item, a number of new steps. */
interface PathMove {
  readonly keep: number;
  readonly item: boolean;
  readonly add: readonly StepKind[];
  readonly value: number | null;
}

const pathMove: fc.Arbitrary<PathMove> = fc.record({
  keep: fc.nat(4),
  item: fc.boolean(),
  add: fc.oneof(
    { weight: 3, arbitrary: fc.constant<StepKind[]>([]) },
    {
      weight: 2,
      arbitrary: fc.array(fc.constantFrom<StepKind>('ul', 'ol', 'dt', 'dd', 'quote', 'para', 'header', 'comment'), {
        maxLength: 2,
      }),
    },
  ),
  value: fc.option(fc.integer({ min: -3, max: 99 }), { freq: 4 }),
});

function movePath(from: Path, { keep, item, add, value }: PathMove): Path {
  // Shares as many steps with the path before as a reader would.
  const shared = outerPath(from, Math.min(keep, from.goingOn));
  const steps: Step[] = stepsOf(outerPath(from, keep), shared.length).map(({ kind }) => ({ kind, starts: false }));
  const last = steps.at(-1);
  if (item && last && last.kind !== 'quote') steps[steps.length - 1] = { kind: last.kind, starts: true };
  for (const kind of add) steps.push({ kind, starts: kind !== 'quote' });
  const end = steps.at(-1);
  if (value !== null && end?.kind === 'ol' && end.starts) steps[steps.length - 1] = { ...end, value };
  return pathOf(steps, shared);
}

/** As many raw paths, neighbours sharing containers as lists do. Not settled. */
export const arbitraryPaths = (length: number): fc.Arbitrary<Path[]> =>
  fc.array(pathMove, { minLength: length, maxLength: length }).map((moves) => {
    let path: Path = TOP;
    return moves.map((move) => (path = movePath(path, move)));
  });

/** Blocks on arbitrary paths, not settled. */
export const onArbitraryPaths = (blocks: fc.Arbitrary<Block[]>): fc.Arbitrary<Block[]> =>
  blocks.chain((list) =>
    arbitraryPaths(list.length).map((paths) => list.map((block, index) => ({ ...block, path: paths[index]! }))),
  );

const span = fc.constantFrom(1, 1, 1, 2, 3);

const arbitraryCell = (depth: number): fc.Arbitrary<Cell> =>
  fc.record(
    {
      header: fc.boolean(),
      colspan: span,
      rowspan: span,
      blocks: fc.oneof(
        { weight: 3, arbitrary: arbitraryTextBlock(fc.constant('p')).map((block): Block[] => [block]) },
        { weight: 1, arbitrary: fc.constant<Block[]>([]) },
        { weight: 1, arbitrary: arbitraryBlocks(depth - 1, 2) },
      ),
    },
    ORDINARY,
  );

const arbitraryRow = (depth: number): fc.Arbitrary<Row> =>
  fc.record(
    {
      section: fc.constantFrom('head', 'body', 'body', 'foot'),
      cells: fc.array(arbitraryCell(depth), { minLength: 1, maxLength: 3 }),
    },
    ORDINARY,
  );

/** A table, with its caption now and then. */
const arbitraryTable = (depth: number): fc.Arbitrary<Block[]> =>
  fc
    .tuple(
      fc.option(arbitraryTextBlock(fc.constant('caption')), { freq: 4 }),
      fc.array(arbitraryRow(depth), { minLength: 1, maxLength: 3 }),
      fc.constantFrom<{ attributes?: Attributes }>(
        {},
        {},
        { attributes: { 'data-class': 'Grid' } },
        { attributes: { 'data-direction': 'rtl' } },
        { attributes: { 'data-direction': 'rtl', 'data-class': 'Grid' } },
      ),
    )
    .map(([caption, rows, look]): Block[] => [
      ...(caption ? [caption] : []),
      { kind: 'table', path: TOP, ...look, rows },
    ]);

const arbitraryFigure = (): fc.Arbitrary<Block> =>
  fc
    .tuple(arbitraryImage(), fc.option(arbitraryAddress()))
    .map(([image, href]): Block => ({ kind: 'image', path: TOP, image, ...(href !== null && { href }) }));

function arbitraryBlocks(depth: number, maxLength: number): fc.Arbitrary<Block[]> {
  const flat = fc.oneof(
    { weight: 8, arbitrary: arbitraryTextBlock().map((block): Block[] => [block]) },
    { weight: 1, arbitrary: fc.constant<Block[]>([{ kind: 'rule', path: TOP }]) },
    { weight: 1, arbitrary: arbitraryFigure().map((block): Block[] => [block]) },
  );
  const part =
    depth > 0 ? fc.oneof({ weight: 8, arbitrary: flat }, { weight: 1, arbitrary: arbitraryTable(depth) }) : flat;
  return onArbitraryPaths(fc.array(part, { maxLength }).map((parts) => parts.flat())).map(settlePaths);
}

/**
 * Documents with every construct in the form that readers return: settled paths, normal spaces, joined runs, no empty
 * blocks.
 */
export const arbitraryDocument = (maxLength = 10): fc.Arbitrary<Document> =>
  arbitraryBlocks(2, maxLength).map((blocks) => ({ blocks, warnings: [] }));
