import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ARTIFACT_TYPES } from '../../../shared/api/jobs.ts';
import { bothSides } from '../../../shared/formats.ts';
import type { ArtifactTask } from '../../../service/exports/artifact.ts';
import { makeArtifact } from '../../../service/exports/make-artifact.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { findPageMarks } from '../../../service/pipeline/page-marks/find-page-marks.ts';
import { ArtifactProcesses, type ArtifactProcessesOptions } from '../../../service/workers/artifact-processes.ts';
import { docx, wp } from '../../builders/docx.ts';
import { pdf } from '../../builders/pdf.ts';

const directory = mkdtempSync(join(tmpdir(), 'diffsvc-artifacts-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const never = new AbortController().signal;

let made: ArtifactProcesses[] = [];
const processes = (options: Partial<ArtifactProcessesOptions> = {}): ArtifactProcesses => {
  const maker = new ArtifactProcesses({ processes: 1, ...options });
  made.push(maker);
  return maker;
};
afterEach(() => {
  for (const maker of made) maker.close();
  made = [];
});

const texts = { original: 'The fee is **30**.', revised: 'The rent is **14**.' };
const TASK: ArtifactTask = {
  type: 'review_html',
  format: 'markdown',
  fallback: false,
  digests: null,
  options: { accept: [], reject: [] },
  title: 'A & B',
  html: compareText({ ...texts, format: 'markdown', mode: 'auto' }).html,
  original: Buffer.from(texts.original),
  revised: Buffer.from(texts.revised),
  author: 'someone',
  date: '2025-03-01T12:00:00Z',
};
const PDFS = { original: 'pdf', revised: 'pdf' } as const;
const PAIR = { original: docx(wp('The fee is due.')), revised: docx(wp('The rent is due.')) };

/** What a file of this type is made of: texts and documents. Only a DOCX declares changes, and only a PDF has pages. */
async function tasksOf(type: ArtifactTask['type']): Promise<readonly ArtifactTask[]> {
  const documents = { ...TASK, ...PAIR, format: 'docx' } as const;
  if (type === 'undisclosed_json') return [documents];
  if (type === 'evidence_zip') {
    const { html } = await compareFiles({
      ...PAIR,
      formats: bothSides('docx'),
      mode: 'auto',
      attributeMode: 'semantic',
    });
    return [proving(TASK, 'markdown'), proving({ ...documents, html }, 'docx')];
  }
  if (type !== 'marked_pages_pdf') return [TASK, documents];
  const pages = { original: pdf(['The fee is due in 30 days.']), revised: pdf(['The fee is due in 14 days.']) };
  const compared = { ...pages, formats: bothSides('pdf'), mode: 'word', attributeMode: 'presentation' } as const;
  const { html } = await compareFiles(compared);
  return [{ ...TASK, ...pages, format: 'pdf', html, found: await findPageMarks({ ...pages, formats: PDFS, html }) }];
}

/** The task with the settings of its comparison, which an evidence pack states. */
function proving(task: ArtifactTask, format: 'docx' | 'markdown'): ArtifactTask {
  const formats = bothSides(format);
  const named = { originalFormat: format, revisedFormat: format };
  const settings = { mode: 'auto', attributeMode: 'semantic', complexity: 'standard' } as const;
  return { ...task, evidence: { settings: { ...named, ...settings, include: [] }, formats, version: '0.1.0' } };
}

/** A program that a process can be. */
function program(name: string, source: string): string {
  const file = join(directory, `${name}.mjs`);
  writeFileSync(file, source);
  return file;
}

describe('files made in processes', () => {
  it.each([...ARTIFACT_TYPES])('%s is the same as made here, each time', async (type) => {
    for (const task of await tasksOf(type)) {
      const order = { ...task, type, ...(type === 'negotiation_json' && { third: task.original }) };
      const there = await processes().make(order, never);
      const here = await makeArtifact(order);
      expect(Buffer.compare(there.bytes, here.bytes)).toBe(0);
      expect(there.report).toEqual(here.report);
    }
  });

  it('one after the other in one warm process, are the same as made here', async () => {
    const maker = processes();
    maker.warm();
    const [pid] = maker.pids;
    const pair = { ...TASK, ...PAIR, format: 'docx' } as const;
    for (const task of [pair, TASK, pair, TASK]) {
      const order = { ...task, type: 'track_changes_docx' } as const;
      const there = await maker.make(order, never);
      expect(Buffer.compare(there.bytes, (await makeArtifact(order)).bytes)).toBe(0);
    }
    expect(maker.pids).toEqual([pid]);
  });

  it('come from a fresh process after a rest', async () => {
    const maker = processes({ idleMs: 200 });
    await maker.make(TASK, never);
    const [pid] = maker.pids;
    await expect.poll(() => maker.pids[0]).not.toBe(pid);
    expect(maker.pids).toHaveLength(1);
    expect((await maker.make(TASK, never)).mediaType).toBe('text/html; charset=utf-8');
  });

  it('end with the service, made or not', async () => {
    const maker = processes({ processFile: program('busy', 'process.on("message", () => { for (;;); });') });
    const making = maker.make(TASK, never);
    maker.close();
    await expect(making).rejects.toThrow('the exports have been stopped');
    expect(maker.pids).toEqual([]);
  });

  it('refuse with a code', async () => {
    const broken = {
      ...TASK,
      ...PAIR,
      format: 'docx',
      original: Buffer.from('PK'),
      type: 'track_changes_docx',
    } as const;
    await expect(processes().make(broken, never)).rejects.toMatchObject({ code: 'document_invalid' });
  });

  it('are killed when nobody wants them any more', async () => {
    const processFile = program('loop', 'process.on("message", () => { for (;;); });');
    const stop = new AbortController();
    const making = processes({ processFile }).make(TASK, stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 300);
    await expect(making).rejects.toThrow('enough');
  });

  it('that take too much memory or die are told', async () => {
    const killed = program('killed', 'process.on("message", () => process.kill(process.pid, "SIGKILL"));');
    await expect(processes({ processFile: killed }).make(TASK, never)).rejects.toMatchObject({
      code: 'document_too_complex',
    });
    const gone = program('gone', 'process.on("message", () => process.exit(3));');
    await expect(processes({ processFile: gone }).make(TASK, never)).rejects.toThrow('code 3');
  });
});
