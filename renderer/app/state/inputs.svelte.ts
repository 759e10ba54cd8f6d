import type { RequestedFormat } from '../../../shared/api/text-spellings.ts';
import type { Side } from '../../../shared/document/model.ts';
import { formatOfName, type AnyFormat } from '../../../shared/formats.ts';
import { DOCUMENTS_MAX_BYTES } from '../../../shared/limits.ts';
import { readInputFile } from '../../files/read-input-file.ts';
import { ownFailure } from '../comparison/failure.ts';
import type { Failure } from '../../components/failure.ts';
import { isLater, type NamedFile } from '../comparison/guess-sides.ts';
import { BOTH_SIDES, sizeOf, type Pair, type PairSide } from '../comparison/pair.ts';
import { appMessages } from '../../strings.ts';

/** One side of the input. `name` is null after the text was pasted, typed or edited. */
export interface SideInput extends PairSide {
  /** Why the last file was refused. */
  readonly fault: string | null;
}

/** A given file with the desktop shell's reference. */
export interface GivenFile {
  readonly file: File;
  readonly reference: string | null;
}

/** A side without anything. */
export const EMPTY_INPUT: SideInput = { name: null, text: '', document: null, reference: null, fault: null };

/** The inputs of the next comparison. It holds no DOM. */
export class Inputs {
  /** Plain values that are replaced as a whole, because the browser's database stores them unchanged. */
  sides: Readonly<Record<Side, SideInput>> = $state.raw({ original: EMPTY_INPUT, revised: EMPTY_INPUT });
  format: RequestedFormat = $state('auto');
  /** Whether the last two files were put into the other order, because their names or dates say so. */
  isTurned = false;
  /** Whether names and dates, not the reader, decided which version is the earlier one. */
  areGuessed = $state(false);
  /** Sequence number of the latest input of each side. An older file that is read late is dropped. */
  readonly #latest: Record<Side, number> = { original: 0, revised: 0 };
  readonly #announce: (text: string) => void;

  /** `announce` speaks to screen readers. */
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

  /** Whether both sides hold a newly given file, so that they can be compared without further input. */
  get areFiles(): boolean {
    return BOTH_SIDES.every((side) => this.sides[side].name !== null);
  }

  /** The format of a side as its file says; null for texts without a name that says it. */
  formatOf(side: Side): AnyFormat | null {
    return formatOfInput(this.sides[side]);
  }

  /** Whether both sides are texts that are read as something else than plain text. */
  get canBePlainText(): boolean {
    return this.format !== 'txt' && !this.isEmpty && BOTH_SIDES.every((side) => this.sides[side].document === null);
  }

  /** Whether a side is empty. */
  isEmptySide(side: Side): boolean {
    const { text, document } = this.sides[side];
    return text === '' && document === null;
  }

  /** Sets a pasted, typed or edited text. */
  type(side: Side, text: string): void {
    this.#put(side, { ...EMPTY_INPUT, text });
  }

  clear(side: Side): void {
    this.#put(side, EMPTY_INPUT);
  }

  /** Empties both sides. */
  reset(): void {
    for (const side of BOTH_SIDES) this.clear(side);
    this.format = 'auto';
  }

  /** Sets a pair that was compared before. */
  restore({ original, revised, format }: Pair): void {
    this.areGuessed = false;
    this.#put('original', { ...original, fault: null });
    this.#put('revised', { ...revised, fault: null });
    this.format = format;
  }

  swap(): void {
    const { original, revised } = this.sides;
    this.areGuessed = false;
    this.#put('original', revised);
    this.#put('revised', original);
  }

  /** Reports on a side that its file was refused. */
  refuse(side: Side, fault: string): void {
    this.#put(side, { ...this.sides[side], fault });
  }

  /**
   * Takes chosen or dropped files. Two files fill both sides, the earlier version first as far as their names and dates
   * say (`isLater`). One file fills `side`; if `side` is null, it fills the first empty side. Returns the reason why
   * none was taken, or null.
   */
  async takeFiles(side: Side | null, files: readonly GivenFile[]): Promise<Failure | null> {
    const [first, second] = files;
    this.isTurned = false;
    this.areGuessed = files.length === 2;
    if (files.length > 2) return ownFailure(appMessages.tooManyFiles(files.length));
    if (first && second) {
      this.isTurned = isLater(namedFile(first), namedFile(second));
      const [before, after] = this.isTurned ? [second, first] : [first, second];
      await Promise.all([this.#takeFile('original', before), this.#takeFile('revised', after)]);
    } else if (first) {
      await this.#takeFile(side ?? this.firstFree(), first);
    }
    return null;
  }

  /** The side for a file without a place. */
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

  /** Why the inputs cannot be compared; null if they can. */
  refusal(): Failure | null {
    if (this.isEmpty) return ownFailure(this.areFiles ? appMessages.filesEmpty : appMessages.bothEmpty);
    const { original, revised } = this.sides;
    const missing = BOTH_SIDES.find((side) => this.isEmptySide(side) && this.sides[side].name === null);
    if (missing) return ownFailure(appMessages.oneMissing(missing));
    const size = sizeOf(original) + sizeOf(revised);
    return size > DOCUMENTS_MAX_BYTES ? ownFailure(appMessages.pairTooLarge(size, DOCUMENTS_MAX_BYTES)) : null;
  }
}

/** The format that a file says it has; null for texts without a name that says it. */
export function formatOfInput({ document, name }: SideInput): AnyFormat | null {
  return document?.format ?? (name === null ? null : formatOfName(name));
}

function namedFile({ file }: GivenFile): NamedFile {
  return { name: file.name, modifiedMs: file.lastModified };
}

function sideOf({ name, text, document, reference }: SideInput): PairSide {
  return { name, text, document, reference };
}
