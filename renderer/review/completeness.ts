import type { Block } from '../../shared/document/model.ts';
import { project } from '../../shared/fragment/resolve.ts';
import { writeFragment } from '../../shared/fragment/write.ts';
import type { ComparisonDigests } from '../../shared/review-file/review-file.ts';

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

/**
 * Whether rejecting every change of a merged document gives the original and accepting every one the revised document:
 * digests of both results beside those of what the readers made of the inputs. `received`: the fragment.
 */
export async function proveCompleteness(
  blocks: readonly Block[],
  digests: ComparisonDigests | null,
  received: string,
): Promise<Completeness> {
  if (digests === null) return { outcome: 'unknown' };
  const original = await sha256Hex(writeFragment(project(blocks, 'original')));
  const revised = await sha256Hex(writeFragment(project(blocks, 'revised')));
  const fragment = await sha256Hex(received);
  if (original === null || revised === null || fragment === null) return { outcome: 'unknown' };
  const isProved = original === digests.original && revised === digests.revised;
  return { outcome: isProved ? 'proved' : 'broken', original, revised, fragment };
}
