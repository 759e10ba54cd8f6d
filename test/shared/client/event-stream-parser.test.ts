/** Event streams as the HTML Living Standard (9.2.6) reads them, decoded incrementally. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventStreamParser, type StreamMessage } from '../../../shared/client/event-stream-parser.ts';
import { readEventStream } from '../../../shared/client/read-event-stream.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function parse(...pieces: Uint8Array[]): StreamMessage[] {
  const parser = new EventStreamParser();
  return pieces.flatMap((piece) => parser.push(piece));
}

const SAMPLE =
  '\uFEFF: comment\r\nevent: content_block\r\ndata: {"html":"<p>Größe 𝄞 \u2028 é</p>"}\r\n\r\n' +
  'event:text_ready\ndata:line one\ndata: line two\ndata:  two spaces\nid: 7\nretry: 10\n\n' +
  ':\r: heartbeat\r\rdata\rdata\r\revent: ignored\r\rdata: \uFEFFkept\n\nevent: cut off\ndata: never sent\n';
const EXPECTED: StreamMessage[] = [
  { event: 'content_block', data: '{"html":"<p>Größe 𝄞 \u2028 é</p>"}' },
  { event: 'text_ready', data: 'line one\nline two\n two spaces' },
  { event: 'message', data: '\n' },
  { event: 'message', data: '\uFEFFkept' },
];

describe('the parser of event streams', () => {
  it('reads names, joined data lines, comments and every line end', () => {
    expect(parse(bytesOf(SAMPLE))).toEqual(EXPECTED);
  });

  it('reads the same however the stream is cut in two', () => {
    const bytes = bytesOf(SAMPLE);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(parse(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(EXPECTED);
    }
  });

  it('reads the same from single bytes', () => {
    expect(parse(...Array.from(bytesOf(SAMPLE), (byte) => Uint8Array.of(byte)))).toEqual(EXPECTED);
  });

  it('gives an event as soon as its blank line is there, and not before', () => {
    const parser = new EventStreamParser();
    expect(parser.push(bytesOf('data: a\r\n'))).toEqual([]);
    // The carriage return ends the line. A line feed right after it belongs to the same line end.
    expect(parser.push(bytesOf('\r'))).toEqual([{ event: 'message', data: 'a' }]);
    expect(parser.push(bytesOf('\ndata: b\n\n'))).toEqual([{ event: 'message', data: 'b' }]);
  });

  it('puts U+FFFD where bytes are not UTF-8, and goes on', () => {
    expect(parse(Uint8Array.of(...bytesOf('data: a'), 0xe2, 0x82, ...bytesOf('b\n\n')))).toEqual([
      { event: 'message', data: 'a\uFFFDb' },
    ]);
  });

  it('reads back any events, written with any line end and cut anywhere', () => {
    const line = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, ''));
    const event = fc.record({
      event: fc.constantFrom('content_block', 'text_ready', 'complete', 'é'),
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 6 }),
        fc.constantFrom('\n', '\r', '\r\n'),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        (events, end, sizes) => {
          const text = events
            .map(({ event: name, lines }) => {
              const data = lines.map((one) => `data: ${one}${end}`).join('');
              return `: c${end}event: ${name}${end}${data}${end}`;
            })
            .join('');
          const bytes = bytesOf(text);
          const pieces: Uint8Array[] = [];
          for (let from = 0; from < bytes.length;) {
            const size = Number(sizes.next().value);
            pieces.push(bytes.subarray(from, from + size));
            from += size;
          }
          expect(parse(...pieces)).toEqual(
            events.map(({ event: name, lines }) => ({ event: name, data: lines.join('\n') })),
          );
        },
      ),
    );
  });

  it('stays linear on one long line in many pieces', () => {
    const parser = new EventStreamParser();
    const piece = bytesOf('x'.repeat(1_000));
    parser.push(bytesOf('data: '));
    const start = process.cpuUsage();
    for (let count = 0; count < 20_000; count++) parser.push(piece);
    const [message] = parser.push(bytesOf('\n\n'));
    expect(message!.data.length).toBe(20_000_000);
    const { user } = process.cpuUsage(start);
    // Processor time, in microseconds. To read the line anew for each piece would take minutes.
    expect(user).toBeLessThan(10_000_000);
  });
});

describe('reading events from a body', () => {
  it('cancels the body when the loop is left, and not after its end', async () => {
    let cancelled = 0;
    const body = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(bytesOf('data: 1\n\ndata: 2\n\n'));
          controller.close();
        },
      });
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytesOf('data: 1\n\n')),
      cancel: () => {
        cancelled++;
      },
    });
    for await (const { data } of readEventStream(endless)) {
      expect(data).toBe('1');
      break;
    }
    expect(cancelled).toBe(1);
    const seen: string[] = [];
    for await (const { data } of readEventStream(body())) seen.push(data);
    expect(seen).toEqual(['1', '2']);
  });
});
