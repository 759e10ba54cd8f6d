/** The sheets of a document on the page. */
import { tick, untrack } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import type { CommentThreads } from '../document-view/comment-threads.ts';
import { hasTarget, selectorOf, type NoteTarget } from '../document-view/note-signs.ts';
import type { OutlineEntry } from '../document-view/outline.ts';
import type { Segment } from '../document-view/segments.ts';
import { sheetsOfChanges, sheetsOfSigns, type Sheet } from '../document-view/sheets.ts';
import type { StretchPlan } from '../document-view/stretch-plan.ts';
import { patternOf } from '../find/find-text.ts';
import type { Passage } from '../../shared/review-file/notes.ts';
import { decidedOtherwise, markAllDecided, markDecided, NO_DECISIONS, type Decisions } from './decided-marks.ts';
import { findInDocument, sheetsToSearch } from './find-in-document.ts';
import { headingElements } from './heading-elements.ts';
import { findPassage, paintShown } from './passages.ts';
import { SheetMounting, type Fold } from './sheet-mounting.svelte.ts';
import { unfoldRowsAround } from './table-frames.ts';
import { NO_RUNS, withRun } from './unfolded-runs.ts';

/** What is mounted. */
export interface MountedGround {
  readonly paper: HTMLElement | undefined;
  /** The segments before any decision: all of them, and those of the text. */
  readonly initial: readonly Segment[];
  readonly textBefore: readonly Segment[];
  readonly plan: StretchPlan;
  readonly sheets: readonly Sheet[];
  /** The comments that are in the margin; null: they are in the text. */
  readonly threads: CommentThreads | null;
}

/** More new decisions at once are marked by going through the whole page. */
const ONE_BY_ONE = 100;

/** A stretch, and how far it is from the top of the window, in pixels. */
export interface PlaceInWindow {
  readonly sheet: number;
  readonly stretch: number;
  readonly top: number;
}

/**
 * Mounts the sheets of a document, and finds on them what the reader looks for: changes, headings, notes and text. What
 * is folded or not mounted yet, it unfolds and mounts first.
 */
export class MountedDocument {
  readonly mounting = new SheetMounting();
  /** The runs that the reader has unfolded. */
  unfolded = $state.raw(NO_RUNS);
  readonly #ground: () => MountedGround;
  /** The elements of the sheets, by their places. */
  readonly #elements: HTMLElement[] = [];
  readonly #nearby = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        this.mounting.near(this.#elements.indexOf(target as HTMLElement), isIntersecting);
      }
    },
    { rootMargin: '100% 0px' },
  );
  /** The decisions that are marked. */
  #marked = NO_DECISIONS;
  /** The sheets that each change is on. Those of a comment's changes have its sign. */
  readonly #sheetsOf = $derived.by(() => {
    const { sheets, threads } = this.#ground();
    const places = sheetsOfChanges(sheets);
    if (threads === null) return places;
    const signs = sheetsOfSigns(sheets);
    return { get: (id: string) => places.get(id) ?? signs.get(threads.withChange(id) ?? 0) };
  });

  constructor(ground: () => MountedGround) {
    this.#ground = ground;
  }

  /** Stops mounting. */
  end(): void {
    this.mounting.end();
    this.#nearby.disconnect();
  }

  /** Watches the element of a sheet. */
  watch(index: number): Attachment<HTMLElement> {
    return (element) => {
      this.#elements[index] = element;
      this.#nearby.observe(element);
      return () => this.#nearby.unobserve(element);
    };
  }

  /** Marks what was decided since the last call, and returns whether there was something. */
  mark(decisions: Decisions): boolean {
    const ids = decidedOtherwise(this.#marked, decisions);
    this.#marked = decisions;
    if (ids.length > ONE_BY_ONE) for (const element of this.#elements) markAllDecided(element, decisions);
    else for (const id of ids) for (const each of this.elementsOf(id)) markDecided(each, decisions);
    return ids.length > 0;
  }

  /** The sheets that a change is on. */
  sheetsOf(id: string): readonly number[] {
    return this.#sheetsOf.get(id) ?? [];
  }

  /** Mounts these sheets first. An effect that calls this runs again whenever their nodes may be other ones. */
  follow(sheets: readonly number[]): void {
    untrack(() => this.mounting.hurry(sheets));
    sheets.forEach((index) => this.mounting.places[index]?.shown);
  }

  /** Where a change is on the page. A change of a comment is at the sign of the comment, and on its card. */
  elementsOf(id: string): HTMLElement[] {
    const { paper, threads } = this.#ground();
    const name = CSS.escape(id);
    const wanted = `[data-change-id="${name}"], [data-boundary-id="${name}"]`;
    const below = (roots: readonly (Element | undefined)[], which: string): HTMLElement[] =>
      roots.flatMap((root) => [...(root?.querySelectorAll<HTMLElement>(which) ?? [])]);
    const sheets = this.sheetsOf(id).map((index) => this.#elements[index]);
    const marks = below(sheets, wanted);
    const thread = threads?.withChange(id) ?? null;
    if (thread === null) return marks;
    const sign = marks.length > 0 ? [] : below(sheets, `a.image[href="[${thread}]"]`);
    return [...sign, ...marks, ...below([paper?.querySelector('.comments') ?? undefined], wanted)];
  }

  /** The matches of a pattern on these sheets, and on the cards of comments. */
  findOn(sheets: readonly number[], pattern: RegExp): readonly StaticRange[] {
    const { paper, threads } = this.#ground();
    const cards = threads === null ? [] : (paper?.querySelectorAll('.comments .diffsvc') ?? []);
    return findInDocument([...this.#elementsAt(sheets), ...cards], pattern);
  }

  /** Brings a passage into view, unfolded, and paints it. The result ends this. */
  showPassage(passage: Passage): () => void {
    const pattern = patternOf(passage.quote);
    if (pattern === null) return () => undefined;
    const sheets = sheetsToSearch(this.#ground().sheets, pattern);
    untrack(() => this.mounting.hurry(sheets));
    let end: () => void = () => undefined;
    let over = false;
    void tick().then(async () => {
      const range = findPassage(this.#elementsAt(sheets), passage);
      if (over || range === null) return;
      this.unfoldAt(range.startContainer);
      await tick();
      range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
      end = paintShown(range);
    });
    return () => {
      over = true;
      end();
    };
  }

  /** The element of a heading, or of the stretch that it is in, mounted. */
  async headingOf({ segment, text, twins }: OutlineEntry): Promise<HTMLElement | undefined> {
    const { part, sheet, stretch } = this.#stretchPlace(segment);
    const run = this.#ground().sheets[sheet]?.stretches[stretch]?.run;
    if (run !== null && run !== undefined) this.unfold(run);
    this.mounting.hurry([sheet]);
    await tick();
    const element = this.#stretchAt(sheet, stretch);
    const before = twins.filter((twin) => this.#partOf(twin) === part).length;
    return (element && headingElements(element, text)[before]) ?? element;
  }

  /** The element of the stretch that a heading was in before any decision; undefined: it is not mounted. */
  stretchOf({ segment }: OutlineEntry): HTMLElement | undefined {
    const { sheet, stretch } = this.#stretchPlace(segment);
    return this.#stretchAt(sheet, stretch);
  }

  /** The link of a note, or its sign, mounted and unfolded. `isFirst`: in the first column, where there are two. */
  async noteLink(target: NoteTarget, isFirst: boolean): Promise<HTMLElement | undefined> {
    const sheet = this.#ground().sheets.findIndex(({ stretches }) =>
      stretches.some(({ segments }) => segments.some(({ blocks }) => hasTarget(blocks, target))),
    );
    this.mounting.hurry([sheet]);
    await tick();
    const links = [...(this.#elements[sheet]?.querySelectorAll<HTMLElement>(selectorOf(target)) ?? [])];
    const isThere = (each: HTMLElement): boolean =>
      (each.closest('.diffsvc-cell')?.matches(':first-child') ?? false) === isFirst;
    const link = links.find(isThere) ?? links[0];
    if (!link) return undefined;
    this.unfoldAt(link);
    await tick();
    return link;
  }

  /** What is at the top of the window. */
  topmost(): PlaceInWindow | null {
    for (const [sheet, element] of this.#elements.entries()) {
      if (element.getBoundingClientRect().bottom < 0) continue;
      for (const [stretch, each] of stretchesOf(element).entries()) {
        const { top, bottom } = each.getBoundingClientRect();
        if (bottom > 0) return { sheet, stretch, top };
      }
    }
    return null;
  }

  /** Scrolls so that a stretch is where it was in the window. */
  keepAt({ sheet, stretch, top }: PlaceInWindow): void {
    const shown = this.#stretchAt(sheet, stretch);
    if (shown) scrollBy(0, shown.getBoundingClientRect().top - top);
  }

  /** Unfolds a run. */
  unfold(fold: Fold): void {
    this.unfolded = withRun(this.unfolded, fold);
  }

  /** Unfolds the runs that a node is in. */
  unfoldAt(node: Node): void {
    unfoldRowsAround(node);
    node.parentElement?.closest('[data-thread][hidden]')?.dispatchEvent(new Event('beforematch'));
    const stretch = node.parentElement?.closest<HTMLElement>('.stretch');
    const sheet = this.#elements.findIndex((element) => element.contains(node));
    if (!stretch?.hasAttribute('hidden') || sheet === -1) return;
    const at = stretchesOf(this.#elements[sheet]!).indexOf(stretch);
    const run = this.#ground().sheets[sheet]?.stretches[at]?.run;
    if (run === undefined || run === null) return;
    this.unfold(run);
    void tick().then(() => this.mounting.hurry([sheet]));
  }

  #elementsAt(sheets: readonly number[]): readonly HTMLElement[] {
    return sheets.flatMap((index) => this.#elements[index] ?? []);
  }

  /** The part of the plan that a segment was in before any decision. */
  #partOf(segment: number): number {
    const { plan, textBefore, initial } = this.#ground();
    return plan.partAt(Math.max(0, textBefore.indexOf(initial[segment]!)));
  }

  /** Where the stretch is that a segment was in before any decision. */
  #stretchPlace(segment: number): { readonly part: number; readonly sheet: number; readonly stretch: number } {
    const { sheets } = this.#ground();
    const part = this.#partOf(segment);
    const sheet = sheets.findLastIndex(({ from }) => from <= part);
    return { part, sheet, stretch: part - (sheets[sheet]?.from ?? 0) };
  }

  #stretchAt(sheet: number, stretch: number): HTMLElement | undefined {
    const element = this.#elements[sheet];
    return element && stretchesOf(element)[stretch];
  }
}

function stretchesOf(sheet: HTMLElement): HTMLElement[] {
  return [...sheet.querySelectorAll<HTMLElement>(':scope > .stretch')];
}
