import { TOP, within, type Path, type Step, type StepKind } from '../document/path.ts';
import type { Cursor, Tag } from './cursor.ts';
import { CONTAINERS } from './names.ts';

const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl']);
const VALUE = /^-?\d{1,15}$/;

/** The step that a start tag begins inside the given list element; null: it begins none. */
function stepKindOf(tag: Tag, list: string | null): StepKind | null {
  for (const kind of Object.keys(CONTAINERS) as StepKind[]) {
    const container = CONTAINERS[kind];
    if (tag.name !== container.item || tag.attributes.get('class') !== container.itemClass) continue;
    if (container.list === list) return kind;
  }
  return null;
}

function scanStep(kind: StepKind, { attributes, offset }: Tag, cursor: Cursor): Step {
  const step: Step = { kind, starts: kind !== 'quote' && !attributes.has('data-continues') };
  const value = attributes.get('value');
  if (value === undefined) return step;
  if (!VALUE.test(value)) cursor.fail('a number', offset);
  return { ...step, value: Number(value) };
}

/** The open containers at a place of one list of blocks, and the path of a block there. */
export class ScannedPath {
  /** Names of the open elements: lists and items. */
  readonly #open: string[] = [];
  readonly #steps: Step[] = [];
  /** For each step that a block's path has contained: the path down to it, for a continuing block. */
  readonly #continuing: Path[] = [];

  /** Whether no container is open. */
  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /** Enters a container, if the start tag begins one. */
  enter(tag: Tag, cursor: Cursor): boolean {
    const top = this.#open.at(-1);
    const list = top !== undefined && LISTS.has(top) ? top : null;
    const kind = stepKindOf(tag, list);
    if (kind) {
      this.#steps.push(scanStep(kind, tag, cursor));
    } else if (list) {
      cursor.fail(`an item of <${list}>`, tag.offset);
    } else if (!LISTS.has(tag.name)) {
      return false;
    }
    this.#open.push(tag.name);
    return true;
  }

  /** Leaves the innermost container. */
  leave(tag: Tag, cursor: Cursor): void {
    const top = this.#open.pop();
    if (tag.name !== top) cursor.fail(`</${top}>`, tag.offset);
    if (LISTS.has(tag.name)) return;
    this.#steps.pop();
    this.#continuing.length = Math.min(this.#continuing.length, this.#steps.length);
  }

  /** The path of a block at the current place. Later blocks in the same containers continue its items. */
  take(): Path {
    let continuing = this.#continuing.at(-1) ?? TOP;
    let path = continuing;
    for (let depth = continuing.length; depth < this.#steps.length; depth += 1) {
      const step = this.#steps[depth]!;
      path = within(path, step);
      continuing = within(continuing, { kind: step.kind, starts: false });
      this.#continuing.push(continuing);
    }
    return path;
  }
}
