/** Evidence packs as exports: the command line proves what the service wrote. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyEvidence } from '../../../service/cli/evidence/verify-evidence.ts';
import type { ArtifactTask } from '../../../service/exports/artifact.ts';
import { evidencePack } from '../../../service/exports/evidence-pack.ts';
import { readArchive } from '../../../service/ooxml/read-archive.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import type { ComparisonFacts } from '../../../service/pipeline/inputs/tasks.ts';
import { docx, r, wp } from '../../builders/docx.ts';
import { serverUnderTest, type ServerUnderTest } from './server-under-test.ts';

let under: ServerUnderTest;
let bearer: { authorization: string };
beforeEach(async () => {
  under = await serverUnderTest();
  ({ bearer } = await under.account('creator_pro'));
});
afterEach(() => under.close());

async function call(method: 'GET' | 'POST', url: string, payload?: object) {
  const path = url.replace(/^http:\/\/[^/]+/, '');
  const headers = { host: 'localhost', accept: 'application/json', ...bearer };
  const response = await under.server.inject({ method, url: path, headers, ...(payload && { payload }) });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  const { statusCode, headers: own, rawPayload } = response;
  return { status: statusCode, type: own['content-type'], json: isJson ? response.json() : null, bytes: rawPayload };
}

const order = (comparisonId: string, body: object = {}) =>
  call('POST', `/v1/diffsvc/comparisons/${comparisonId}/exports`, { type: 'evidence_zip', ...body });

/** The pack, or the error of its job. */
async function pack(comparisonId: string, body: object = {}): Promise<Buffer> {
  const { json: queued } = await order(comparisonId, body);
  for (;;) {
    const { json: job } = await call('GET', `${queued.pollUrl}?wait=20`);
    if (job.status === 'queued' || job.status === 'running') continue;
    expect(job).toMatchObject({ status: 'succeeded' });
    const { bytes, type } = await call('GET', job.downloadUrl);
    expect(type).toBe('application/zip');
    return bytes;
  }
}

const manifestIn = async (zip: Uint8Array) =>
  JSON.parse(new TextDecoder().decode((await readArchive(zip)).find(({ name }) => name === 'manifest.json')!.bytes));

const broken = async (zip: Uint8Array): Promise<string[]> =>
  (await verifyEvidence(zip, null, {})).filter(({ holds }) => holds === false).map(({ check }) => check);

const file = (bytes: Uint8Array) => ({ dataBase64: Buffer.from(bytes).toString('base64') });
const word = (text: string): Uint8Array =>
  docx(
    wp(r('Nothing else.')) +
      wp(`<w:r><w:rPr><w:color w:val="${text === 'ten' ? 'FF0000' : '0000FF'}"/></w:rPr><w:t>${text} euro</w:t></w:r>`),
  );
const page = (fee: string): string => `<main><p>The fee is <b>${fee}</b>.</p></main><aside>Advert ${fee}</aside>`;

type Request = readonly [path: string, body: object];
const KINDS: readonly (readonly [name: string, request: Request])[] = [
  ['Markdown', ['html', { original: 'Ten **euro**.', revised: 'Two **euro**.', format: 'markdown' }]],
  [
    'text that begins with a byte order mark',
    ['html', { original: '\uFEFFTen.', revised: '\uFEFFTwo.', format: 'txt' }],
  ],
  ['JSON', ['html', { original: '{"fee": 10}', revised: '{"fee": 12}', format: 'json' }]],
  [
    'parts of HTML',
    ['html', { original: page('10'), revised: page('12'), format: 'html', select: 'main', ignoreSelectors: ['b.x'] }],
  ],
  [
    'DOCX with its looks',
    [
      'documents',
      {
        ...{ format: 'docx', original: file(word('ten')), revised: file(word('two')) },
        ...{ attributeMode: 'presentation', include: ['headers', 'comments'], complexity: 'extended' },
      },
    ],
  ],
  [
    'two formats',
    [
      'documents',
      {
        original: { format: 'docx', ...file(word('ten')) },
        revised: { format: 'markdown', ...file(Buffer.from('Nothing else.\n\ntwo euro\n')) },
      },
    ],
  ],
];

async function compared([path, body]: Request): Promise<string> {
  const { json } = await call('POST', `/v1/diffsvc/${path}`, { ...body, output: ['html', 'json'] });
  return json.comparisonId ?? json.contentDiff.comparisonId;
}

describe.each(KINDS)('an evidence pack of %s', (_, request) => {
  it('has the same bytes again, says how it was compared, and is proved by the command line', async () => {
    const comparisonId = await compared(request);
    const names = { original: 'folder/Lease v1', revised: 'Lease v2' };
    const zip = await pack(comparisonId, { names });
    expect(Buffer.compare(zip, await pack(comparisonId, { names }))).toBe(0);
    expect(await broken(zip)).toEqual([]);
    const { settings, files, contains } = await manifestIn(zip);
    const [, { attributeMode = 'semantic', include = [], select, mode = 'auto' }] = request as [
      string,
      Record<string, unknown>,
    ];
    expect(settings).toMatchObject({ attributeMode, include, mode, ...(select !== undefined && { select }) });
    expect([files.original.name, files.revised.name, contains]).toEqual(['Lease v1', 'Lease v2', 'everything']);

    const only = await pack(comparisonId, { changesOnly: true, date: '2026-01-31T12:00:00Z' });
    expect((await readArchive(only)).map(({ name }) => name)).toEqual(['manifest.json', 'changes.json']);
    expect(await manifestIn(only)).toMatchObject({ contains: 'changes', date: '2026-01-31T12:00:00Z' });
    expect(await broken(only)).toEqual([]);
  });
});

/** More changes than the largest page of an answer has. */
const LONG = Array.from({ length: 700 }, (_, at) => `Item ${at} costs ten euro.\n`).join('\n');

describe('an evidence pack', () => {
  it('of more changes than a page has is proved as well, and another redline makes none', async () => {
    const [original, revised] = [LONG, LONG.replaceAll('ten', 'two')];
    const { html, summary } = compareText({ original, revised, format: 'txt', mode: 'word' });
    expect(summary.changeCount).toBe(700);
    const task: ArtifactTask = {
      ...{ type: 'evidence_zip', format: 'txt', fallback: false, digests: null, title: '', author: '', html },
      ...{ original: Buffer.from(original), revised: Buffer.from(revised), date: '2026-01-31T12:00:00Z' },
      options: { accept: [], reject: [] },
      evidence: {
        settings: {
          ...{ originalFormat: 'txt', revisedFormat: 'txt', mode: 'word', attributeMode: 'semantic' },
          ...{ include: [], complexity: 'standard' },
        },
        formats: { original: 'txt', revised: 'txt' },
        version: '0.1.0',
      },
    };
    expect(await broken((await evidencePack(task)).bytes)).toEqual([]);
    const other = evidencePack({ ...task, html: html.replace('Item', 'Thing') });
    await expect(other).rejects.toThrow(/does not give the stored redline/u);
  });

  it('is refused with decisions, and its option with other exports', async () => {
    const comparisonId = await compared(KINDS[0]![1]);
    for (const [body, path] of [
      [{ accept: 'all' }, '/accept'],
      [{ reject: ['chg_000001'] }, '/reject'],
      [{ type: 'review_html', changesOnly: true }, '/changesOnly'],
    ] as const) {
      const { status, json } = await order(comparisonId, body);
      expect([status, json.details.issues[0].path]).toEqual([400, path]);
    }
  });

  it('is not made of a comparison that an earlier version stored, nor of a converted file', async () => {
    const { checkExport } = await import('../../../service/comparison/exports/check-export.ts');
    const facts: ComparisonFacts = {
      ...{
        format: 'docx',
        engine: 'document',
        fallback: false,
        requestedMode: 'auto',
        effectiveMode: 'word',
        units: 1,
      },
      complexity: 'standard',
    };
    const options = { accept: [], reject: [] } as const;
    expect(() => checkExport('evidence_zip', facts, options, 1)).toThrow(/earlier version stored the comparison/u);
    const settings = { attributeMode: 'semantic', include: [] } as const;
    expect(() => checkExport('evidence_zip', { ...facts, settings }, options, 1)).not.toThrow();
    const convertedFrom = { revised: 'rtf' } as const;
    expect(() => checkExport('evidence_zip', { ...facts, settings, convertedFrom }, options, 1)).toThrow(
      /converted RTF/u,
    );
  });
});
