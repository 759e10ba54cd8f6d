/** Layouts that fail: the caller reads why, the processes end, and the next document has its turn. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OfficeRenderer } from '../../../service/pages/office-renderer.ts';
import { docx, wp } from '../../builders/docx.ts';
import { pdf } from '../../builders/pdf.ts';
import { StandInOffice, type OfficeConduct } from '../pages/stand-in-office.ts';
import type { Choices } from './server-under-test.ts';
import { useServer } from './use-server.ts';

const service = useServer();
const NOT_LAID_OUT = /could not lay this document out\. Try again\. If it fails again, open/;
const PDF = pdf(['The fee of 100 is due.']);

/** Stores a comparison. Its number makes it another pair. */
async function stored(number: number): Promise<string> {
  const side = (fee: string): object => ({
    dataBase64: Buffer.from(docx(wp(`The fee of ${fee} is due for ${number}.`))).toString('base64'),
  });
  const body = { output: ['html', 'hosted_viewer'], format: 'docx', original: side('100'), revised: side('900') };
  const { contentDiff } = (await service.call('POST', '/v1/diffsvc/documents', { accept: 'application/json' }, body))
    .json;
  const token = new URL(contentDiff.hostedUrl).searchParams.get('token')!;
  return `/v1/diffsvc/comparisons/${contentDiff.comparisonId}/pages/marks?token=${token}`;
}

/** The last event of the stream of an address, and the names of those before it. */
async function marked(address: string) {
  const { text } = await service.get(address, { accept: 'text/event-stream' });
  const events = text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [name, data] = block.split('\n');
      return { event: name!.slice(7), data: JSON.parse(data!.slice(6)) };
    });
  return { steps: events.slice(0, -1).map(({ event }) => event), ...events.at(-1)! };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe.skipIf(process.platform === 'win32')('a program in the place of LibreOffice', () => {
  let office: StandInOffice;
  beforeEach(() => {
    office = new StandInOffice(PDF);
  });
  afterEach(() => office.remove());

  const begin = async (conduct: OfficeConduct, choices: Choices = {}): Promise<void> => {
    office.behave(conduct);
    const renderer = new OfficeRenderer(office.programs);
    await service.restart({ render: (file, signal) => renderer.render(file, signal), ...choices });
  };

  it.each<[OfficeConduct, string, RegExp]>([
    ['crashes', 'document_invalid', NOT_LAID_OUT],
    ['writes nothing', 'document_invalid', NOT_LAID_OUT],
    ['writes half a PDF', 'document_invalid', NOT_LAID_OUT],
    ['writes no end', 'document_invalid', NOT_LAID_OUT],
    [
      'does not run',
      'renderer_unavailable',
      /^LibreOffice is installed and does not run here: it ended with exit code 127\. The document is not at fault\./,
    ],
    [
      'sleeps',
      'comparison_timeout',
      /longer than 4 seconds and was stopped\. Try again when this computer has less to do/,
    ],
  ])(
    'that %s: the error names the next step, and both this pair and the next are laid out afterwards',
    async (conduct, code, message) => {
      await begin(conduct, { layoutSeconds: conduct === 'sleeps' ? 4 : 60 });
      const [first, second] = [await stored(1), await stored(2)];
      const failed = await marked(first);
      expect(failed).toMatchObject({
        steps: ['waiting', 'rendering'],
        event: 'error',
        data: { code, message: expect.stringMatching(message), details: { side: expect.any(String) } },
      });
      expect(failed.data.message).not.toContain('Unspecified');
      await until(() => office.sleeping === 0);
      office.behave('works');
      for (const address of [second, first]) {
        const { event, steps, data } = await marked(address);
        expect([event, steps]).toEqual(['complete', ['waiting', 'rendering', 'reading', 'reading']]);
        expect(data.sides).toHaveLength(2);
      }
    },
  );

  it('that is asleep ends when the caller cancels, and the next pair gets its turn', async () => {
    await begin('sleeps', { layoutSeconds: 3_600 });
    const [first, second] = [await stored(1), await stored(2)];
    const origin = await service.under.server.listen({ port: 0, host: '127.0.0.1' });
    const cancel = new AbortController();
    const left = fetch(origin + first, { headers: { accept: 'text/event-stream' }, signal: cancel.signal }).then(
      (response) => response.text(),
    );
    left.catch(() => undefined);
    // Both sides are laid out at once.
    await until(() => office.asleep.length === 4);
    expect(office.sleeping).toBe(4);
    const next = marked(second);
    office.behave('works');
    cancel.abort();
    await expect(left).rejects.toThrow();
    await until(() => office.sleeping === 0);
    expect((await next).event).toBe('complete');
  });
});

it('counts the time of a layout from its start, not from the request', async () => {
  let layouts = 0;
  await service.restart({
    layoutSeconds: 1,
    render: (_file, signal) => {
      layouts += 1;
      if (layouts > 2) return signal.aborted ? Promise.reject(new Error('late')) : Promise.resolve(PDF);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('slow'))));
    },
  });
  const addresses = [await stored(1), await stored(2)];
  const ends = await Promise.all(addresses.map(marked));
  // Either request may arrive first.
  expect(ends.map(({ event, data }) => data.code ?? event).toSorted()).toEqual(['comparison_timeout', 'complete']);
});
