/** The command line reads DOCX and PDF in confined processes. The result is that of a reading in this process. */
import { expect, it } from 'vitest';
import { endedBy, makeConfined, mergeConfined, readConfined, workConfined } from '../../service/confined-files.ts';
import type { ArtifactTask } from '../../service/exports/artifact.ts';
import { makeArtifact } from '../../service/exports/make-artifact.ts';
import { mergeDocuments } from '../../service/exports/merge-documents.ts';
import { compareFiles } from '../../service/pipeline/compare/compare-files.ts';
import { textOfFile } from '../../service/pipeline/file-text.ts';
import { decideAll, trackChanges } from '../../service/pipeline/track-changes.ts';
import { findUndisclosed } from '../../service/pipeline/undisclosed/find-undisclosed.ts';
import { verifyFragment, verifyRedline } from '../../service/pipeline/verify-result.ts';
import type { SideFormats } from '../../shared/formats.ts';
import { docx, wp } from '../builders/docx.ts';
import { plainPdf, showText } from '../builders/plain-pdf.ts';
import { compared } from '../builders/tracked-docx.ts';

const word = (days: number): Uint8Array => docx(wp('Terms') + wp(`The fee is due in ${days} days.`));
const pdf = (days: number): Uint8Array => plainPdf([{ content: showText(`The fee is due in ${days} days.`, 72, 700) }]);
const pairs: readonly (readonly [SideFormats, Uint8Array, Uint8Array])[] = [
  [{ original: 'docx', revised: 'docx' }, word(14), word(30)],
  [{ original: 'pdf', revised: 'pdf' }, pdf(14), pdf(30)],
  [{ original: 'docx', revised: 'pdf' }, word(14), pdf(30)],
  [{ original: 'docx', revised: 'html' }, word(14), Buffer.from('<p>The fee is due in 30 days.</p>')],
];

it.each(pairs)('is the same for %o', async (formats, original, revised) => {
  const files = { formats, original, revised, mode: 'auto', attributeMode: 'semantic' } as const;
  const [confined, here] = [await compareFiles(files, readConfined), await compareFiles(files)];
  expect(confined.html).toBe(here.html);
  expect(confined.page(0, 100)).toEqual(here.page(0, 100));
  expect([confined.texts, confined.warnings, confined.fileSha256]).toEqual([
    here.texts,
    here.warnings,
    here.fileSha256,
  ]);
  for (const { holds } of await verifyFragment({ formats, original, revised }, confined.html, readConfined))
    expect(holds).toBe(true);
  if (formats.original === 'docx') expect((await textOfFile('docx', original, readConfined)).text).toBe(here.texts[0]);
});

it('names the side that cannot be read, the original first', async () => {
  const formats = { original: 'pdf', revised: 'pdf' } as const;
  const files = { formats, mode: 'auto', attributeMode: 'semantic' } as const;
  const bad = Buffer.from('%PDF-1.7 and nothing else');
  await expect(compareFiles({ ...files, original: pdf(1), revised: bad }, readConfined)).rejects.toMatchObject({
    code: 'document_invalid',
    message: expect.stringMatching(/^Revised: /),
  });
  await expect(compareFiles({ ...files, original: bad, revised: bad }, readConfined)).rejects.toMatchObject({
    message: expect.stringMatching(/^Original: /),
  });
});

it('ends the work when the signal of its caller aborts', async () => {
  const [original, revised] = [word(14), word(30)];
  const cancelled = new AbortController();
  const works = [
    endedBy(cancelled.signal, () => readConfined('docx', original, { attributeMode: 'semantic' })),
    endedBy(cancelled.signal, () => workConfined({ kind: 'undisclosed', sent: original, returned: revised })),
  ];
  cancelled.abort(new Error('no longer wanted'));
  for (const work of works) await expect(work).rejects.toThrow('no longer wanted');
  // Work of others goes on.
  expect(await readConfined('docx', original, { attributeMode: 'semantic' })).toMatchObject({ format: 'docx' });
});

it('tracks, decides, checks and looks for undisclosed edits with the same result', async () => {
  const [original, revised] = [word(14), word(30)];
  const by = { author: 'A', at: new Date('2026-01-31T00:00:00Z') };
  const files = await compared(original, revised);
  const tracked = await workConfined({ kind: 'track', compared: files, by });
  const here = await trackChanges(files, by);
  expect({ ...tracked, bytes: Buffer.from(tracked.bytes) }).toEqual({ ...here, bytes: Buffer.from(here.bytes) });
  expect(await workConfined({ kind: 'verify', original, revised, redline: tracked.bytes })).toEqual(
    await verifyRedline({ original, revised }, here.bytes),
  );
  const accepted = await workConfined({ kind: 'decide', tracked: tracked.bytes, decision: 'accept' });
  expect(Buffer.from(accepted)).toEqual(Buffer.from(await decideAll(here.bytes, 'accept')));
  expect(await workConfined({ kind: 'undisclosed', sent: original, returned: revised })).toEqual(
    await findUndisclosed(original, revised),
  );
});

it('merges, and makes a decided file, with the same result', async () => {
  const [base, ours, theirs] = [word(14), word(30), word(60)];
  const by = { author: 'A', at: new Date('2026-01-31T00:00:00Z') };
  for (const [task, expected] of [
    [
      { base, ours, theirs },
      { conflicts: 1, isOpen: true },
    ],
    [{ base: new Uint8Array(), ours, theirs }, { isOpen: true }],
    [
      { base, ours: base, theirs },
      { conflicts: 0, isOpen: false },
    ],
  ] as const) {
    const confined = await mergeConfined({ ...task, title: 'a', by });
    const here = await mergeDocuments({ ...task, title: 'a', by });
    expect({ ...confined, bytes: Buffer.from(confined.bytes) }).toEqual({ ...here, bytes: Buffer.from(here.bytes) });
    expect(confined).toMatchObject(expected);
  }
  const files = { formats: { original: 'docx', revised: 'docx' }, original: ours, revised: theirs } as const;
  const { html } = await compareFiles({ ...files, mode: 'auto', attributeMode: 'semantic' });
  const artifact: ArtifactTask = {
    type: 'resolved_docx',
    format: 'docx',
    fallback: false,
    digests: null,
    options: { accept: 'all', reject: [] },
    title: 'a',
    html,
    original: ours,
    revised: theirs,
    author: 'A',
    date: '2026-01-31T00:00:00Z',
  };
  const [confined, here] = [await makeConfined(artifact), await makeArtifact(artifact)];
  // Only the confined file is read again after it is made.
  const report = { ...here.report, check: { exact: true, places: [] } };
  expect({ ...confined, bytes: Buffer.from(confined.bytes) }).toEqual({
    ...here,
    report,
    bytes: Buffer.from(here.bytes),
  });
});

it('refuses what no DOCX is with the error of the reader, in each task', async () => {
  const [good, bad] = [word(1), Buffer.from('PK and nothing else')];
  const by = { author: 'A', at: new Date() };
  for (const task of [
    { kind: 'track', compared: { ...(await compared(good, good)), revised: bad }, by },
    { kind: 'verify', original: good, revised: good, redline: bad },
    { kind: 'undisclosed', sent: good, returned: bad },
    { kind: 'decide', tracked: bad, decision: 'accept' },
  ] as const)
    await expect(workConfined(task)).rejects.toMatchObject({ name: 'ServiceError', code: 'document_invalid' });
  for (const files of [
    { base: bad, ours: good, theirs: good },
    { base: good, ours: good, theirs: bad },
  ])
    await expect(mergeConfined({ ...files, title: 'a', by })).rejects.toMatchObject({ code: 'document_invalid' });
});
