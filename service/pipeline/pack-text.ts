import { promisify } from 'node:util';
import { deflateSync, inflate } from 'node:zlib';

/** Fast rather than small: texts are packed while someone waits, and shrink to a fifth already. */
const LEVEL = 3;

/** A text as compressed UTF-8 bytes that own their memory: those of a pool could not be moved to another thread. */
export function packText(text: string): Uint8Array {
  return new Uint8Array(deflateSync(text, { level: LEVEL }));
}

const inflateAway = promisify(inflate);

/** The bytes that were packed. Decompression runs away from the calling thread. */
export async function unpackBytes(packed: Uint8Array): Promise<Uint8Array> {
  return await inflateAway(packed);
}
