import { promisify } from 'node:util';
import { deflateSync, inflate } from 'node:zlib';

/** Fast instead of small: somebody waits while texts are packed, and they still shrink to a fifth. */
const LEVEL = 3;

/** Compresses a text, or its bytes in UTF-8, into bytes that own their memory. Bytes of a pool could not move to another thread. */
export function packText(text: string | Uint8Array): Uint8Array {
  return new Uint8Array(deflateSync(text, { level: LEVEL }));
}

const inflateAway = promisify(inflate);

/** Decompresses packed bytes, away from the calling thread. */
export async function unpackBytes(packed: Uint8Array): Promise<Uint8Array> {
  return await inflateAway(packed);
}
