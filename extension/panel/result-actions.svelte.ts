import { describeFault, type PanelFailure } from '../comparison/failure.ts';
import type { MadeFile } from '../comparison/export-result.ts';
import type { PanelExport } from '../comparison/panel-exports.ts';
import type { ShownResult } from '../comparison/result.ts';
import type { ReviewRecord } from '../../shared/review-file/review-record.ts';
import type { TabMarking } from './tab-marking.ts';
import { words } from '../strings.ts';

/** Dependencies of what a reader can do with a result. */
export interface ResultActionsDeps {
  /** Makes a file. Throws what the client throws. */
  readonly makeFile: (comparisonId: string, type: PanelExport, record: ReviewRecord) => Promise<MadeFile>;
  /** Saves bytes under a name, as the browser saves files. */
  readonly saveFile: (name: string, bytes: Uint8Array<ArrayBuffer>) => void;
  readonly mark: (result: ShownResult) => Promise<TabMarking>;
  readonly unmark: (result: ShownResult) => Promise<void>;
}

/** Files of a result, and its marks on the page. */
export class ResultActions {
  /** The file that is being made. */
  making: PanelExport | null = $state(null);
  /** What became of the last action. */
  outcome = $state('');
  /** What no decision reaches in the last file, in sentences. */
  warnings: readonly string[] = $state.raw([]);
  failure: PanelFailure | null = $state.raw(null);
  /** Whether the page shows the marks. */
  isMarked = $state(false);

  readonly #deps: ResultActionsDeps;

  constructor(deps: ResultActionsDeps) {
    this.#deps = deps;
  }

  /** Forgets what was done with an earlier result. */
  reset(): void {
    this.outcome = '';
    this.warnings = [];
    this.failure = null;
    this.isMarked = false;
  }

  async save({ comparisonId, sides }: ShownResult, type: PanelExport, record: ReviewRecord): Promise<void> {
    if (this.making !== null) return;
    this.making = type;
    this.failure = null;
    this.warnings = [];
    this.outcome = words.makingFile;
    try {
      const { bytes, warnings } = await this.#deps.makeFile(comparisonId, type, record);
      this.#deps.saveFile(words.exportName(sides.revised.title, type), bytes);
      this.outcome = words.savedFile;
      this.warnings = warnings;
    } catch (fault) {
      this.outcome = '';
      this.failure = describeFault(fault);
    } finally {
      this.making = null;
    }
  }

  async mark(result: ShownResult): Promise<void> {
    const marking = await this.#deps.mark(result);
    this.isMarked = marking.kind === 'marked' && marking.shown > 0;
    this.outcome = words.marking(marking);
  }

  async unmark(result: ShownResult): Promise<void> {
    await this.#deps.unmark(result);
    this.isMarked = false;
    this.outcome = '';
  }
}
