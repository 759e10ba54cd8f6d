/**
 * A second reader of the fragment grammar (`docs/fragment.md`), for judging. It shares no code with the scanner in
 * `shared/fragment`. It takes the tags of htmlparser2 and notes what each side has for every block.
 */
import { Parser } from 'htmlparser2';

/** Sides that have a block or text, as bits: the sides of nested elements intersect. */
export const ON_ORIGINAL = 1;
export const ON_REVISED = 2;
const ON_BOTH = ON_ORIGINAL | ON_REVISED;

/** A stretch of text of a judged block with one set of marks. */
export interface JudgedText {
  readonly text: string;
  /** Bits of the sides that have the text. */
  readonly sides: number;
  readonly changeId: string | null;
  /** Names of the compared marks in alphabetical order, joined by spaces, on either side. */
  readonly originalMarks: string;
  readonly revisedMarks: string;
  readonly originalHref: string | null;
  readonly revisedHref: string | null;
}

/** A text block, a rule, or the start of a table, row or cell. */
export interface JudgedBlock {
  /** `table`, `row`, `cell`, or the element name, followed by `.line` or `.caption` where it has that class. */
  readonly type: string;
  /** Type on the original side. */
  readonly originalType: string;
  readonly sides: number;
  /** Steps from the outside in; `item` is the same for all blocks of one item. */
  readonly path: readonly JudgedStep[];
  /** Value of `data-original-path`; null where no change has it. */
  readonly originalPath: string | null;
  /** Bits of the sides where this block is the end of the block before it. */
  readonly joinedOn: number;
  /** The original's addresses that no change restores, by ranges of the original's text. */
  readonly carriedLinks: readonly CarriedLink[];
  readonly texts: JudgedText[];
}

type CarriedLink = readonly [start: number, end: number, href: string];

/** One container around a block. */
export interface JudgedStep {
  readonly kind: string;
  readonly item: number;
}

const COMPARED_MARKS: ReadonlySet<string> = new Set(['strong', 'em', 'u', 's', 'sup', 'sub', 'mark']);
const TEXT_BLOCKS: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre']);
const STRUCTURE: Readonly<Record<string, string>> = { table: 'table', tr: 'row', td: 'cell', th: 'cell', hr: 'hr' };
/** Types of text that are an element with a class (docs/fragment.md). */
const CLASSED: Readonly<Record<string, string>> = { caption: 'p.caption', line: 'p.line', 'code-line': 'pre.line' };
const LIST_TAGS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl']);

interface Scope {
  readonly name: string;
  readonly sides: number;
  readonly step: JudgedStep | null;
  readonly changeId: string | null;
  readonly mark: string | null;
  readonly href: string | null | undefined;
  readonly originalMarks: string | null;
  readonly originalHref: string | null | undefined;
  readonly block: JudgedBlock | null;
}

/** Reads a fragment of this project. Never throws; skips what it does not know. */
export function readJudgedBlocks(fragment: string): JudgedBlock[] {
  const blocks: JudgedBlock[] = [];
  const scopes: Scope[] = [];
  // The last item at each depth of the path, for items that continue after another block.
  const lastItemAt: number[] = [];
  let items = 0;
  let dropLineFeed = false;

  const stepOf = (name: string, attributes: Readonly<Record<string, string>>): JudgedStep | null => {
    const depth = scopes.filter((scope) => scope.step !== null).length;
    let kind: string;
    if (name === 'blockquote') return { kind: 'quote', item: -1 };
    if (name === 'div' && attributes.class === 'para') kind = 'para';
    else if (name === 'dt' || name === 'dd') kind = name;
    else if (name === 'li') kind = scopes.findLast((scope) => LIST_TAGS.has(scope.name))?.name ?? 'li';
    else return null;
    const continued = 'data-continues' in attributes ? lastItemAt[depth] : undefined;
    const item = continued ?? (items += 1);
    lastItemAt[depth] = item;
    lastItemAt.length = depth + 1;
    return { kind, item };
  };

  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const above = scopes.at(-1);
    const changeType = attributes['data-change-type'];
    let sides = above?.sides ?? ON_BOTH;
    if (name === 'ins' || changeType === 'block_insert') sides &= ON_REVISED;
    if (name === 'del' || changeType === 'block_delete') sides &= ON_ORIGINAL;
    const isSpan = name === 'span';
    const scope: Scope = {
      name,
      sides,
      step: stepOf(name, attributes),
      changeId: attributes['data-change-id'] ?? null,
      mark: COMPARED_MARKS.has(name) ? name : null,
      href:
        name === 'a' && attributes.class !== 'image' ? (attributes.href ?? attributes['data-href'] ?? null) : undefined,
      originalMarks: isSpan && changeType === 'format' ? sortedMarks(attributes['data-original-marks'] ?? '') : null,
      originalHref: isSpan && changeType === 'link' ? (attributes['data-original-href'] ?? null) : undefined,
      block: blockOf(name, attributes, sides),
    };
    scopes.push(scope);
    if (scope.block !== null) blocks.push(scope.block);
    dropLineFeed = name === 'pre' && attributes.class !== 'line';
    if (name === 'br') addText('\n');
  };

  const blockOf = (name: string, attributes: Readonly<Record<string, string>>, sides: number): JudgedBlock | null => {
    const structure = STRUCTURE[name];
    if (structure === undefined && !TEXT_BLOCKS.has(name)) return null;
    const shape = attributes.class === 'line' || attributes.class === 'caption' ? `${name}.${attributes.class}` : name;
    const type = structure ?? shape;
    const decided = attributes['data-change-type'] === 'format';
    const boundary = attributes['data-boundary-type'];
    const table = scopes.findLastIndex((scope) => scope.name === 'td' || scope.name === 'th');
    return {
      type,
      originalType: decided ? originalTypeOf(attributes['data-original-type'], type) : type,
      sides,
      path: scopes.slice(table + 1).flatMap((scope) => scope.step ?? []),
      // Rows and cells have the original path of their table.
      originalPath:
        type === 'row' || type === 'cell'
          ? (scopes.findLast(({ block }) => block?.type === 'table')?.block?.originalPath ?? null)
          : decided
            ? (attributes['data-original-path'] ?? null)
            : null,
      joinedOn: boundary === 'insert' ? ON_ORIGINAL : boundary === 'delete' ? ON_REVISED : 0,
      carriedLinks: TEXT_BLOCKS.has(name) ? carriedLinksOf(attributes['data-original-carried']) : [],
      texts: [],
    };
  };

  const addText = (data: string): void => {
    const text = dropLineFeed && data.startsWith('\n') ? data.slice(1) : data;
    dropLineFeed = false;
    if (text === '') return;
    const from = scopes.findLastIndex((scope) => scope.block !== null);
    const block = scopes[from]?.block;
    if (block === undefined || block === null) return;
    const inline = scopes.slice(from + 1);
    const marks = sortedMarks(inline.map((scope) => scope.mark ?? '').join(' '));
    const href = inline.find((scope) => scope.href !== undefined)?.href ?? null;
    const link = inline.find((scope) => scope.originalHref !== undefined);
    block.texts.push({
      text,
      sides: scopes.at(-1)!.sides,
      changeId: inline.find((scope) => scope.changeId !== null)?.changeId ?? null,
      originalMarks: inline.find((scope) => scope.originalMarks !== null)?.originalMarks ?? marks,
      revisedMarks: marks,
      originalHref: link === undefined ? href : (link.originalHref ?? null),
      revisedHref: href,
    });
  };

  const parser = new Parser({
    ontext: addText,
    onopentag: open,
    onclosetag: () => {
      scopes.pop();
    },
  });
  parser.write(fragment);
  parser.end();
  return blocks;
}

function sortedMarks(names: string): string {
  return [...new Set(names.split(' '))]
    .filter((name) => COMPARED_MARKS.has(name))
    .sort()
    .join(' ');
}

/** One block on one side of a redline: everything that a comparison compares. */
export interface ComparedBlock {
  readonly type: string;
  /** Kinds of the containers from the outside in, joined by spaces. */
  readonly kinds: string;
  /**
   * The same with `+` where the block starts its item. Reliable only in a fragment without changes. When blocks around
   * it are resolved away, `resolve` decides the item of a block, and the invariant `exact` judges that.
   */
  readonly items: string;
  text: string;
  /** Stretches of equal marks and destination: `[text, marks, href]`. */
  readonly spans: [text: string, marks: string, href: string | null][];
}

/** The blocks of one side, with split and merged paragraphs as that side has them. */
export function comparedSide(
  blocks: readonly JudgedBlock[],
  side: typeof ON_ORIGINAL | typeof ON_REVISED,
): ComparedBlock[] {
  const result: ComparedBlock[] = [];
  const begun = new Set<number>();
  let last: ComparedBlock | null = null;
  let carried: readonly CarriedLink[] = [];
  for (const block of blocks) {
    if ((block.sides & side) === 0) continue;
    const onOriginal = side === ON_ORIGINAL;
    const spelled = onOriginal ? block.originalPath : null;
    const steps = spelled !== null ? spelledSteps(spelled) : derivedSteps(block.path, begun);
    // A block with an original path starts items around it only as far as the kinds of both paths agree.
    for (const [depth, { kind, item }] of block.path.entries()) {
      if (steps[depth]?.kind !== kind) break;
      begun.add(item);
    }
    let target: ComparedBlock | null = (block.joinedOn & side) === 0 ? null : last;
    if (target === null) {
      target = {
        type: onOriginal ? block.originalType : block.type,
        kinds: steps.map((step) => step.kind).join(' '),
        items: steps.map((step) => (step.starts ? `${step.kind}+` : step.kind)).join(' '),
        text: '',
        spans: [],
      };
      result.push(target);
      carried = onOriginal ? block.carriedLinks : [];
    }
    for (const piece of block.texts) {
      if ((piece.sides & side) === 0) continue;
      const marks = onOriginal ? piece.originalMarks : piece.revisedMarks;
      const shown = onOriginal ? piece.originalHref : piece.revisedHref;
      for (const [text, href] of withCarriedLinks(piece.text, target.text.length, shown, carried)) {
        const span = target.spans.at(-1);
        if (span !== undefined && span[1] === marks && span[2] === href) span[0] += text;
        else target.spans.push([text, marks, href]);
        target.text += text;
      }
    }
    last = target;
  }
  return result;
}

function carriedLinksOf(json: string | undefined): readonly CarriedLink[] {
  if (json === undefined) return [];
  return (JSON.parse(json) as { links?: readonly CarriedLink[] }).links ?? [];
}

/** A text of the original, cut at the ends of links whose addresses are carried. `at`: its offset in the block. */
function withCarriedLinks(
  text: string,
  at: number,
  href: string | null,
  carried: readonly CarriedLink[],
): [text: string, href: string | null][] {
  const end = at + text.length;
  const cuts = carried.flatMap(([from, to]) => [from, to]).filter((cut) => at < cut && cut < end);
  return [...cuts, end].map((cut, index) => {
    const from = index === 0 ? at : cuts[index - 1]!;
    const link = carried.find(([start, stop]) => start <= from && from < stop);
    return [text.slice(from - at, cut - at), link === undefined ? href : link[2]];
  });
}

interface NamedStep {
  readonly kind: string;
  readonly starts: boolean;
}

function derivedSteps(path: readonly JudgedStep[], begun: ReadonlySet<number>): NamedStep[] {
  return path.map(({ kind, item }) => ({ kind, starts: item !== -1 && !begun.has(item) }));
}

// `ol+=3 ul quote`: kind, `+` when the block starts the item, `=N` for a shown number.
function spelledSteps(path: string): NamedStep[] {
  return path
    .split(' ')
    .filter((step) => step !== '')
    .map((step) => ({ kind: /^[a-z]+/.exec(step)?.[0] ?? step, starts: step.includes('+') }));
}

function originalTypeOf(name: string | undefined, type: string): string {
  return name === undefined ? type : (CLASSED[name] ?? name);
}
