import { ServiceError } from '../../../shared/errors.ts';
import { ItemNumbers, type ItemVisitor } from '../../../shared/document/item-numbers.ts';
import { ownLabel } from '../../../shared/document/label.ts';
import type { Block } from '../../../shared/document/model.ts';
import {
  outerPath,
  stepsOf,
  TOP,
  within,
  type Path,
  type Step,
  type StepKind,
  type StoryKind,
} from '../../../shared/document/path.ts';
import type { Marker } from './list-style.ts';

/** Steps of all paths of a document together. Above it (hundreds of lists nested around every item) it is refused. */
const PATH_STEPS_MAX = 8_000_000;

/** The steps that text formats have. */
type FlowKind = Exclude<StepKind, StoryKind>;

const stepsThat = (starts: boolean): Readonly<Record<FlowKind, Step>> => ({
  ul: { kind: 'ul', starts },
  ol: { kind: 'ol', starts },
  dt: { kind: 'dt', starts },
  dd: { kind: 'dd', starts },
  quote: { kind: 'quote', starts: false },
  para: { kind: 'para', starts },
});
/** One object for all steps that are alike. */
const BEGINNING = stepsThat(true);
const CONTINUING = stepsThat(false);

/** How a list counts and marks its items. */
type ListForm = Pick<OpenList, 'by' | 'marker'> & { readonly start: number };

/** An open list: `ul` or `ol`. */
export interface OpenList {
  readonly is: 'list';
  readonly kind: 'ul' | 'ol';
  /** How many steps are open around it. */
  readonly depth: number;
  /** Number of the next item. */
  next: number;
  /** What is added to the number from item to item: 1, or -1 in a reversed list. */
  readonly by: number;
  /** The marker that the list states; undefined: it shows its own. */
  readonly marker: Marker | undefined;
  /** How many of its items are open now. */
  openItems: number;
  lastItem: OpenItem | undefined;
  /** The item for content that is directly in the list. */
  implied: OpenItem | undefined;
}

/** An open item, term, description or plain-text paragraph. */
export interface OpenItem {
  readonly is: 'item';
  readonly kind: Exclude<FlowKind, 'quote'>;
  readonly list: OpenList | undefined;
  readonly value: number | undefined;
  /** What is shown before the item, where its list would not show it by itself. */
  readonly label: string | undefined;
  /** A block of it has been given out. */
  begun: boolean;
}

/** An open quotation. */
export interface OpenQuote {
  readonly is: 'quote';
}

/** What can be open in a path. */
export type OpenStep = OpenList | OpenItem | OpenQuote;

/** Counts the steps of all paths of a document: each cell of a table has paths of its own. */
export class StepCount {
  #given = 0;

  add(steps: number): void {
    this.#given += steps;
    if (this.#given <= PATH_STEPS_MAX) return;
    throw new ServiceError(
      'document_too_complex',
      `The document has more than ${PATH_STEPS_MAX} levels of lists and quotations over all its blocks together. ` +
        'Compare it in parts, or with flatter nesting.',
    );
  }
}

/** The open lists, items and quotations of one flow (the document, or a cell), and the paths of its blocks. */
export class ListPath {
  readonly #open: OpenStep[] = [];
  #continued: Path | undefined;
  #label: string | undefined;
  readonly #stepCount: StepCount;
  /** For each of the first open steps: the path of a block that continues all steps down to it. */
  readonly #paths: Path[] = [];

  /** `stepCount`: of the whole document. */
  constructor(stepCount: StepCount) {
    this.#stepCount = stepCount;
  }

  openList(kind: 'ul' | 'ol', { start, by, marker }: ListForm): OpenList {
    const around = this.#open.at(-1);
    // A list directly in a list belongs to the item before it, as browsers show it.
    if (around?.is === 'list') around.implied ??= around.lastItem;
    const depth = this.#open.length;
    const items = { openItems: 0, lastItem: undefined, implied: undefined };
    return this.#push({ is: 'list', kind, depth, next: start, by, marker, ...items });
  }

  /**
   * An `li`. Outside a list it is an item of a `ul`. `value`: its own number; `counted`: it takes a number; `marker`:
   * that it states itself.
   */
  openListItem(value: number | undefined, counted: boolean, marker: Marker | undefined): OpenItem {
    let list: OpenList | undefined;
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const step = this.#open[i];
      if (step?.is === 'item') break;
      if (step?.is === 'list') {
        list = step;
        break;
      }
    }
    if (!list) return this.openItem('ul');
    list.openItems += 1;
    this.#forgetFrom(list.depth);
    const item = this.#newItem(list, value, counted, marker);
    list.implied = undefined;
    return this.#push(item);
  }

  openItem(kind: OpenItem['kind']): OpenItem {
    return this.#push({ is: 'item', kind, list: undefined, value: undefined, label: undefined, begun: false });
  }

  openQuote(): OpenQuote {
    return this.#push({ is: 'quote' });
  }

  /** Closes a step and whatever is open in it. */
  close(step: OpenStep): void {
    const at = this.#open.lastIndexOf(step);
    if (at < 0) return;
    this.#forgetFrom(at - 1);
    for (const closed of this.#open.splice(at)) {
      if (closed.is !== 'item' || !closed.list) continue;
      closed.list.openItems -= 1;
      this.#forgetFrom(closed.list.depth);
    }
    const around = this.#open.at(-1);
    if (step.is === 'list' && around?.is === 'list') around.implied = undefined;
    this.#continued = undefined;
  }

  /** Label of the innermost item that began with the last path. */
  get label(): string | undefined {
    return this.#label;
  }

  /** The path of the next block of the flow; items that had no block yet begin with it. */
  take(): Path {
    this.#label = undefined;
    if (this.#continued) return this.#continued;
    let continuing = this.#paths.at(-1) ?? TOP;
    let path = continuing;
    for (let known = this.#paths.length; known < this.#open.length; known += 1) {
      const open = this.#open[known]!;
      const item = open.is === 'list' ? this.#impliedItem(open) : open;
      if (item !== undefined) {
        const kind = item.is === 'quote' ? 'quote' : item.kind;
        const begins = item.is !== 'quote' && !item.begun;
        const isSame = path === continuing;
        continuing = within(continuing, CONTINUING[kind]);
        if (begins) {
          item.begun = true;
          this.#label = item.label;
          path = within(path, item.value === undefined ? BEGINNING[kind] : { kind, starts: true, value: item.value });
        } else path = isSame ? continuing : within(path, CONTINUING[kind]);
      }
      this.#paths.push(continuing);
    }
    this.#stepCount.add(path.length);
    if (path === continuing) this.#continued = path;
    return path;
  }

  /** The step of an open list in a path depends on the list's item. */
  #forgetFrom(index: number): void {
    while (this.#paths.length > Math.max(0, index)) this.#paths.pop();
  }

  #push<T extends OpenStep>(step: T): T {
    this.#forgetFrom(this.#open.length - 1);
    this.#open.push(step);
    this.#continued = undefined;
    return step;
  }

  #newItem(list: OpenList, value: number | undefined, counted: boolean, marker = list.marker): OpenItem {
    const number = value ?? list.next;
    if (counted) list.next = number + list.by;
    const shown = marker?.(number);
    const item: OpenItem = {
      is: 'item',
      kind: list.kind,
      list,
      value: list.kind === 'ol' ? number : undefined,
      label: shown === ownLabel(list.kind, number) ? undefined : shown,
      begun: false,
    };
    list.lastItem = item;
    return item;
  }

  /** The item of content that is directly in a list; undefined when one of the list's own items is open. */
  #impliedItem(list: OpenList): OpenItem | undefined {
    if (list.openItems > 0) return undefined;
    return (list.implied ??= this.#newItem(list, undefined, true));
  }
}

/**
 * Leaves `value` only on the `ol` items whose number does not follow from the item before. The paths make the lists:
 * neighbouring lists of one kind are one list, and each list counts from 1. Expects settled paths in which every
 * beginning of an `ol` item has its number.
 */
export function dropCountedValues(blocks: readonly Block[]): Block[] {
  const numbers = new ItemNumbers();
  const counted: number[] = [];
  const count: ItemVisitor = (depth, step, number) => {
    if (step.value === number) counted.push(depth);
  };
  return blocks.map((block) => {
    counted.length = 0;
    numbers.next(block.path, count);
    return counted.length === 0 ? block : { ...block, path: withoutValues(block.path, counted) };
  });
}

/** The path with plain beginnings at these depths, which ascend. */
function withoutValues(path: Path, depths: readonly number[]): Path {
  const from = depths[0]!;
  const plain = new Set(depths);
  let result = outerPath(path, from);
  stepsOf(path, from).forEach((step, at) => (result = within(result, plain.has(from + at) ? BEGINNING.ol : step)));
  return result;
}
