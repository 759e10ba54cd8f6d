import type { Block, Side } from '../../shared/document/model.ts';
import { projected } from '../../shared/fragment/project.ts';
import { writing } from '../../shared/fragment/write.ts';
import type { ComparisonDigests } from '../../shared/api/digests.ts';
import { inSlices } from '../document-view/in-slices.ts';

/**
 * SHA-256 of a text in UTF-8, in lower-case hexadecimal digits; null where the browser has no cryptography, as on pages
 * of another machine without HTTPS.
 */
export async function sha256Hex(text: string): Promise<string | null> {
  // Not there in insecure contexts, whatever the types say.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What the proof of completeness found; `unknown`: it cannot be made here. */
export type Completeness =
  | { readonly outcome: 'unknown' }
  | {
      readonly outcome: 'proved' | 'broken';
      readonly original: string;
      readonly revised: string;
      readonly fragment: string;
    };

/** Pieces that are written before the work rests. */
const REST_AFTER = 64;

/** The canonical HTML of one side of a merged document. Rests often. */
function* writingSide(blocks: readonly Block[], side: Side): Generator<undefined, string, undefined> {
  let html = '';
  let pieces = 0;
  for (const piece of writing(projected(blocks, side))) {
    html += piece;
    pieces += 1;
    if (pieces % REST_AFTER === 0) yield;
  }
  return html;
}

/**
 * Whether rejecting every change of a merged document gives the original and accepting every one the revised document:
 * digests of both results beside those of what the readers made of the inputs. Works in slices: the page goes on meanwhile.
 * `received`: the fragment.
 */
export async function proveCompleteness(
  blocks: readonly Block[],
  digests: ComparisonDigests | null,
  received: string,
): Promise<Completeness> {
  if (digests === null) return { outcome: 'unknown' };
  const original = await sha256Hex(await inSlices(writingSide(blocks, 'original')));
  const revised = await sha256Hex(await inSlices(writingSide(blocks, 'revised')));
  const fragment = await sha256Hex(received);
  if (original === null || revised === null || fragment === null) return { outcome: 'unknown' };
  const isProved = original === digests.original && revised === digests.revised;
  return { outcome: isProved ? 'proved' : 'broken', original, revised, fragment };
}
