/**
 * Splits the script of two joined texts at the joints of either. A boundary is unchanged if both sides have a joint at
 * the same place. It is also unchanged if each has one in the same change.
 *
 *     a b|c      a b, {+¶+}c[-¶-]... : a joint of one side meets white space of the other
 *     a|b c
 */
import type { Side } from '../../../shared/document/model.ts';
import type { TextEdit } from './edit-script.ts';

/** A text joined from pieces, and the offsets of its joints, ascending. Each joint is one UTF-16 unit long. */
export interface JoinedText {
  readonly text: string;
  readonly joints: readonly number[];
}

/** The part of a script between two joints. */
export interface ScriptPart {
  /** Offsets of both texts begin at 0 in it. */
  readonly script: readonly TextEdit[];
  /**
   * Ends in the joined texts. A joint precedes the start of the next part. White space may precede it instead if the
   * other side has a joint.
   */
  readonly aEnd: number;
  readonly bEnd: number;
  readonly aNext: number;
  readonly bNext: number;
  /** The side that has the boundary after the part; null: nothing follows. */
  readonly boundary: Side | 'both' | null;
}

type Split = Omit<ScriptPart, 'script'>;

/** The parts in order, at least one. */
export function* splitScript(script: readonly TextEdit[], a: JoinedText, b: JoinedText): Generator<ScriptPart> {
  const splitter = new ScriptSplitter(a, b);
  let [aFrom, bFrom] = [0, 0];
  let own: TextEdit[] = [];
  const part = (split: Split): ScriptPart => {
    const shifted = own.map(({ equal, aStart, aEnd, bStart, bEnd }): TextEdit => {
      return { equal, aStart: aStart - aFrom, aEnd: aEnd - aFrom, bStart: bStart - bFrom, bEnd: bEnd - bFrom };
    });
    [own, aFrom, bFrom] = [[], split.aNext, split.bNext];
    return { script: shifted, ...split };
  };
  for (const edit of script) {
    let rest = edit;
    for (let split = splitter.next(rest); split !== null; split = splitter.next(rest)) {
      if (split.aEnd > rest.aStart || split.bEnd > rest.bStart)
        own.push({ ...rest, aEnd: split.aEnd, bEnd: split.bEnd });
      rest = { ...rest, aStart: split.aNext, bStart: split.bNext };
      yield part(split);
    }
    if (rest.aStart < rest.aEnd || rest.bStart < rest.bEnd) own.push(rest);
  }
  const [aEnd, bEnd] = [a.text.length, b.text.length];
  yield part({ aEnd, bEnd, aNext: aEnd, bNext: bEnd, boundary: null });
}

class ScriptSplitter {
  readonly #a: JoinedText;
  readonly #b: JoinedText;
  #aJoint = 0;
  #bJoint = 0;

  constructor(a: JoinedText, b: JoinedText) {
    this.#a = a;
    this.#b = b;
  }

  /** The first split within an edit; null if the edit has no joint. */
  next({ equal, aStart, aEnd, bStart, bEnd }: TextEdit): Split | null {
    const aAt = this.#a.joints[this.#aJoint] ?? Infinity;
    const bAt = this.#b.joints[this.#bJoint] ?? Infinity;
    const [onA, onB] = [aAt < aEnd, bAt < bEnd];
    if (!onA && !onB) return null;
    if (equal) {
      // A line break within a piece of one side may be the joint of the other.
      const [fromA, fromB] = [aAt - aStart, bAt - bStart];
      const length = Math.min(fromA, fromB);
      const boundary = fromA === fromB ? 'both' : fromA < fromB ? 'original' : 'revised';
      return this.#split(boundary, aStart + length, aStart + length + 1, bStart + length, bStart + length + 1);
    }
    if (onA && onB) return this.#split('both', aAt, aAt + 1, bAt, bAt + 1);
    if (onA) return this.#split('original', aAt, aAt + 1, ...spaceAt(this.#b.text, bStart, bEnd, aAt > aStart));
    const [end, next] = spaceAt(this.#a.text, aStart, aEnd, bAt > bStart);
    return this.#split('revised', end, next, bAt, bAt + 1);
  }

  #split(boundary: Side | 'both', aEnd: number, aNext: number, bEnd: number, bNext: number): Split {
    if (boundary !== 'revised') this.#aJoint += 1;
    if (boundary !== 'original') this.#bJoint += 1;
    return { boundary, aEnd, aNext, bEnd, bNext };
  }
}

/**
 * The offset at which the text of an edit splits for a joint of the other side. The text stays with the piece that
 * also has text. White space at the split belongs to the joint.
 */
function spaceAt(text: string, start: number, end: number, before: boolean): [end: number, next: number] {
  if (before) {
    let at = end;
    while (at > start && isSpace(text.charCodeAt(at - 1))) at -= 1;
    return [at, end];
  }
  let at = start;
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return [start, at];
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0xa0;
}
