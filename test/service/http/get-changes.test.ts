import { describe, expect, it } from 'vitest';
import type { StructuredPage } from '../../../shared/change/page.ts';
import { useServer } from './use-server.ts';

const service = useServer();
const { call, get } = service;

const lines = (word: string): string => Array.from({ length: 700 }, (_, line) => `line ${line} ${word}`).join('\n');

async function compared(word = 'new'): Promise<{ changesUrl: string; comparisonId: string; json: StructuredPage }> {
  const payload = { original: lines('old'), revised: lines(word), format: 'txt', output: ['json'] };
  const { status, json } = await call('POST', '/v1/diffsvc/html', {}, payload);
  expect(status).toBe(200);
  return json;
}

describe('GET changesUrl', () => {
  it('answers the first page as it was in the answer, and all changes when followed', async () => {
    const { changesUrl, json } = await compared();
    expect((await get(changesUrl)).json).toEqual(json);
    for (const limit of [1_00, 500, 333]) {
      const ids: string[] = [];
      let next: number | undefined = 0;
      while (next !== undefined) {
        const page: StructuredPage = (await get(`${changesUrl}&offset=${next}&limit=${limit}`)).json;
        ids.push(...page.changes.map((change) => change.id));
        expect(page.summary).toEqual(json.summary);
        next = page.nextOffset;
      }
      expect(ids).toHaveLength(json.totalChanges);
      expect(ids).toEqual([...new Set(ids)].sort());
    }
  });

  it('answers an empty page beyond the end', async () => {
    const { changesUrl, json } = await compared();
    const { status, json: page } = await get(`${changesUrl}&offset=${json.totalChanges}`);
    expect([status, page.changes, page.nextOffset]).toEqual([200, [], undefined]);
  });

  it('takes the token from the header too', async () => {
    const { changesUrl, json } = await compared();
    const [path, token] = changesUrl.split('?token=');
    expect((await get(path!, { 'x-viewer-token': token! })).json).toEqual(json);
  });

  it.each([
    'limit=0',
    'limit=501',
    'limit=abc',
    'limit=1e2',
    'limit=-1',
    'limit=',
    'offset=-1',
    'offset=1.5',
    'offset=1&offset=2',
  ])('refuses %s', async (query) => {
    const { changesUrl } = await compared();
    const { status, json } = await get(`${changesUrl}&${query}`);
    expect([status, json.code]).toEqual([400, 'invalid_request']);
    expect(json.details.issues[0]).toMatchObject({ in: 'query', path: query.split('=')[0] });
  });

  it('refuses a token that is missing, malformed, changed or of another comparison', async () => {
    const { changesUrl } = await compared();
    const other = (await compared('newer')).changesUrl.split('?token=')[1]!;
    const [path, token] = changesUrl.split('?token=');
    const changed = token!.slice(0, -2) + (token!.endsWith('AA') ? 'BB' : 'AA');
    const redated = token!.replace(/_\d+_/, '_1000000000_');
    for (const url of [
      path!,
      `${path}?token=`,
      `${path}?token=x`,
      ...[changed, redated, other].map((wrong) => `${path}?token=${wrong}`),
    ]) {
      const { status, json } = await get(url);
      expect([status, json.code], url).toEqual([401, 'invalid_token']);
      expect(JSON.stringify(json)).not.toContain(token);
    }
  });

  it('answers not_found for a comparison that never was', async () => {
    const { changesUrl, comparisonId } = await compared();
    const { status, json } = await get(changesUrl.replace(comparisonId, 'cmp_0'));
    expect([status, json.code]).toEqual([404, 'not_found']);
  });

  it('expires after 24 hours, and does not accept a token from the future', async () => {
    const { changesUrl } = await compared();
    const issued = service.under.now.getTime();
    const at = async (seconds: number): Promise<[number, string | undefined]> => {
      service.under.now = new Date(issued + seconds * 1_000);
      const { status, json } = await get(changesUrl);
      return [status, json.code];
    };
    expect(await at(86_399)).toEqual([200, undefined]);
    expect(await at(86_400)).toEqual([404, 'token_expired']);
    expect(await at(-60)).toEqual([200, undefined]);
    expect(await at(-61)).toEqual([401, 'token_issued_in_future']);
    expect((await get(changesUrl)).json.message).not.toContain('cmp_tok');
  });

  it('keeps tokens out of the log', async () => {
    const { changesUrl } = await compared();
    await get(changesUrl);
    await get(`${changesUrl}x`);
    const log = service.under.logLines.join('');
    expect(log).toContain('/changes');
    expect(log).not.toContain('cmp_tok');
  });
});
