import type { Capture, PageScope } from '../capture/capture.ts';
import { ServiceUnreachable } from '../comparison/service-access.ts';
import { describeFault, type PanelFailure } from '../comparison/failure.ts';
import type { Progress } from '../comparison/progress.ts';
import { shownResult, type ShownResult, type StoredResult } from '../comparison/result.ts';
import { NO_SIDES, type Database, type Pairing, type Sides } from '../storage/database.ts';
import type { ReviewSession } from '../../renderer/review/review-session.svelte.ts';
import { FIRST_SETTINGS, type Settings } from '../storage/settings-form.ts';
import { words } from '../strings.ts';

/** Dependencies of the panel. */
export interface PanelDeps {
  readonly database: Pick<
    Database,
    'pairing' | 'changeSides' | 'result' | 'setResult' | 'snapshots' | 'removeSnapshot'
  >;
  /** The sides as they are, and whether they are to be compared here and now; true once only. */
  readonly takeSides: () => ReturnType<Database['takeSides']>;
  readonly loadSettings: () => Promise<Settings>;
  readonly saveSettings: (settings: Settings) => Promise<void>;
  /** Whether the reader still lets the extension call this machine; a browser lets him take that back. */
  readonly mayReach: () => Promise<boolean>;
  /** Throws `ServiceUnreachable` when nothing answers. */
  readonly checkService: (port: number, signal: AbortSignal) => Promise<void>;
  readonly compare: (
    pairing: Pairing,
    captures: { readonly original: Capture; readonly revised: Capture },
    scope: PageScope,
    signal: AbortSignal,
    tell: (progress: Progress) => void,
  ) => Promise<StoredResult>;
  /** The review of a result, with what an earlier time decided. */
  readonly reviewOf: (result: ShownResult) => ReviewSession;
  /** Asks for the permission and reads; null when denied. Throws when the browser cannot. */
  readonly readClipboard: () => Promise<string | null>;
  /** Tells the button of the compared tab how many changes there are. */
  readonly countChanges: (result: ShownResult) => void;
}

/** Where the panel is. */
export type PanelView = 'loading' | 'unpaired' | 'sides' | 'comparing' | 'result';

/** The state of the panel and what a reader can do with it. Holds no DOM. */
export class PanelSession {
  view: PanelView = $state('loading');
  sides: Sides = $state.raw(NO_SIDES);
  snapshots: readonly Capture[] = $state.raw([]);
  settings: Settings = $state.raw(FIRST_SETTINGS);
  result: ShownResult | null = $state.raw(null);
  /** That of the result. */
  review: ReviewSession | null = $state.raw(null);
  failure: PanelFailure | null = $state.raw(null);
  progress: Progress = $state.raw({ step: 'comparing', blocks: 0 });
  /** Why the clipboard was not read. */
  clipboardProblem: string | null = $state(null);
  /** The next announcement for screen readers. */
  announcement = $state('');

  readonly #deps: PanelDeps;
  /** The last reading of what is stored; the next waits for it. */
  #reading: Promise<unknown> = Promise.resolve();
  #pairing: Pairing | null = null;
  #running: AbortController | null = null;

  constructor(deps: PanelDeps) {
    this.#deps = deps;
  }

  get isReady(): boolean {
    return this.sides.original !== null && this.sides.revised !== null;
  }

  /** Whether the reader chooses here which parts of a page are compared. */
  get hasPages(): boolean {
    return this.sides.original?.from === 'page' && this.sides.revised?.from === 'page';
  }

  /**
   * Continues from the stored state. If a gesture asked for a comparison before the panel was open, it compares.
   * Otherwise it shows the last result again, if its sides are still the ones that are set.
   */
  async load(): Promise<void> {
    if (await this.#inTurn(() => this.#load())) await this.compare();
  }

  /** True: the sides are to be compared now. */
  async #load(): Promise<boolean> {
    const { database, loadSettings, mayReach } = this.#deps;
    this.settings = await loadSettings();
    this.#pairing = await database.pairing();
    const isToCompare = await this.#takeSides();
    if (this.#pairing === null || !(await mayReach())) {
      this.view = 'unpaired';
      return false;
    }
    this.view = 'sides';
    if (!isToCompare) await this.#loadResult();
    return isToCompare;
  }

  /** Something was taken in a tab, perhaps to be compared at once. */
  async sidesChanged(): Promise<void> {
    if (await this.#inTurn(() => this.#takeChangedSides())) await this.compare();
  }

  /** True: the sides are to be compared now. */
  async #takeChangedSides(): Promise<boolean> {
    const before = this.sides;
    const isToCompare = await this.#takeSides();
    const isSame = before.original?.id === this.sides.original?.id && before.revised?.id === this.sides.revised?.id;
    // After a snapshot or a fault, the view stays.
    if (this.view === 'unpaired' || (isSame && !isToCompare)) return false;
    this.cancel();
    this.view = 'sides';
    return isToCompare;
  }

  /** The extension was paired, here or in the options: what waited for it is compared. */
  async afterPairing(): Promise<void> {
    this.failure = null;
    await this.load();
    if (this.view === 'sides' && this.isReady) await this.compare();
  }

  /** The options have paired or unpaired the extension. */
  async pairingChanged(): Promise<void> {
    const isPaired = (await this.#inTurn(() => this.#deps.database.pairing())) !== null;
    if (isPaired === (this.view !== 'unpaired')) return;
    this.cancel();
    await this.load();
  }

  /** Shows the pairing, for another key. */
  pairAgain(): void {
    this.failure = null;
    this.view = 'unpaired';
  }

  async compare(): Promise<void> {
    const { original, revised } = this.sides;
    const pairing = this.#pairing;
    if (this.view === 'comparing' || original === null || revised === null || pairing === null) return;
    const running = new AbortController();
    this.#running = running;
    this.failure = null;
    this.progress = { step: 'comparing', blocks: 0 };
    this.view = 'comparing';
    this.announcement = words.comparing;
    const { signal } = running;
    try {
      const current = { ...pairing, port: this.settings.port };
      await this.#deps.checkService(current.port, signal);
      const tell = (progress: Progress): void => {
        if (!signal.aborted) this.progress = progress;
      };
      const { pageScope } = this.settings;
      const stored = await this.#deps.compare(current, { original, revised }, pageScope, signal, tell);
      signal.throwIfAborted();
      const result = shownResult(stored);
      await this.#deps.database.setResult(stored);
      signal.throwIfAborted();
      this.#show(result);
      this.#deps.countChanges(result);
    } catch (fault) {
      if (signal.aborted) return;
      this.view = 'sides';
      this.failure = describeFault(fault);
      if (fault instanceof ServiceUnreachable && !(await this.#deps.mayReach())) this.view = 'unpaired';
    }
  }

  /** Stops waiting for the comparison that runs. */
  cancel(): void {
    if (this.view !== 'comparing') return;
    this.#running?.abort();
    this.view = 'sides';
    this.announcement = words.cancelled;
  }

  /**
   * Goes back from a result to the sides and forgets the result. The result is shown until storage has forgotten it.
   * A browser undoes what a page has not finished storing when it closes.
   */
  async startAnew(): Promise<void> {
    const left = this.result;
    try {
      await this.#deps.database.setResult(null);
    } finally {
      // Meanwhile a gesture may have begun another.
      if (this.view === 'result' && this.result === left) {
        this.view = 'sides';
        this.result = null;
        this.review = null;
      }
    }
  }

  async swap(): Promise<void> {
    await this.#changeSides((sides) => ({ ...sides, original: sides.revised, revised: sides.original }));
  }

  async useSnapshot(snapshot: Capture): Promise<void> {
    await this.#changeSides((sides) => ({ ...sides, original: snapshot, originalFromClipboard: false, fault: null }));
  }

  async removeSnapshot(id: string): Promise<void> {
    await this.#deps.database.removeSnapshot(id);
    this.snapshots = await this.#deps.database.snapshots();
  }

  async setScope(pageScope: PageScope): Promise<void> {
    await this.#setSettings({ ...this.settings, pageScope });
  }

  /** Compares the same pages again, with all that is around their articles. */
  async compareWhole(): Promise<void> {
    await this.setScope('whole');
    await this.compare();
  }

  async setPort(port: number): Promise<void> {
    await this.#setSettings({ ...this.settings, port });
  }

  /** Whether results are shown in the frame of the service's viewer. */
  async setFramed(framed: boolean): Promise<void> {
    await this.#setSettings({ ...this.settings, framed });
  }

  /** Reads the original from the clipboard and compares; within a gesture. */
  async readClipboard(): Promise<void> {
    this.clipboardProblem = null;
    let text: string | null;
    try {
      text = await this.#deps.readClipboard();
    } catch {
      this.clipboardProblem = words.clipboardFailed;
      return;
    }
    if (text === null || text === '') {
      this.clipboardProblem = text === null ? words.clipboardDenied : words.clipboardEmpty;
      return;
    }
    const about = { title: words.from('clipboard'), url: '', unreadFrames: [], takenAtMs: Date.now() };
    const original: Capture = { id: crypto.randomUUID(), from: 'clipboard', markup: text, isPlainText: true, ...about };
    await this.#changeSides((sides) => ({ ...sides, original, originalFromClipboard: false }));
    if (this.isReady) await this.compare();
  }

  dismissFailure(): void {
    this.failure = null;
  }

  /** Forgets why the last gesture took nothing. */
  async dismissFault(): Promise<void> {
    await this.#changeSides((sides) => ({ ...sides, fault: null }));
  }

  /** Forgets that the last gesture was a first look. */
  async dismissFirstLook(): Promise<void> {
    await this.#changeSides((sides) => ({ ...sides, firstLook: false }));
  }

  /** The key and the port for further calls; null if the extension is not paired. */
  get access(): Pairing | null {
    return this.#pairing === null ? null : { ...this.#pairing, port: this.settings.port };
  }

  #show(result: ShownResult): void {
    this.review = this.#deps.reviewOf(result);
    this.result = result;
    this.view = 'result';
  }

  async #setSettings(settings: Settings): Promise<void> {
    this.settings = settings;
    await this.#deps.saveSettings(settings);
  }

  async #changeSides(change: (sides: Sides) => Sides): Promise<void> {
    await this.#deps.database.changeSides(change);
    await this.sidesChanged();
  }

  /**
   * Reads the storage after all earlier reads have ended. Of two reads at once, the first takes the wish and begins a
   * comparison. The second also finds changed sides, but no wish. It would end that comparison.
   */
  async #inTurn<Read>(read: () => Promise<Read>): Promise<Read> {
    const reading = this.#reading.then(read, read);
    this.#reading = reading;
    return await reading;
  }

  /** True: the reader has asked for their comparison. */
  async #takeSides(): Promise<boolean> {
    const { sides, compare } = await this.#deps.takeSides();
    this.sides = sides;
    this.snapshots = await this.#deps.database.snapshots();
    return compare && this.isReady;
  }

  async #loadResult(): Promise<void> {
    const stored = await this.#deps.database.result();
    if (stored === null || !this.#isOfSides(stored)) return;
    try {
      this.#show(shownResult(stored));
    } catch {
      this.announcement = words.resultLost;
      await this.#deps.database.setResult(null);
    }
  }

  #isOfSides({ sides }: StoredResult): boolean {
    const { original, revised } = this.sides;
    return original?.takenAtMs === sides.original.takenAtMs && revised?.takenAtMs === sides.revised.takenAtMs;
  }
}
