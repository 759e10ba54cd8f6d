import type { CompareTextRequest, CompareTextResponse } from '../../shared/api/compare-text.ts';
import type { RequestedFormat } from '../../shared/api/text-spellings.ts';
import type { Summary } from '../../shared/change/page.ts';
import { ServiceCallError } from '../../shared/client/service-call-error.ts';
import type { ServiceClient } from '../../shared/client/service-client.ts';
import type { Side } from '../../shared/document/model.ts';
import { FragmentError } from '../../shared/fragment/fragment-error.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import { INLINE_REQUEST_MAX_BYTES } from '../../shared/limits.ts';
import { formatOfNames } from '../review/format-of-names.ts';
import { listChanges, type ReviewChange } from '../review/list-changes.ts';
import { readInputFile, type DocumentInput } from '../review/read-input-file.ts';
import { utf8Length } from '../review/read-text-file.ts';
import { compareFiles, type FileStage, type NamedDocument } from './compare-files.ts';
import { messages } from './messages.ts';

/** One side as the reader gives it. `fileName` is null once the text was pasted, typed or changed. */
export interface SideInput {
  text: string;
  /** A DOCX or PDF, in the place of a text. */
  document: DocumentInput | null;
  fileName: string | null;
  /** Why the file that was given last was not taken. */
  fault: string | null;
}

/** Why there is no result, in words. `requestId` and `code` are there when the service answered. */
export interface Failure {
  readonly message: string;
  readonly code: string | null;
  readonly requestId: string | null;
}

/** A finished comparison as the page shows it. */
export interface Result {
  /** Written by our own writer from the scanned answer: nothing outside the grammar is in it. */
  readonly fragment: string;
  readonly changes: readonly ReviewChange[];
  readonly summary: Summary;
  readonly format: CompareTextResponse['format'] | DocumentInput['format'];
  readonly fallback: boolean;
  /** The two texts are not the same characters; then the sources differ in what is not compared, if nothing else. */
  readonly sourcesDiffer: boolean;
  /** What the sides are called; null where neither came from a file. */
  readonly names: Readonly<Record<Side, string>> | null;
}

/** Where the page is. The inputs stay whatever it is, and a result stays until the next comparison begins. */
export type View = 'editing' | 'comparing' | 'result';

function emptySide(): SideInput {
  return { text: '', document: null, fileName: null, fault: null };
}

/** The state of the page and what a reader can do with it. Holds no DOM. */
export class Session {
  readonly inputs: Record<Side, SideInput> = $state({ original: emptySide(), revised: emptySide() });
  format: RequestedFormat = $state('auto');
  view: View = $state('editing');
  result: Result | null = $state.raw(null);
  failure: Failure | null = $state.raw(null);
  /** What the comparison that runs is doing, in words. */
  progress = $state('');
  /** What a screen reader is to say next. */
  announcement = $state('');

  readonly #client: ServiceClient<AbortSignal>;
  #running: AbortController | null = null;
  /** Number of the latest file given to each side: an older one that is read late is dropped. */
  readonly #latestFile: Record<Side, number> = { original: 0, revised: 0 };

  constructor(client: ServiceClient<AbortSignal>) {
    this.#client = client;
  }

  get request(): CompareTextRequest {
    const { original, revised } = this.inputs;
    const named = this.format === 'auto' ? formatOfNames(original.fileName, revised.fileName) : null;
    return {
      original: original.text,
      revised: revised.text,
      format: named ?? this.format,
      output: ['html', 'json'],
    };
  }

  /** UTF-8 bytes of the request as it would be sent. */
  get requestBytes(): number {
    return utf8Length(JSON.stringify(this.request));
  }

  get isEmpty(): boolean {
    return (['original', 'revised'] as const).every((side) => this.#isEmptySide(side));
  }

  #isEmptySide(side: Side): boolean {
    const { text, document } = this.inputs[side];
    return text === '' && document === null;
  }

  /** Takes a pasted, typed or changed text. */
  type(side: Side, text: string): void {
    this.#latestFile[side] += 1;
    this.inputs[side] = { text, document: null, fileName: null, fault: null };
  }

  clear(side: Side): void {
    this.#latestFile[side] += 1;
    this.inputs[side] = emptySide();
  }

  swap(): void {
    const { original, revised } = this.inputs;
    this.#latestFile.original += 1;
    this.#latestFile.revised += 1;
    this.inputs.original = revised;
    this.inputs.revised = original;
  }

  /**
   * Takes files that were chosen or dropped. Two fill both sides, in their order. One fills `side`, or, dropped beside
   * the zones (null), the first side that is empty.
   */
  async takeFiles(side: Side | null, files: readonly File[]): Promise<void> {
    const [first, second] = files;
    this.failure = null;
    if (files.length > 2) {
      this.failure = { message: messages.tooManyFiles(files.length), code: null, requestId: null };
    } else if (first && second) {
      await Promise.all([this.#takeFile('original', first), this.#takeFile('revised', second)]);
    } else if (first) {
      await this.#takeFile(side ?? (this.#isEmptySide('original') ? 'original' : 'revised'), first);
    }
  }

  async #takeFile(side: Side, file: File): Promise<void> {
    this.#latestFile[side] += 1;
    const turn = this.#latestFile[side];
    const outcome = await readInputFile(file);
    if (turn !== this.#latestFile[side]) return;
    if (outcome.ok) {
      const [text, document] = 'document' in outcome ? ['', outcome.document] : [outcome.text, null];
      this.inputs[side] = { text, document, fileName: file.name, fault: null };
      this.announcement = messages.fileLoaded(side, file.name);
    } else {
      this.inputs[side].fault = messages.textFault(outcome.fault, file.name);
    }
  }

  /** Compares what is given. Ends in `result`, or back in `editing` with or without a failure. */
  async compare(): Promise<void> {
    if (this.view === 'comparing') return;
    this.result = null;
    this.failure = this.#refusal();
    this.view = 'editing';
    if (this.failure) return;
    const running = new AbortController();
    this.#running = running;
    this.view = 'comparing';
    this.#tell(messages.comparing);
    const sourcesDiffer = this.#sourcesDiffer();
    const names = this.#names();
    try {
      const shown = await this.#ask(running.signal);
      if (running.signal.aborted) return;
      this.result = { ...shown, sourcesDiffer, names };
      this.view = 'result';
    } catch (fault) {
      if (running.signal.aborted) return;
      this.failure = describeFault(fault);
      this.view = 'editing';
    }
  }

  async #ask(signal: AbortSignal): Promise<Omit<Result, 'sourcesDiffer' | 'names'>> {
    const documents = this.#documents();
    if (documents === null) return readAnswer(await this.#client.compareText(this.request, { signal }));
    const { format } = documents.original.document;
    const tell = (stage: FileStage): void => this.#tell(messages.stage(stage));
    return readAnswer({ ...(await compareFiles(this.#client, documents, signal, tell)), format });
  }

  #tell(progress: string): void {
    this.progress = progress;
    this.announcement = progress;
  }

  /** Both sides as files, when both are. */
  #documents(): Record<Side, NamedDocument> | null {
    const { original, revised } = this.inputs;
    if (original.document === null || revised.document === null) return null;
    return {
      original: { name: original.fileName ?? 'original', document: original.document },
      revised: { name: revised.fileName ?? 'revised', document: revised.document },
    };
  }

  #sourcesDiffer(): boolean {
    const { original, revised } = this.inputs;
    const [a, b] = [original.document?.bytes, revised.document?.bytes];
    if (a === undefined || b === undefined) return original.text !== revised.text;
    return a.byteLength !== b.byteLength || a.some((byte, at) => byte !== b[at]);
  }

  /** Stops waiting for the comparison that runs. */
  cancel(): void {
    if (this.view !== 'comparing') return;
    this.#running?.abort();
    this.view = 'editing';
    this.announcement = messages.cancelled;
  }

  edit(): void {
    if (this.view === 'result') this.view = 'editing';
  }

  /** Shows the result again after `edit`, unless a new comparison has begun since. */
  showResult(): void {
    if (this.view === 'editing' && this.result) this.view = 'result';
  }

  dismissFailure(): void {
    this.failure = null;
  }

  /** Why what is given cannot be sent at all. */
  #refusal(): Failure | null {
    if (this.isEmpty) return { message: messages.bothEmpty, code: null, requestId: null };
    const { original, revised } = this.inputs;
    if (original.document !== null || revised.document !== null) {
      if (original.document?.format === revised.document?.format) return null;
      return { message: messages.differentKinds, code: null, requestId: null };
    }
    const size = this.requestBytes;
    if (size <= INLINE_REQUEST_MAX_BYTES) return null;
    return { message: messages.requestTooLarge(size, INLINE_REQUEST_MAX_BYTES), code: null, requestId: null };
  }

  #names(): Result['names'] {
    const { original, revised } = this.inputs;
    if (original.fileName === null && revised.fileName === null) return null;
    return {
      original: original.fileName ?? messages.side('original'),
      revised: revised.fileName ?? messages.side('revised'),
    };
  }
}

/** Reads the fragment with the strict scanner and writes it again, whatever the service sent. */
function readAnswer(
  answer: Pick<CompareTextResponse, 'html' | 'json' | 'fallback'> & Pick<Result, 'format'>,
): Omit<Result, 'sourcesDiffer' | 'names'> {
  const { html, json, format, fallback } = answer;
  if (html === undefined || json === undefined) throw new FragmentError(0, 'html and json in the answer');
  const blocks = scanFragment(html);
  return { fragment: writeFragment(blocks), changes: listChanges(blocks), summary: json.summary, format, fallback };
}

function describeFault(fault: unknown): Failure {
  if (fault instanceof ServiceCallError) {
    return { message: fault.message, code: fault.code, requestId: fault.requestId ?? null };
  }
  if (fault instanceof FragmentError) return { message: messages.unreadable, code: null, requestId: null };
  // What `fetch` throws when nothing answers.
  if (fault instanceof TypeError) return { message: messages.unreachable, code: null, requestId: null };
  reportError(fault);
  return { message: messages.unexpected, code: null, requestId: null };
}
