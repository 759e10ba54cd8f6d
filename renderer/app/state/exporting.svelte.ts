import type { ArtifactType, ExportRequest, Job } from '../../../shared/api/jobs.ts';
import type { LastCheck } from '../../../shared/api/last-check.ts';
import type { Change } from '../../../shared/change/change.ts';
import type { DraftChanges } from '../../../shared/change/negotiation.ts';
import type { UndisclosedEdits } from '../../../shared/change/undisclosed.ts';
import type { Side } from '../../../shared/document/model.ts';
import { nameOfFile } from '../../../shared/file-names/file-of-comparison.ts';
import { ServiceCallError } from '../../../shared/client/service-call-error.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { appMessages } from '../../strings/app.ts';
import { changesCsv, changesJson } from '../comparison/changes-table.ts';
import { withTold } from '../comparison/run-comparison.ts';
import { failureOf } from '../comparison/failure.ts';
import type { Failure } from '../../frame/failure.ts';
import type { ExportKind, SheetEntry } from '../comparison/export-kinds.ts';
import { DEFAULT_EXPORT_CHOICES, exportRequest, usualPaper, type ExportChoices } from '../comparison/export-request.ts';
import type { SavedFile, SaveFile } from '../desktop/save-file.ts';
import type { OpenComparison } from './open-comparison.svelte.ts';

/** The state of one export. */
export type ExportState =
  | { readonly phase: 'making'; readonly share: number | null; readonly waiting?: string }
  | ({ readonly phase: 'saved'; readonly warnings: readonly string[] } & SavedFile)
  | { readonly phase: 'cancelled' }
  /** It is not what was decided, which was not shown before. Saving it again saves it. */
  | { readonly phase: 'doubtful' }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** Dependencies of exports. */
export interface ExportingDeps {
  readonly client: ServiceClient<AbortSignal>;
  readonly saveFile: SaveFile;
  /** Compares again after the service forgot the comparison. Returns the new id. */
  readonly storeAgain: (open: OpenComparison) => Promise<string>;
  readonly wait: (ms: number) => Promise<void>;
}

/** Interval between two polls of a job: short enough to feel immediate, long enough for the rate limit. */
const POLL_MS = 400;
/** Changes that a preview of the table or of JSON reads. */
const PREVIEWED_CHANGES = 8;

/** Files that hold decisions. The service reads each of them again, and it is made before it is saved. */
const CHECKED_KINDS: readonly ExportKind[] = ['resolved_docx', 'resolved_html'];

/** What is known of a file before it is saved. */
export type FileCheck = { readonly kind: ExportKind } & (
  | { readonly phase: 'checking' }
  | ({ readonly phase: 'checked' } & Pick<MadeFile, 'warnings' | 'check'>)
  | { readonly phase: 'failed' }
);

/** Makes the exports of a comparison, each independently. */
export class Exporting {
  states: Readonly<Partial<Record<ExportKind, ExportState>>> = $state.raw({});
  /** The entry of the sheet that is shown. */
  entry: SheetEntry | null = $state(null);
  choices: ExportChoices = $state.raw({ ...DEFAULT_EXPORT_CHOICES, paper: usualPaper(navigator.language) });
  /** What is known of the last file with decisions; null: not asked yet. */
  check: FileCheck | null = $state.raw(null);
  readonly #deps: ExportingDeps;
  /** The last file that was made to be checked, by its request. */
  #prepared: { readonly key: string; readonly kind: ExportKind; readonly file: Promise<MadeFile> } | null = null;

  constructor(deps: ExportingDeps) {
    this.#deps = deps;
  }

  /** Forgets earlier exports, for another comparison. The choices stay. */
  reset(): void {
    this.states = {};
    this.entry = null;
    this.check = null;
    this.#prepared = null;
  }

  /** Changes choices of the reader. */
  choose(change: Partial<ExportChoices>): void {
    this.choices = { ...this.choices, ...change };
  }

  /** Makes one file and saves it. A file that is not what was decided is saved only after the check was shown. */
  async make(open: OpenComparison, kind: ExportKind): Promise<void> {
    if (this.states[kind]?.phase === 'making') return;
    this.#set(kind, { phase: 'making', share: null });
    try {
      const file = await this.#bytesOf(open, kind);
      if (!this.#isTold(kind, file)) {
        this.#tell(open, kind, file);
        this.#set(kind, { phase: 'doubtful' });
        return;
      }
      const { bytes, warnings, check } = file;
      if (check !== undefined) this.#tell(open, kind, file);
      const saved = await this.#deps.saveFile(fileNameOf(open, kind), bytes);
      this.#set(kind, saved === null ? { phase: 'cancelled' } : { phase: 'saved', ...saved, warnings });
    } catch (fault) {
      this.#set(kind, { phase: 'failed', failure: failureOf(fault) });
    }
  }

  /** Makes a file with decisions without saving it, and says how it fits them. Saving takes the same file. */
  async checkFile(open: OpenComparison, kind: ExportKind): Promise<void> {
    if (!CHECKED_KINDS.includes(kind)) return;
    const key = this.#keyOf(open, kind);
    if (this.#prepared?.key === key && this.check?.phase !== 'failed') return;
    const file = this.#madeBy(open, kind);
    this.#prepared = { key, kind, file };
    this.check = { kind, phase: 'checking' };
    let check: FileCheck;
    try {
      const { warnings, check: found } = await file;
      check = { kind, phase: 'checked', warnings, ...(found && { check: found }) };
    } catch {
      check = { kind, phase: 'failed' };
    }
    if (this.#prepared.key !== key) return;
    if (check.phase === 'failed') this.#prepared = null;
    this.check = check;
  }

  /** The first lines of a table or of JSON, as the file will have them. */
  async firstLines(open: OpenComparison, kind: 'changes_json' | 'changes_csv', lines: number): Promise<string> {
    const { changes } = await this.#withStored(open, (comparisonId) =>
      this.#deps.client.changes({ comparisonId }, { limit: PREVIEWED_CHANGES }),
    );
    return tableOf(open, kind, changes)
      .replace(/^\uFEFF/u, '')
      .split(/\r?\n/u)
      .slice(0, lines)
      .join('\n');
  }

  /** Finds what the revised DOCX changed without tracking it. The list then begins with it. Throws what the service refuses. */
  async findUndisclosed(open: OpenComparison): Promise<UndisclosedEdits> {
    const { bytes } = await this.#withStored(open, (comparisonId) =>
      this.#job(comparisonId, { type: 'undisclosed_json' }, () => undefined),
    );
    const edits = JSON.parse(new TextDecoder().decode(bytes)) as UndisclosedEdits;
    open.undisclosed = edits;
    open.session.listed.undisclosed = edits.items;
    return edits;
  }

  /**
   * Reads what the pages of changes say beyond the redline. In a returned DOCX it also finds what nobody declared. It calls
   * the service only if there is something to read. `open` keeps the reason of a failed check.
   */
  async readTold(open: OpenComparison): Promise<void> {
    const { format, told } = open.finished;
    const isReturned = format === 'docx' && told !== undefined;
    try {
      await this.#readPages(open);
      if (isReturned) await this.findUndisclosed(open);
    } catch (fault) {
      // Without the rest of the cells the list says less, and nothing that is wrong.
      if (isReturned) open.undisclosedFault = failureOf(fault).message;
    }
  }

  /**
   * What became of the changes of a comparison in the draft that ends the comparison `next`. Throws what the service
   * refuses. The signal ends the job, too, and its reason is thrown.
   */
  async negotiation(comparisonId: string, next: string, signal: AbortSignal): Promise<DraftChanges> {
    const { bytes } = await this.#job(comparisonId, { type: 'negotiation_json', next }, () => undefined, signal);
    return JSON.parse(new TextDecoder().decode(bytes)) as DraftChanges;
  }

  async #readPages(open: OpenComparison): Promise<void> {
    for (let { told } = open.finished; told && told.next !== null; told = open.finished.told) {
      const offset = told.next;
      const page = await this.#withStored(open, (comparisonId) =>
        this.#deps.client.changes({ comparisonId }, { offset, limit: 500 }),
      );
      const read = withTold(told, page);
      open.finished = { ...open.finished, ...(read && { told: read }) };
      open.session.listed.tell(read);
    }
  }

  #set(kind: ExportKind, state: ExportState): void {
    this.states = { ...this.states, [kind]: state };
  }

  #requestFor(open: OpenComparison, type: ArtifactType): ExportRequest {
    return exportRequest(type, {
      record: open.session.decided.record(),
      choices: this.choices,
      format: open.finished.format,
      names: namesIn(open),
      nowMs: Date.now(),
    });
  }

  #keyOf(open: OpenComparison, kind: ExportKind): string {
    const request = kind === 'changes_json' || kind === 'changes_csv' ? kind : this.#requestFor(open, kind);
    return JSON.stringify([open.recentId, request]);
  }

  /** Whether a file is as decided, or the check that says otherwise is shown. */
  #isTold(kind: ExportKind, { check }: MadeFile): boolean {
    if (check === undefined || check.exact) return true;
    return this.check?.kind === kind && this.check.phase === 'checked' && this.check.check === check;
  }

  #tell(open: OpenComparison, kind: ExportKind, file: MadeFile): void {
    const { warnings, check } = file;
    this.#prepared = { key: this.#keyOf(open, kind), kind, file: Promise.resolve(file) };
    this.check = { kind, phase: 'checked', warnings, ...(check && { check }) };
  }

  async #bytesOf(open: OpenComparison, kind: ExportKind): Promise<MadeFile> {
    const prepared = this.#prepared;
    if (prepared?.kind === kind && prepared.key === this.#keyOf(open, kind)) return await prepared.file;
    return await this.#madeBy(open, kind);
  }

  async #madeBy(open: OpenComparison, kind: ExportKind): Promise<MadeFile> {
    return await this.#withStored(open, async (comparisonId) => {
      if (kind !== 'changes_json' && kind !== 'changes_csv') return await this.#artifact(open, comparisonId, kind);
      const table = tableOf(open, kind, await this.#changes(comparisonId));
      return { bytes: new TextEncoder().encode(table), warnings: [] };
    });
  }

  /** Calls `use` with the id under which the service keeps the comparison. */
  async #withStored<T>(open: OpenComparison, use: (comparisonId: string) => Promise<T>): Promise<T> {
    const { storeAgain } = this.#deps;
    const { comparisonId } = open.finished;
    if (comparisonId === null) return await use(await storeAgain(open));
    try {
      return await use(comparisonId);
    } catch (fault) {
      // The service keeps a comparison for a day. The browser's copy recreates it.
      if (!(fault instanceof ServiceCallError) || fault.code !== 'not_found' || open.pair === null) throw fault;
      return await use(await storeAgain(open));
    }
  }

  async #artifact(open: OpenComparison, comparisonId: string, type: ArtifactType & ExportKind): Promise<MadeFile> {
    return await this.#job(comparisonId, this.#requestFor(open, type), ({ progress = null, waiting }) => {
      if (this.states[type]?.phase !== 'making') return;
      this.#set(type, { phase: 'making', share: progress, ...(waiting && { waiting: waiting.message }) });
    });
  }

  /** Orders a job, waits for it, and fetches its file. The order is never aborted: its answer names the job to end. */
  async #job(
    comparisonId: string,
    request: ExportRequest,
    progressed: (job: Job) => void,
    signal?: AbortSignal,
  ): Promise<MadeFile> {
    const { client, wait } = this.#deps;
    let job: Job = await client.createExport(comparisonId, request);
    while (job.status === 'queued' || job.status === 'running') {
      if (signal?.aborted === true) {
        // If that fails, the job ends by itself.
        await client.cancelJob(job.jobId).catch(() => undefined);
        signal.throwIfAborted();
      }
      progressed(job);
      await wait(POLL_MS);
      job = await client.job(job.jobId);
    }
    if (job.status !== 'succeeded') {
      const { code = 'internal_error', message = appMessages.exportFailed } = job.error ?? {};
      throw new ServiceCallError({ code, message, status: 200 });
    }
    const { warnings = [], check } = job;
    return { bytes: await client.jobResult(job.jobId), warnings, ...(check && { check }) };
  }

  async #changes(comparisonId: string): Promise<Change[]> {
    const changes: Change[] = [];
    for await (const page of this.#deps.client.allChanges({ comparisonId }, { limit: 500 })) {
      changes.push(...page.changes);
    }
    return changes;
  }
}

/** The changes of a comparison as a file, with the decisions of its review. */
function tableOf(
  { session }: OpenComparison,
  kind: 'changes_json' | 'changes_csv',
  changes: readonly Change[],
): string {
  return kind === 'changes_json'
    ? changesJson(changes, session.decided.record())
    : changesCsv(changes, session.decided.record(), session.listed.places, session.review.units);
}

interface MadeFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly warnings: readonly string[];
  /** Only of a file with decisions. */
  readonly check?: LastCheck;
}

/** Empty for a side without a name. */
function namesIn({ pair }: Pick<OpenComparison, 'pair'>): Readonly<Record<Side, string>> {
  return { original: pair?.original.name ?? '', revised: pair?.revised.name ?? '' };
}

/** The name that a file is saved under. */
function fileNameOf(open: OpenComparison, kind: ExportKind): string {
  const isDecided = open.session.decided.outcome.open === 0;
  return nameOfFile({ names: namesIn(open), title: open.title }, kind, EXTENSIONS[kind], { isDecided });
}

/** Extensions of the files that can be made. */
const EXTENSIONS: Record<ExportKind, string> = {
  resolved_docx: '.docx',
  track_changes_docx: '.docx',
  report_pdf: '.pdf',
  report_html: '.html',
  redline_docx: '.docx',
  redline_pdf: '.pdf',
  marked_pages_pdf: '.pdf',
  review_html: '.html',
  resolved_html: '.html',
  evidence_zip: '.zip',
  changes_csv: '.csv',
  changes_json: '.json',
};
