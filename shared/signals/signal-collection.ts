/** Collects signals of changes, and compares what both sides of a change have. */
import { BOTH_SIDES, type Side } from '../document/model.ts';
import type { Found } from './find-things.ts';
import type { Signal } from './rule.ts';
import type { BlockTexts, Span } from './side-texts.ts';

/** More of one kind are counted in the text of a signal, and not listed. */
const LISTED_MAX = 4;
/** Length of a listed thing in a signal, in UTF-16 units. */
const LISTED_LENGTH = 80;

/** Whether a change is where a thing is. A change without text on this side has to be inside the thing. */
export function touches({ start, end }: Pick<Span, 'start' | 'end'>, thing: Pick<Found, 'start' | 'end'>): boolean {
  return start === end ? thing.start < start && start < thing.end : thing.start < end && thing.end > start;
}

/** The signals of changes, as they are collected. */
export class SignalCollection {
  readonly #signals = new Map<string, Signal[]>();
  readonly #passed: ReadonlySet<string>;

  /** `passed`: changes without signals, such as page numbers of a table of contents. */
  constructor(passed: ReadonlySet<string>) {
    this.#passed = passed;
  }

  /** Adds a signal. A change has each signal once. */
  add(changeId: string, rule: string, text: string): void {
    if (this.#passed.has(changeId)) return;
    const known = this.#signals.get(changeId);
    if (known === undefined) this.#signals.set(changeId, [{ rule, text }]);
    else if (!known.some((signal) => signal.rule === rule && signal.text === text)) known.push({ rule, text });
  }

  /** Adds what only one side of a change has of the things in a text. */
  differences(
    rule: string,
    { original, revised, spans }: BlockTexts,
    find: (own: string, other: string) => readonly Found[],
  ): void {
    const things = { original: find(original ?? '', revised ?? ''), revised: find(revised ?? '', original ?? '') };
    if (things.original.length + things.revised.length === 0) return;
    const ids = new Set(BOTH_SIDES.flatMap((side) => spans[side].map(({ changeId }) => changeId)));
    for (const id of ids) {
      const thingsOf = (side: Side): Found[] => {
        const own = spans[side].filter(({ changeId }) => changeId === id);
        return things[side].filter((thing) => own.some((span) => touches(span, thing)));
      };
      const before = thingsOf('original');
      const after = thingsOf('revised');
      const removed = beyond(before, after);
      const added = beyond(after, before);
      if (removed.length + added.length > 0) this.add(id, rule, describe(removed, added));
    }
  }

  /** The signals of each change in the order of the rules. */
  inOrder(order: ReadonlyMap<string, number>): ReadonlyMap<string, readonly Signal[]> {
    for (const signals of this.#signals.values()) signals.sort((a, b) => order.get(a.rule)! - order.get(b.rule)!);
    return this.#signals;
  }
}

/** The things beyond those of the other side. A thing that occurs twice here and once there is one. */
function beyond(things: readonly Found[], others: readonly Found[]): Found[] {
  const partners = new Map<string, number>();
  for (const { key } of others) partners.set(key, (partners.get(key) ?? 0) + 1);
  return things.filter(({ key }) => {
    const count = partners.get(key) ?? 0;
    if (count > 0) partners.set(key, count - 1);
    return count === 0;
  });
}

function describe(removed: readonly Found[], added: readonly Found[]): string {
  if (removed.length === 0) return `added: ${listed(added)}`;
  return added.length === 0 ? `removed: ${listed(removed)}` : `${listed(removed)} → ${listed(added)}`;
}

function listed(things: readonly Found[]): string {
  const names = [...new Set(things.map(({ text }) => cut(text)))];
  const more = names.length - LISTED_MAX;
  return more > 0 ? `${names.slice(0, LISTED_MAX).join(', ')} and ${more} more` : names.join(', ');
}

function cut(text: string): string {
  return text.length <= LISTED_LENGTH ? text : `${text.slice(0, LISTED_LENGTH).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
