import type { Block, Side } from '../../shared/document/model.ts';
import { projected } from '../../shared/fragment/project.ts';
import { writing } from '../../shared/fragment/write.ts';
import type { ComparisonDigests } from '../../shared/api/digests.ts';
import { inSlices } from '../document-view/in-slices.ts';

/**
 * SHA-256 of a text in UTF-8, as lower-case hexadecimal digits. Null if the browser offers no cryptography; this is
 * so on pages of another machine without HTTPS.
 */
export async function sha256Hex(text: string): Promise<string | null> {
  // The type is too strict: insecure contexts have no `subtle`.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The result of the completeness proof. `unknown`: the proof is not possible here. */
export type Completeness =
  | { readonly outcome: 'unknown' }
  | {
      readonly outcome: 'proved' | 'broken';
      readonly original: string;
      readonly revised: string;
      readonly fragment: string;
    };

/** Number of pieces that are written between two pauses. */
const REST_AFTER = 64;

/** Writes the canonical HTML of one side of a merged document and pauses often. */
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
 * Proves that a merged document is complete. Rejecting every change must give the original, and accepting every
 * change must give the revised document. The proof compares digests of both results with the digests of the inputs as
 * they were read. It works in slices, so the page stays responsive.
 *
 * @param received the fragment as it was received
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
