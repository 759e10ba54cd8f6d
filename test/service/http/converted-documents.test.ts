/** `POST /v1/diffsvc/documents` with a DOC, RTF or ODT, which a converter makes a DOCX. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { GivenFile } from '../../../service/comparison/ports.ts';
import { docx, wp } from '../../builders/docx.ts';
import { odt, op } from '../../builders/odt.ts';
import { useServer } from './use-server.ts';

const ODT = odt(op('The fee is due in 30 days.'));
const RTF = Buffer.from('{\\rtf1\\ansi The fee is due in 14 days.\\par}');
const REVISED = docx(wp('The fee is due in 14 days.'));
let running = 0;
let mostAtOnce = 0;
/** Makes a DOCX of the numbers in a file, so that tests need no LibreOffice. */
const convert = async ({ format }: GivenFile): Promise<Uint8Array> => {
  running += 1;
  mostAtOnce = Math.max(mostAtOnce, running);
  await new Promise((resolve) => setTimeout(resolve, 20));
  running -= 1;
  return docx(wp(`The fee is due in ${format === 'odt' ? '30' : '14'} days.`));
};
const service = useServer({ convert });
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const side = (bytes: Uint8Array, more: object = {}) => ({ dataBase64: Buffer.from(bytes).toString('base64'), ...more });

interface Event {
  readonly event: string;
  readonly data: ReturnType<typeof JSON.parse>;
}

async function compare(body: object, headers: Record<string, string> = {}): Promise<Event[]> {
  const answer = await service.call('POST', '/v1/diffsvc/documents', headers, body);
  if (answer.json !== null) return [{ event: 'answer', data: answer.json }];
  return answer.text
    .split('\n\n')
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1] ?? '',
      data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null'),
    }))
    .filter(({ event }) => event !== '');
}
const contentOf = (events: readonly Event[]) => events.find(({ event }) => event === 'content_complete')?.data;

describe('a file that is converted', () => {
  it('is compared as DOCX, with the digest of the file as it was sent', async () => {
    const { format, contentDiff } = contentOf(
      await compare({ format: 'docx', original: side(ODT), revised: side(REVISED), output: ['html', 'json'] }),
    );
    expect(format).toBe('docx');
    expect(contentDiff.json.summary.changeCount).toBe(1);
    expect(contentDiff.digests.fileSha256).toEqual({ original: sha256(ODT), revised: sha256(REVISED) });
    expect(contentDiff.warnings).toEqual([
      expect.objectContaining({
        code: 'converted_file',
        side: 'original',
        message: expect.stringContaining('The file is an OpenDocument text (ODT). LibreOffice converted it to DOCX'),
      }),
    ]);
  });

  it('is named where the stored comparison is shown', async () => {
    const { bearer } = await service.under.account('creator_pro');
    const request = { format: 'docx', original: side(ODT), revised: side(REVISED), output: ['html', 'hosted_viewer'] };
    const { contentDiff } = contentOf(await compare(request, bearer));
    const { json } = await service.get(contentDiff.hostedUrl);
    expect(json.warnings).toEqual(contentDiff.warnings);
    expect(json.warnings[0].code).toBe('converted_file');
  });

  it('is the same file as itself', async () => {
    const { contentDiff } = contentOf(await compare({ format: 'docx', original: side(ODT), revised: side(ODT) }));
    expect(contentDiff.sameness).toBe('same_file');
  });

  it('is compared with a file of another format', async () => {
    const html = Buffer.from('<p>The fee is due in 14 days.</p>');
    const { format, originalFormat, contentDiff } = contentOf(
      await compare({
        original: side(RTF, { format: 'docx' }),
        revised: side(html, { format: 'html' }),
        output: ['json'],
      }),
    );
    expect([format, originalFormat, contentDiff.json.changes]).toEqual(['mixed', 'docx', []]);
  });

  it('waits while another one is converted', async () => {
    mostAtOnce = 0;
    await compare({ format: 'docx', original: side(ODT), revised: side(RTF) });
    expect(mostAtOnce).toBe(1);
  });

  it.each(['application/vnd.oasis.opendocument.text', 'application/msword', 'text/rtf', 'application/rtf'])(
    'may be declared as %s',
    async (contentType) => {
      const events = await compare({ format: 'docx', original: side(ODT, { contentType }), revised: side(REVISED) });
      expect(contentOf(events)).toBeDefined();
    },
  );

  it('gives a tracked document made of the converted file, and its job says so', async () => {
    const { bearer } = await service.under.account('creator_pro');
    const events = await compare(
      { format: 'docx', original: side(ODT), revised: side(RTF), output: ['track_changes'] },
      bearer,
    );
    const { pollUrl } = events.find(({ event }) => event === 'track_changes_queued')!.data;
    let job: ReturnType<typeof JSON.parse>;
    do {
      await new Promise((resolve) => setTimeout(resolve, 50));
      job = (await service.get(pollUrl, bearer)).json;
    } while (job.status === 'queued' || job.status === 'running');
    expect(job.status).toBe('succeeded');
    expect(job.warnings.slice(0, 2)).toEqual([
      'The original is an OpenDocument text (ODT). The tracked document is made of the DOCX that LibreOffice converted it to.',
      'The revised is an RTF document. The tracked document is made of the DOCX that LibreOffice converted it to.',
    ]);
  });

  it('is refused as another format, and without a converter', async () => {
    const [refused] = (await compare({ format: 'pdf', original: side(ODT), revised: side(ODT) })).slice(-1);
    expect(refused).toMatchObject({ event: 'error', data: { code: 'document_invalid' } });
    await service.restart({});
    const [last] = (await compare({ format: 'docx', original: side(ODT), revised: side(REVISED) })).slice(-1);
    expect(last).toMatchObject({ event: 'error', data: { message: expect.stringMatching(/^Original: .*Install/) } });
  });
});
