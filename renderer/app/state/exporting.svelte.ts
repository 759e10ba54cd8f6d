import type { ArtifactType, Job } from '../../../shared/api/jobs.ts';
import type { Change } from '../../../shared/change/change.ts';
import { ServiceCallError } from '../../../shared/client/service-call-error.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { appMessages } from '../../strings.ts';
import { changesCsv, changesJson } from '../comparison/changes-table.ts';
import { failureOf } from '../comparison/failure.ts';
import type { Failure } from '../../components/failure.ts';
import type { ExportKind } from '../comparison/export-kinds.ts';
import type { SaveFile } from '../desktop/save-file.ts';
import type { OpenComparison } from './open-comparison.svelte.ts';

/** The state of one export. */
export type ExportState =
  | { readonly phase: 'making'; readonly share: number | null }
  | { readonly phase: 'saved'; readonly name: string; readonly warnings: readonly string[] }
  | { readonly phase: 'cancelled' }
  | { readonly phase: 'failed'; readonly failure: Failure };

/** What exports depend on. */
export interface ExportingDeps {
  readonly client: ServiceClient<AbortSignal>;
  readonly saveFile: SaveFile;
  /** Compares again after the service forgot the comparison. Returns the new id. */
  readonly storeAgain: (open: OpenComparison) => Promise<string>;
  readonly wait: (ms: number) => Promise<void>;
}

/** A file for other reviewers shows every change, including those decided here. */
const SHOWS_ALL: readonly ArtifactType[] = ['track_changes_docx', 'redline_pdf'];

/** Interval between two polls of a job: short enough to feel immediate, long enough for the rate limit. */
const POLL_MS = 400;

/** Makes the exports of a comparison, each independently. */
export class Exporting {
  states: Readonly<Partial<Record<ExportKind, ExportState>>> = $state.raw({});
  readonly #deps: ExportingDeps;

  constructor(deps: ExportingDeps) {
    this.#deps = deps;
  }

  /** Forgets earlier exports, for another comparison. */
  reset(): void {
    this.states = {};
  }

  /** Makes one file and saves it. */
  async make(open: OpenComparison, kind: ExportKind): Promise<void> {
    if (this.states[kind]?.phase === 'making') return;
    this.#set(kind, { phase: 'making', share: null });
    try {
      const { bytes, warnings } = await this.#bytesOf(open, kind);
      const saved = await this.#deps.saveFile(fileNameOf(open.title, kind), bytes);
      this.#set(kind, saved === null ? { phase: 'cancelled' } : { phase: 'saved', name: saved, warnings });
    } catch (fault) {
      this.#set(kind, { phase: 'failed', failure: failureOf(fault) });
    }
  }

  #set(kind: ExportKind, state: ExportState): void {
    this.states = { ...this.states, [kind]: state };
  }

  async #bytesOf(open: OpenComparison, kind: ExportKind): Promise<MadeFile> {
    const { storeAgain } = this.#deps;
    const make = async (comparisonId: string): Promise<MadeFile> => {
      if (kind !== 'changes_json' && kind !== 'changes_csv') return await this.#artifact(open, comparisonId, kind);
      const changes = await this.#changes(comparisonId);
      const write = kind === 'changes_json' ? changesJson : changesCsv;
      return { bytes: new TextEncoder().encode(write(changes, open.session.record())), warnings: [] };
    };
    const { comparisonId } = open.finished;
    if (comparisonId === null) return await make(await storeAgain(open));
    try {
      return await make(comparisonId);
    } catch (fault) {
      // The service keeps a comparison for a day. The browser's copy recreates it.
      if (!(fault instanceof ServiceCallError) || fault.code !== 'not_found' || open.pair === null) throw fault;
      return await make(await storeAgain(open));
    }
  }

  async #artifact(open: OpenComparison, comparisonId: string, type: ArtifactType & ExportKind): Promise<MadeFile> {
    const { client, wait } = this.#deps;
    const decided = SHOWS_ALL.includes(type) ? [] : [...open.session.record().decided];
    const withVerdict = (verdict: string): string[] => decided.filter(([, is]) => is === verdict).map(([id]) => id);
    const request = { type, accept: withVerdict('accepted'), reject: withVerdict('rejected') };
    let job: Job = await client.createExport(comparisonId, request);
    while (job.status === 'queued' || job.status === 'running') {
      this.#set(type, { phase: 'making', share: job.progress ?? null });
      await wait(POLL_MS);
      job = await client.job(job.jobId);
    }
    if (job.status !== 'succeeded') {
      const { code = 'internal_error', message = appMessages.exportFailed } = job.error ?? {};
      throw new ServiceCallError({ code, message, status: 200 });
    }
    return { bytes: await client.jobResult(job.jobId), warnings: job.warnings ?? [] };
  }

  async #changes(comparisonId: string): Promise<Change[]> {
    const changes: Change[] = [];
    for await (const page of this.#deps.client.allChanges({ comparisonId }, { limit: 500 })) {
      changes.push(...page.changes);
    }
    return changes;
  }
}

interface MadeFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly warnings: readonly string[];
}

/** Characters that some file system forbids in names. */
const UNSAFE = /[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu;

/** A file name that describes the content. */
export function fileNameOf(title: string, kind: ExportKind): string {
  const stem = [...title.replace(UNSAFE, ' ').replace(/\.(docx|pdf|html?|md|txt|json)\b/giu, '')].slice(0, 80).join('');
  const clean = stem.replace(/\s+/gu, ' ').replace(/^[. ]+|[. ]+$/gu, '');
  const { extension } = appMessages.exportOf(kind);
  return `${clean === '' ? 'Comparison' : clean} (${KIND_ENDINGS[kind]})${extension}`;
}

const KIND_ENDINGS: Record<ExportKind, string> = {
  track_changes_docx: 'tracked',
  resolved_docx: 'final',
  redline_pdf: 'redline',
  review_html: 'review',
  resolved_html: 'final',
  changes_json: 'changes',
  changes_csv: 'changes',
};
