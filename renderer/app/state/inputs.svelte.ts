import type { RequestedFormat } from '../../../shared/api/text-spellings.ts';
import type { Side } from '../../../shared/document/model.ts';
import { formatOfName, type AnyFormat } from '../../../shared/formats.ts';
import { OWN_DOCUMENT_MAX_BYTES } from '../../../shared/limits.ts';
import { readInputFile } from '../../files/read-input-file.ts';
import { ownFailure } from '../comparison/failure.ts';
import type { Failure } from '../../frame/failure.ts';
import { orderOf, type NamedFile, type OrderDoubt } from '../comparison/guess-sides.ts';
import { BOTH_SIDES, sizeOf, type Pair, type PairSide } from '../comparison/pair.ts';
import { appMessages } from '../../strings/app.ts';

/** One side of the input. `name` is null after the text was pasted, typed or edited. */
export interface SideInput extends PairSide {
  /** Why the last file was refused. */
  readonly fault: string | null;
  /** When the file was last changed, in milliseconds since 1970; 0: not known. */
  readonly modifiedMs: number;
}

/** A given file with the desktop shell's reference. */
export interface GivenFile {
  readonly file: File;
  readonly reference: string | null;
}

/** A file that the desktop shell refused. */
export interface RefusedFile {
  readonly name: string;
  /** Why, and what to do, for the reader. */
  readonly refusal: string;
}

/** What a reader gave for one side. */
export type Given = GivenFile | RefusedFile;

/** What became of given files. */
export interface Taken {
  /** Why none was looked at; null if they were. */
  readonly failure: Failure | null;
  /** Whether every one is in its place, so that both sides can be compared. */
  readonly isWhole: boolean;
}

/** Where given files go. */
export interface TakingOptions {
  /** The side of one file; null: the first empty one. */
  readonly side: Side | null;
  /** Whether they begin a new comparison: a side that gets no file is emptied. */
  readonly afresh?: boolean;
}

/** A side without anything. */
export const EMPTY_INPUT: SideInput = {
  name: null,
  text: '',
  document: null,
  reference: null,
  fault: null,
  modifiedMs: 0,
};

/** The inputs of the next comparison. It holds no DOM. */
export class Inputs {
  /** Plain values that are replaced as a whole, because the browser's database stores them unchanged. */
  sides: Readonly<Record<Side, SideInput>> = $state.raw({ original: EMPTY_INPUT, revised: EMPTY_INPUT });
  format: RequestedFormat = $state('auto');
  /** Whether the last two files were put into the other order, because their names or dates say so. */
  isTurned = false;
  /** Whether names and dates, not the reader, decided which version is the earlier one. */
  areGuessed = $state(false);
  /** Why the reader has to say which file is the earlier version; null: it is known, or there are not two files. */
  doubt: OrderDoubt | null = $state(null);
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

  /** Whether a side shows why its last file was refused. */
  get isRefused(): boolean {
    return BOTH_SIDES.some((side) => this.sides[side].fault !== null);
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
    this.#put('original', { ...EMPTY_INPUT, ...original });
    this.#put('revised', { ...EMPTY_INPUT, ...revised });
    this.format = format;
  }

  swap(): void {
    const { original, revised } = this.sides;
    this.areGuessed = false;
    this.#put('original', revised);
    this.#put('revised', original);
  }

  /** Takes the reader's word for which of the two files is the original document. */
  answer(original: Side): void {
    if (original === 'revised') this.swap();
    this.doubt = null;
    this.areGuessed = false;
  }

  /** Forgets which files were refused. */
  forgetRefusals(): void {
    for (const side of BOTH_SIDES)
      if (this.sides[side].fault !== null) this.#set(side, { ...this.sides[side], fault: null });
  }

  /**
   * Takes chosen or dropped files. Two files fill both sides, the earlier version first as far as their names and dates
   * say. If they leave a doubt, the reader is asked. Files are taken together or not at all: if one is refused, nothing that a side holds is replaced.
   * Each side then says what it was given, why that was refused, and what it keeps.
   */
  async takeFiles(files: readonly Given[], { side, afresh = false }: TakingOptions): Promise<Taken> {
    if (files.length > 2) return { failure: ownFailure(appMessages.tooManyFiles(files.length)), isWhole: false };
    const order = files.length === 2 ? orderOf(namedFile(files[0]!), namedFile(files[1]!)) : null;
    const places = this.#placesOf(order?.isTurned === true ? files.toReversed() : files, side, afresh);
    const turns = places.map(([place]) => (this.#latest[place] += 1));
    const readings = await Promise.all(places.map(async ([place, given]) => [place, await readGiven(given)] as const));
    const current = readings.filter(([place], at) => turns[at] === this.#latest[place]);
    const refused = current.find(([, { fault }]) => fault !== null)?.[1] ?? null;
    if (refused !== null) this.#refuse(current, refused);
    else {
      if (afresh) this.reset();
      for (const [place, input] of current) this.#put(place, input);
      this.isTurned = order?.isTurned === true;
      this.areGuessed = order !== null;
      if (current.length === files.length) this.doubt = order?.doubt ?? null;
      for (const [place, { name }] of current) this.#announce(appMessages.fileLoaded(place, name ?? ''));
    }
    return { failure: null, isWhole: refused === null && current.length === files.length };
  }

  /** The side of each file, where the earlier one of two comes first. */
  #placesOf(files: readonly Given[], side: Side | null, afresh: boolean): readonly (readonly [Side, Given])[] {
    const [first, second] = files;
    if (first && second) return [['original', first] as const, ['revised', second] as const];
    return first ? [[side ?? (afresh ? 'original' : this.firstFree()), first]] : [];
  }

  /** Says on each side what became of its file. A readable file fills its side only if nothing is replaced. */
  #refuse(given: readonly (readonly [Side, SideInput])[], refused: SideInput): void {
    const isReplacing = given.some(([side]) => !this.#isUnused(side));
    for (const [side, input] of given) {
      if (input.fault === null && !isReplacing) {
        this.#put(side, input);
        continue;
      }
      const reason = input.fault ?? appMessages.notTakenAlone(input.name ?? '', refused.name ?? '');
      const kept = this.#isUnused(side) ? '' : ` ${appMessages.keptInTile(this.sides[side].name)}`;
      this.#set(side, { ...this.sides[side], fault: reason + kept });
    }
  }

  #isUnused(side: Side): boolean {
    return this.isEmptySide(side) && this.sides[side].name === null;
  }

  /** The side for a file without a place. */
  firstFree(): Side {
    return this.isEmptySide('original') ? 'original' : 'revised';
  }

  /** Gives a side another content. What was asked about the one before it is answered. */
  #put(side: Side, input: SideInput): void {
    this.doubt = null;
    this.#set(side, input);
  }

  #set(side: Side, input: SideInput): void {
    this.#latest[side] += 1;
    this.sides = { ...this.sides, [side]: input };
  }

  /** Why the inputs cannot be compared; null if they can. */
  refusal(): Failure | null {
    if (this.isEmpty) return ownFailure(this.areFiles ? appMessages.filesEmpty : appMessages.bothEmpty);
    if (this.doubt !== null) return ownFailure(appMessages.orderNotSaid);
    const missing = BOTH_SIDES.find((side) => this.isEmptySide(side) && this.sides[side].name === null);
    if (missing) return ownFailure(appMessages.oneMissing(missing));
    const large = BOTH_SIDES.find((side) => sizeOf(this.sides[side]) > OWN_DOCUMENT_MAX_BYTES);
    if (large === undefined) return null;
    return ownFailure(appMessages.sideTooLarge(large, sizeOf(this.sides[large]), OWN_DOCUMENT_MAX_BYTES));
  }
}

/** The format that a file says it has; null for texts without a name that says it. */
export function formatOfInput({ document, name }: SideInput): AnyFormat | null {
  return document?.format ?? (name === null ? null : formatOfName(name));
}

/** The content of a given file as a side; with a fault, the name of a refused one and the reason. */
async function readGiven(given: Given): Promise<SideInput> {
  if ('refusal' in given) return { ...EMPTY_INPUT, name: given.name, fault: given.refusal };
  const { file, reference } = given;
  const { name } = file;
  const outcome = await readInputFile(file, name);
  if (!outcome.ok) return { ...EMPTY_INPUT, name, fault: appMessages.textFault(outcome.fault, name) };
  const [text, document] = 'document' in outcome ? ['', outcome.document] : [outcome.text, null];
  return { name, text, document, reference, fault: null, modifiedMs: file.lastModified };
}

/** The name of a given file. */
export function nameOf(given: Given): string {
  return 'refusal' in given ? given.name : given.file.name;
}

function namedFile(given: Given): NamedFile {
  return { name: nameOf(given), modifiedMs: 'refusal' in given ? 0 : given.file.lastModified };
}

function sideOf({ name, text, document, reference }: SideInput): PairSide {
  return { name, text, document, reference };
}
