/**
 * Sorts a run of marks by the Canonical Ordering Algorithm (Unicode 3.11, D109). JavaScript does not expose combining
 * classes, but normalizing two marks shows their order.
 */

/** A mark of the lowest class, and one of the highest. */
const OVERLAY = '\u0334';
const ABOVE = '\u0301';

/** A run of marks, decomposed and in canonical order. Every normal form of it stays the same. */
export function orderMarks(marks: string): string {
  const ranks = new Map<string, number>();
  const decomposed = new Map<string, readonly string[]>();
  const all: string[] = [];
  for (const mark of marks) {
    let parts = decomposed.get(mark);
    if (parts === undefined) decomposed.set(mark, (parts = [...mark.normalize('NFD')]));
    all.push(...parts);
  }
  let last: string | undefined;
  const movable = [...new Set(all)].filter((mark) => !isStarter(mark)).sort(compareClasses);
  for (const mark of movable) {
    ranks.set(mark, ranks.size === 0 ? 1 : ranks.get(last!)! + (changePlaces(mark, last!) ? 1 : 0));
    last = mark;
  }
  let ordered = '';
  let waiting: string[] = [];
  const flush = (): void => {
    // The sort is stable, so marks of one class keep their order.
    ordered += waiting.sort((x, y) => ranks.get(x)! - ranks.get(y)!).join('');
    waiting = [];
  };
  for (const mark of all) {
    if (ranks.has(mark)) waiting.push(mark);
    else {
      flush();
      ordered += mark;
    }
  }
  flush();
  return ordered;
}

/** Whether a mark has class 0. It stays in place, and nothing moves past it. */
function isStarter(mark: string): boolean {
  return !changePlaces(ABOVE, mark) && !changePlaces(mark, OVERLAY) && mark !== ABOVE && mark !== OVERLAY;
}

function compareClasses(x: string, y: string): number {
  return changePlaces(x, y) ? 1 : changePlaces(y, x) ? -1 : 0;
}

/** Whether the second of two decomposed marks belongs before the first. */
function changePlaces(first: string, second: string): boolean {
  return first !== second && (first + second).normalize('NFD') === second + first;
}
