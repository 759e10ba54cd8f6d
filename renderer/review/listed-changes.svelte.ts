import type { DeclaredBy } from '../../shared/change/change.ts';
import type { UndisclosedItem } from '../../shared/change/undisclosed.ts';
import type { Block } from '../../shared/document/model.ts';
import type { Units } from '../../shared/fragment/units.ts';
import type { StaleReference } from '../../shared/signals/references.ts';
import type { Signal } from '../../shared/signals/rule.ts';
import { placesOf, type DocumentPlaces } from '../document-view/change-places.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import type { SpokenPlace } from '../strings/change.ts';
import { reviewMessages } from '../strings/review.ts';
import { bundlesOf, toggled, type ChangeBundle } from './change-groups.ts';
import { filterChanges, isEmptyFilter, NO_FILTER, type ChangeFacts, type ChangeFilter } from './change-filter.ts';
import { ignoredIds, NOTHING_IGNORED, withIgnored, type Ignorable } from './ignoring.ts';
import { railRows, type RailRow } from './rail-rows.ts';
import type * as SignalRules from './signal-rules.ts';
import { passing } from './decision-targets.ts';
import { unreplacedPlaces, type UnreplacedPlace } from './unreplaced.ts';

/** What is known of changes beyond the redline, by change id. */
export interface ToldOfChanges {
  /** Who declared changes of a returned DOCX. */
  readonly by: Readonly<Record<string, DeclaredBy>>;
  /** The cells of changes in a workbook. */
  readonly cells: Readonly<Record<string, string>>;
}

/** Dependencies of the listed changes. */
export interface ListedChangesDeps {
  /** The merged document. */
  readonly blocks: readonly Block[];
  readonly changes: readonly ReviewChange[];
  readonly units: Units;
  /** What a filter asks about the review. */
  readonly facts: Pick<ChangeFacts, 'verdictOf' | 'isNoted'>;
}

const NONE_OPEN: ReadonlySet<string> = new Set();
const NO_SIGNALS: readonly Signal[] = [];
const NO_SIGNALS_YET: ReadonlyMap<string, readonly Signal[]> = new Map();
const NOTHING_FIRST: ReadonlyMap<string, unknown> = new Map();

/** What the list of changes shows: the changes that pass the filter, in rows, and what the rules say about them. */
export class ListedChanges {
  filter: ChangeFilter = $state.raw(NO_FILTER);
  /** Keys of the open bundles. */
  openBundles: ReadonlySet<string> = $state.raw(NONE_OPEN);
  /** What a returned file changed without marking it. It begins the list. */
  undisclosed: readonly UndisclosedItem[] = $state.raw([]);
  /** Who declared changes by tracked revisions, by change id. */
  declared: Readonly<Record<string, DeclaredBy>> = $state.raw({});
  /** The cells of changes in a workbook, by change id. */
  cells: Readonly<Record<string, string>> = $state.raw({});
  /** Whether the list begins with what matters. */
  mattersFirst = $state(false);
  /** The kinds of change that the reader hides. */
  ignored: ReadonlySet<Ignorable> = $state.raw(NOTHING_IGNORED);
  /** The rules that say what matters; null until they are loaded. */
  rules: typeof SignalRules | null = $state.raw(null);

  readonly #deps: ListedChangesDeps;

  /** Sections, and where each change is. */
  readonly places: DocumentPlaces = $derived.by(() => placesOf(this.#deps.blocks));
  /** What the rules say about the changes, by their ids. Empty until they are loaded. */
  readonly signals: ReadonlyMap<string, readonly Signal[]> = $derived.by(
    () => this.rules?.signalsOf(this.#deps.blocks) ?? NO_SIGNALS_YET,
  );
  /** References to clauses that have another number now. Empty until the rules are loaded. */
  readonly references: readonly StaleReference[] = $derived.by(
    () => this.rules?.staleReferences(this.rules.sideTexts(this.#deps.blocks)) ?? [],
  );
  /** The changes that are hidden. */
  readonly hidden: ReadonlySet<string> = $derived.by(() => ignoredIds(this.#deps.changes, this.ignored));
  /** The changes that the filter shows. A unit passes as a whole. */
  readonly matching: readonly ReviewChange[] = $derived.by(() => {
    const { changes, units } = this.#deps;
    return passing(changes, filterChanges(changes, this.filter, this.#facts), this.hidden, units);
  });
  readonly isFiltered = $derived(!isEmptyFilter(this.filter) || this.hidden.size > 0);
  /** Changes that are decided together, among those that the filter shows. */
  readonly bundles: readonly ChangeBundle[] = $derived.by(() =>
    bundlesOf(this.matching, this.places.places, this.#deps.units),
  );
  /** Places of replaced wordings that the revised document kept, by bundle key. */
  readonly unreplaced: ReadonlyMap<string, readonly UnreplacedPlace[]> = $derived.by(() =>
    unreplacedPlaces(this.#deps.blocks, this.bundles),
  );
  readonly rows: readonly RailRow[] = $derived(
    railRows({
      ...this.places,
      changes: this.matching,
      bundles: this.bundles,
      unreplaced: this.unreplaced,
      open: this.openBundles,
      first: this.mattersFirst ? this.signals : NOTHING_FIRST,
      references: this.isFiltered ? [] : this.references,
      undisclosed: this.isFiltered ? [] : this.undisclosed,
    }),
  );

  readonly #facts: ChangeFacts = {
    verdictOf: (changeId) => this.#deps.facts.verdictOf(changeId),
    isNoted: (changeId) => this.#deps.facts.isNoted(changeId),
    sectionOf: (changeId) => this.places.places.get(changeId)?.section,
    signalsOf: (changeId) => this.signals.get(changeId) ?? NO_SIGNALS,
  };

  constructor(deps: ListedChangesDeps) {
    this.#deps = deps;
  }

  /** Takes what is known of changes beyond the redline. */
  tell(told: ToldOfChanges | undefined): void {
    this.declared = told?.by ?? {};
    this.cells = told?.cells ?? {};
  }

  /** Loads the rules that say what matters. Then `signals` and `references` have their content. */
  async loadRules(): Promise<void> {
    this.rules ??= await import('./signal-rules.ts');
  }

  /** Where a change is among all changes, and under which heading. */
  spokenPlace(changeId: string): SpokenPlace {
    const { units } = this.#deps;
    const section = this.places.sections[this.places.places.get(changeId)?.section ?? -1];
    const title = section?.kind === 'story' ? reviewMessages.sectionStory : (section?.title ?? '');
    const unit = units.of(changeId);
    return { at: unit ? units.all.indexOf(unit) : 0, total: units.all.length, section: title };
  }

  /** Opens a bundle, or closes it. */
  toggleBundle(key: string): void {
    this.openBundles = toggled(this.openBundles, key);
  }

  /** Opens the bundle that contains a change, if there is one. */
  openBundleOf(changeId: string): void {
    const bundle = this.bundles.find(({ changes }) => changes.some(({ id }) => id === changeId));
    if (bundle && !this.openBundles.has(bundle.key)) this.toggleBundle(bundle.key);
  }

  /** Hides a kind of change, or shows it again. */
  ignore(which: Ignorable, isIgnored: boolean): void {
    this.ignored = withIgnored(this.ignored, which, isIgnored);
  }

  /** Shows the changes of every kind again. */
  ignoreNothing(): void {
    this.ignored = NOTHING_IGNORED;
  }
}
