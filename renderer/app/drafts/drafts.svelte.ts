import type { DraftChanges } from '../../../shared/change/negotiation.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { formatOfName, type AnyFormat } from '../../../shared/formats.ts';
import { OWN_DOCUMENT_MAX_BYTES } from '../../../shared/limits.ts';
import type { Failure } from '../../frame/failure.ts';
import { readInputFile } from '../../files/read-input-file.ts';
import { appMessages } from '../../strings/app.ts';
import { draftMessages } from '../../strings/drafts.ts';
import { failureOf, ownFailure } from '../comparison/failure.ts';
import { isLater, type NamedFile } from '../comparison/guess-sides.ts';
import { isSamePair, sizeOf, type Pair } from '../comparison/pair.ts';
import { runComparison, type Finished } from '../comparison/run-comparison.ts';
import { EMPTY_INPUT, type SideInput } from '../state/inputs.svelte.ts';
import { followedChanges, type DraftStep, type Fate, type FollowedChanges } from './followed-changes.ts';

/** The number of a draft, in the order of their making. */
export type DraftNumber = 0 | 1 | 2;
/** The drafts in the order of their making. */
export const DRAFT_NUMBERS = [0, 1, 2] as const;

/** Whose drafts they are: the first and the third are of one party, the second of the other. */
export const DRAFT_ORDERS = ['ours_first', 'theirs_first'] as const;
export type DraftsOrder = (typeof DRAFT_ORDERS)[number];

/** Formats whose changes the service follows. */
const FOLLOWED: ReadonlySet<AnyFormat> = new Set(['docx', 'html', 'markdown', 'txt']);

/** How far it is. */
export type DraftsStep = 'first' | 'second' | 'following';

/** The result: the lists, and both comparisons. */
export interface FollowedDrafts {
  readonly names: readonly [string, string, string];
  readonly changes: FollowedChanges;
  readonly pairs: readonly [Pair, Pair];
  readonly comparisons: readonly [Finished, Finished];
  /** The first two drafts that have the same bytes, or all of them; null: all differ. */
  readonly same: readonly [DraftNumber, DraftNumber] | 'all' | null;
}

/** Dependencies of following three drafts. `announce` speaks to screen readers. */
export interface DraftsDeps {
  readonly client: ServiceClient<AbortSignal>;
  /** The lists of two comparisons, of which the second begins with the draft that ends the first. The signal ends it. */
  readonly negotiation: (comparisonId: string, next: string, signal: AbortSignal) => Promise<DraftChanges>;
  readonly announce: (text: string) => void;
}

/** Three drafts of a negotiation, and what became of the changes of the second one. It holds no DOM. */
export class Drafts {
  files: readonly [SideInput, SideInput, SideInput] = $state.raw([EMPTY_INPUT, EMPTY_INPUT, EMPTY_INPUT]);
  order: DraftsOrder = $state('ours_first');
  step: DraftsStep | null = $state(null);
  failure: Failure | null = $state.raw(null);
  /** The draft that the failure is about; null: none, or it is unknown. */
  failed: DraftNumber | null = $state(null);
  result: FollowedDrafts | null = $state.raw(null);
  /** The change that was shown last, so that a reader who comes back finds the place again. */
  lastShown: { readonly fate: Fate; readonly key: string } | null = null;
  /** Ids of the comparisons in the recents, once one of their changes was shown. */
  readonly recentIds: (string | null)[] = [null, null];
  readonly #deps: DraftsDeps;
  #abort: AbortController | null = null;
  /** Sequence number of the latest file of each draft. An older file that is read late is dropped. */
  readonly #latest: [number, number, number] = [0, 0, 0];

  constructor(deps: DraftsDeps) {
    this.#deps = deps;
  }

  /** Takes the sides of a comparison as the first two drafts. */
  takePair({ original, revised }: Pair): void {
    this.#put(0, { ...EMPTY_INPUT, ...original });
    this.#put(1, { ...EMPTY_INPUT, ...revised });
    this.#put(2, EMPTY_INPUT);
  }

  /** Takes files. Several fill the drafts from `at` on, or those without one, the earlier ones first. */
  async takeFiles(at: DraftNumber | null, files: readonly File[]): Promise<void> {
    if (this.step !== null || files.length === 0) return;
    this.#fail(null);
    if (files.length > DRAFT_NUMBERS.length) {
      this.#fail(ownFailure(draftMessages.tooMany(files.length)));
      return;
    }
    const free = DRAFT_NUMBERS.filter((draft) => isEmpty(this.files[draft]));
    const places: readonly DraftNumber[] =
      files.length === 1 ? [at ?? free[0] ?? 2] : free.length >= files.length ? free : DRAFT_NUMBERS;
    const sorted = inOrder(files, (file) => ({ name: file.name, modifiedMs: file.lastModified }));
    await Promise.all(sorted.map((file, index) => this.#takeFile(places[index]!, file)));
  }

  /** The names of two drafts whose names say another order. Null: no name does. */
  get wrongOrder(): readonly [earlier: string, later: string] | null {
    if (DRAFT_NUMBERS.some((draft) => isEmpty(this.files[draft]))) return null;
    for (const first of DRAFT_NUMBERS) {
      for (const second of DRAFT_NUMBERS.slice(first + 1)) {
        const [one, other] = [namedInput(this.files[first]), namedInput(this.files[second])];
        if (isLater(one, other)) return [other.name, one.name];
      }
    }
    return null;
  }

  /** Puts the drafts into the order that their names say. */
  putInOrder(): void {
    const sorted = inOrder(this.files, namedInput);
    for (const draft of DRAFT_NUMBERS) this.#put(draft, sorted[draft]!);
    this.#deps.announce(draftMessages.ordered(sorted.map(nameOf)));
  }

  clear(draft: DraftNumber): void {
    this.#put(draft, EMPTY_INPUT);
  }

  /** Goes back to the choice of the drafts. */
  chooseAgain(): void {
    this.result = null;
    this.lastShown = null;
  }

  /** Stops the comparisons and the job. */
  cancel(): void {
    this.#abort?.abort();
    this.step = null;
    this.#deps.announce(appMessages.cancelled);
  }

  /** Compares the drafts and follows the changes of the second one. */
  async follow(): Promise<void> {
    if (this.step !== null) return;
    this.#fail(this.#refusal());
    if (this.failure !== null) return;
    const abort = new AbortController();
    this.#abort = abort;
    let compared = 0 as DraftStep;
    try {
      const result = await this.#followed(abort.signal, (at) => (compared = at));
      if (abort.signal.aborted) return;
      this.result = result;
      this.lastShown = null;
      this.recentIds.fill(null);
      this.#deps.announce(draftMessages.done);
    } catch (fault) {
      if (abort.signal.aborted) return;
      const [before, after] = compared === 0 ? ([0, 1] as const) : ([1, 2] as const);
      const name = (draft: DraftNumber): string => draftMessages.draft(this.order, draft);
      const failure = failureOf(fault, { original: name(before), revised: name(after) });
      this.#fail(failure);
      if (failure.side !== undefined) this.failed = failure.side === 'original' ? before : after;
    } finally {
      if (!abort.signal.aborted) this.step = null;
    }
  }

  async #followed(signal: AbortSignal, begun: (at: DraftStep) => void): Promise<FollowedDrafts> {
    const [first, second, third] = this.files;
    const format = textFormat(first);
    const pairs: FollowedDrafts['pairs'] = [
      { original: sideOf(first), revised: sideOf(second), format },
      { original: sideOf(second), revised: sideOf(third), format },
    ];
    const compare = async (at: DraftStep, step: DraftsStep): Promise<Finished> => {
      begun(at);
      this.#tell(step);
      return await runComparison(pairs[at], { client: this.#deps.client, signal, tell: () => undefined });
    };
    const comparisons: FollowedDrafts['comparisons'] = [await compare(0, 'first'), await compare(1, 'second')];
    this.#tell('following');
    const [own, next] = comparisons.map(({ comparisonId }) => comparisonId);
    const lists = await this.#deps.negotiation(own ?? '', next ?? '', signal);
    return {
      names: [nameOf(first), nameOf(second), nameOf(third)],
      changes: followedChanges(lists, [comparisons[0].html, comparisons[1].html]),
      pairs,
      comparisons,
      same: sameDrafts(this.files),
    };
  }

  #tell(step: DraftsStep): void {
    this.step = step;
    this.#deps.announce(draftMessages.step(step));
  }

  #fail(failure: Failure | null): void {
    this.failure = failure;
    this.failed = null;
  }

  /** Why the drafts cannot be followed; null if they can. */
  #refusal(): Failure | null {
    const missing = DRAFT_NUMBERS.find((draft) => isEmpty(this.files[draft]));
    if (missing !== undefined) return ownFailure(draftMessages.missing(draftMessages.draft(this.order, missing)));
    const formats = this.files.map(formatOf);
    const other = formats.findIndex((format) => !FOLLOWED.has(format));
    if (other >= 0) {
      const format = appMessages.formatName(formats[other]!);
      return ownFailure(draftMessages.notFollowed(nameOf(this.files[other]!), format));
    }
    const several = formats.filter((format, at) => formats.indexOf(format) === at);
    if (several.length > 1) return ownFailure(draftMessages.severalFormats(several.map(appMessages.formatName)));
    const size = Math.max(...this.files.map((file) => sizeOf(file)));
    return size > OWN_DOCUMENT_MAX_BYTES ? ownFailure(draftMessages.tooLarge(size, OWN_DOCUMENT_MAX_BYTES)) : null;
  }

  async #takeFile(draft: DraftNumber, file: File): Promise<void> {
    this.#latest[draft] += 1;
    const turn = this.#latest[draft];
    const outcome = await readInputFile(file, file.name);
    if (turn !== this.#latest[draft]) return;
    if (!outcome.ok) {
      this.#put(draft, { ...this.files[draft], fault: appMessages.textFault(outcome.fault, file.name) });
      return;
    }
    const [text, document] = 'document' in outcome ? ['', outcome.document] : [outcome.text, null];
    this.#put(draft, { ...EMPTY_INPUT, name: file.name, text, document, modifiedMs: file.lastModified });
    this.#deps.announce(draftMessages.loaded(draftMessages.draft(this.order, draft), file.name));
  }

  #put(draft: DraftNumber, input: SideInput): void {
    this.#latest[draft] += 1;
    const [first, second, third] = this.files;
    this.files = [draft === 0 ? input : first, draft === 1 ? input : second, draft === 2 ? input : third];
  }
}

function isEmpty({ name, text, document }: SideInput): boolean {
  return name === null && text === '' && document === null;
}

/** An input by its name alone. Pasted text has none, so nothing tells its place. */
function namedInput({ name }: SideInput): NamedFile {
  return { name: name ?? '', modifiedMs: 0 };
}

/** The earlier ones first, as their names and times say. What nothing tells apart keeps its order. */
function inOrder<T>(files: readonly T[], named: (file: T) => NamedFile): readonly T[] {
  return files.toSorted((a, b) => Number(isLater(named(a), named(b))) - Number(isLater(named(b), named(a))));
}

function nameOf({ name }: SideInput): string {
  return name ?? appMessages.pastedText;
}

function sideOf({ name, text, document, reference }: SideInput): Pair['original'] {
  return { name, text, document, reference };
}

function formatOf({ document, name }: SideInput): AnyFormat {
  return document?.format ?? (name === null ? null : formatOfName(name)) ?? 'txt';
}

/** The format that both comparisons read texts as. Files that are no texts say their format themselves. */
function textFormat(input: SideInput): Pair['format'] {
  const format = formatOf(input);
  return format === 'html' || format === 'markdown' || format === 'txt' ? format : 'auto';
}

function sameDrafts(files: readonly SideInput[]): FollowedDrafts['same'] {
  const pairs = [
    [0, 1],
    [1, 2],
    [0, 2],
  ] as const;
  const isSame = ([a, b]: (typeof pairs)[number]): boolean =>
    isSamePair({ original: sideOf(files[a]!), revised: sideOf(files[b]!), format: 'auto' });
  const same = pairs.filter(isSame);
  return same.length === pairs.length ? 'all' : (same[0] ?? null);
}
