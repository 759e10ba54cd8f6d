import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ReviewProgram } from '../../../shared/review-file/review-file.ts';
import { sha256Bytes } from '../../sha256.ts';

/** `scripts/build-renderer.mjs` writes the script and the style of review files here. */
const BUILT = new URL('../../../dist/renderer/review-file/', import.meta.url);
const SCRIPT = new URL('review-file.js', BUILT);
const STYLE = new URL('review-file.css', BUILT);

/** Whether the program of review files has been built. */
export function isReviewProgramBuilt(): boolean {
  return existsSync(SCRIPT) && existsSync(STYLE);
}

/**
 * The built program of review files. Its content policy permits exactly this script and this style by their digests,
 * and images inside the page.
 *
 * @throws Error with the next step if it is not built yet
 */
export async function builtReviewProgram(): Promise<ReviewProgram> {
  if (!isReviewProgramBuilt()) {
    throw new Error(`The review page is not built: ${fileURLToPath(SCRIPT)} is missing. Run: npm run build`);
  }
  // The digests exclude line ends around the text.
  const [script, style] = (await Promise.all([readFile(SCRIPT, 'utf8'), readFile(STYLE, 'utf8')])).map((text) =>
    text.trim(),
  ) as [string, string];
  if (/<\/script|<!--/iu.test(script) || /<\/style/iu.test(style)) {
    throw new Error('The review page cannot be inlined: it has text in it that ends its own element.');
  }
  const policy = [
    "default-src 'none'",
    `script-src ${sourceOf(script)}`,
    `style-src ${sourceOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { policy, script, style };
}

function sourceOf(text: string): string {
  return `'sha256-${Buffer.from(sha256Bytes(text)).toString('base64')}'`;
}
