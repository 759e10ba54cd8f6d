import { fetchPatiently, type ReplicaProcess } from '../../cluster/replica-process.ts';

/** An answer. Status 0: none came, because the connection broke. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Where a request goes. */
export type Place = Pick<ReplicaProcess, 'origin'>;

let busy = 0;

/** How often a request was refused since the start because its replica was too busy, and was sent again. */
export function busyRefusals(): number {
  return busy;
}

/** A request whose broken connection is an answer too. */
export async function ask(place: Place, path: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const { status, text } = await fetchPatiently(`${place.origin}${path}`, init, () => busy++);
    return { status, body: text };
  } catch {
    return { status: 0, body: '' };
  }
}

/** Sends JSON. */
export async function post(place: Place, path: string, headers: Record<string, string>, body: object): Promise<Answer> {
  const json = { ...headers, 'content-type': 'application/json' };
  return await ask(place, path, { method: 'POST', headers: json, body: JSON.stringify(body) });
}

const SENTENCE = 'The supplier shall deliver the goods within thirty days of the order. ';

/** Compares two small texts, which `mark` makes different from all others. */
export async function compare(
  place: Place,
  headers: Record<string, string>,
  mark: string,
  more: object = {},
): Promise<Answer> {
  const original = SENTENCE + mark;
  const revised = original.replace('thirty', 'fourteen');
  return await post(place, '/v1/diffsvc/html', headers, { original, revised, format: 'txt', ...more });
}

/** Works on every item, this many at the same time. */
export async function eachOf<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Counts answers by status. */
export class Statuses {
  readonly #counts = new Map<number, number>();

  count({ status }: Answer): void {
    this.#counts.set(status, this.of(status) + 1);
  }

  of(status: number): number {
    return this.#counts.get(status) ?? 0;
  }

  /** Statuses with their counts that are none of `expected`. */
  others(...expected: readonly number[]): string[] {
    const found = [...this.#counts].filter(([status]) => !expected.includes(status));
    return found.map(([status, count]) => `${count} × ${status}`);
  }

  /** For a person. */
  text(): string {
    const sorted = [...this.#counts].sort(([one], [other]) => one - other);
    return sorted.map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`).join(', ');
  }
}
