import type { RequestedFormat } from '../../../shared/api/text-spellings.ts';
import type { Side } from '../../../shared/document/model.ts';
import { DOCUMENTS_MAX_BYTES } from '../../../shared/limits.ts';
import { readInputFile } from '../../files/read-input-file.ts';
import { ownFailure } from '../comparison/failure.ts';
import type { Failure } from '../../components/failure.ts';
import { BOTH_SIDES, sizeOf, type Pair, type PairSide } from '../comparison/pair.ts';
import { appMessages } from '../../strings.ts';

/** One side as the reader gives it. `name` is null once the text was pasted, typed or changed. */
export interface SideInput extends PairSide {
  /** Why the file that was given last was not taken. */
  readonly fault: string | null;
}

/** A file that was given, and how the desktop shell knows it. */
export interface GivenFile {
  readonly file: File;
  readonly reference: string | null;
}

const EMPTY: SideInput = { name: null, text: '', document: null, reference: null, fault: null };

/** What is about to be compared. Holds no DOM. */
export class Inputs {
  /** Plain values, replaced as a whole: they are kept in the browser's database as they are. */
  sides: Readonly<Record<Side, SideInput>> = $state.raw({ original: EMPTY, revised: EMPTY });
  format: RequestedFormat = $state('auto');
  /** Number of the latest thing given to each side: an older file that is read late is dropped. */
  readonly #latest: Record<Side, number> = { original: 0, revised: 0 };
  readonly #announce: (text: string) => void;

  /** `announce`: says something to screen readers. */
  constructor(announce: (text: string) => void) {
    this.#announce = announce;
  }

  get pair(): Pair {
    const { original, revised } = this.sides;
    return { original: sideOf(original), revised: sideOf(revised), format: this.format };
  }

  get isEmpty(): boolean {
    return BOTH_SIDES.every((side) => this.isEmptySide(side));
  }

  /** Both sides hold a file that was just given: nothing is left to say before they are compared. */
  get areFiles(): boolean {
    return BOTH_SIDES.every((side) => this.sides[side].name !== null);
  }

  /** Whether a side has nothing. */
  isEmptySide(side: Side): boolean {
    const { text, document } = this.sides[side];
    return text === '' && document === null;
  }

  /** Takes a pasted, typed or changed text. */
  type(side: Side, text: string): void {
    this.#put(side, { ...EMPTY, text });
  }

  clear(side: Side): void {
    this.#put(side, EMPTY);
  }

  /** Empties both sides. */
  reset(): void {
    for (const side of BOTH_SIDES) this.clear(side);
    this.format = 'auto';
  }

  /** Takes a pair that was compared before. */
  restore({ original, revised, format }: Pair): void {
    this.#put('original', { ...original, fault: null });
    this.#put('revised', { ...revised, fault: null });
    this.format = format;
  }

  swap(): void {
    const { original, revised } = this.sides;
    this.#put('original', revised);
    this.#put('revised', original);
  }

  /** Says on a side that its file could not be taken. */
  refuse(side: Side, fault: string): void {
    this.#put(side, { ...this.sides[side], fault });
  }

  /**
   * Takes files that were chosen or dropped. Two fill both sides, in their order. One fills `side`, or, dropped beside
   * the zones (null), the first side that is empty. The result says why none was taken; null when they were.
   */
  async takeFiles(side: Side | null, files: readonly GivenFile[]): Promise<Failure | null> {
    const [first, second] = files;
    if (files.length > 2) return ownFailure(appMessages.tooManyFiles(files.length));
    if (first && second) {
      await Promise.all([this.#takeFile('original', first), this.#takeFile('revised', second)]);
    } else if (first) {
      await this.#takeFile(side ?? this.firstFree(), first);
    }
    return null;
  }

  /** The side that a file without a place goes to. */
  firstFree(): Side {
    return this.isEmptySide('original') ? 'original' : 'revised';
  }

  async #takeFile(side: Side, { file, reference }: GivenFile): Promise<void> {
    this.#latest[side] += 1;
    const turn = this.#latest[side];
    const outcome = await readInputFile(file, file.name);
    if (turn !== this.#latest[side]) return;
    if (!outcome.ok) {
      this.refuse(side, appMessages.textFault(outcome.fault, file.name));
      return;
    }
    const [text, document] = 'document' in outcome ? ['', outcome.document] : [outcome.text, null];
    this.#put(side, { name: file.name, text, document, reference, fault: null });
    this.#announce(appMessages.fileLoaded(side, file.name));
  }

  #put(side: Side, input: SideInput): void {
    this.#latest[side] += 1;
    this.sides = { ...this.sides, [side]: input };
  }

  /** Why what is given cannot be compared at all; null when it can. */
  refusal(): Failure | null {
    if (this.isEmpty) return ownFailure(appMessages.bothEmpty);
    const { original, revised } = this.sides;
    const kinds = [original.document, revised.document].map((document) => document?.format ?? 'text');
    const missing = BOTH_SIDES.find((side) => this.isEmptySide(side) && this.sides[side].name === null);
    if (kinds[0] !== kinds[1] && missing) return ownFailure(appMessages.oneMissing(missing));
    if (kinds[0] !== kinds[1]) return ownFailure(appMessages.differentKinds);
    const size = sizeOf(original) + sizeOf(revised);
    return size > DOCUMENTS_MAX_BYTES ? ownFailure(appMessages.pairTooLarge(size, DOCUMENTS_MAX_BYTES)) : null;
  }
}

function sideOf({ name, text, document, reference }: SideInput): PairSide {
  return { name, text, document, reference };
}
