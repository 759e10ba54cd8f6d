import { crc32, deflateSync } from 'node:zlib';
import { sha256 } from '../../sha256.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** One pixel of eight bits of grey (PNG, 11.2.2). */
const HEADER = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
/** The filter of the line, and a light grey. */
const LINE = Buffer.from([0, 0xd9]);

/**
 * A grey PNG in the place of a picture that is not shown. The document gives its size. It names the SHA-256 of the
 * picture, so that two different pictures stay different.
 */
export function placeholder(bytes: Uint8Array): Uint8Array {
  const text = `Comment\0A picture of a kind that is not shown, SHA-256 ${sha256(bytes)}`;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', HEADER),
    chunk('tEXt', Buffer.from(text, 'latin1')),
    chunk('IDAT', deflateSync(LINE)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
