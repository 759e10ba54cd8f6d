import { readFile } from 'node:fs/promises';
import type { Block } from '../../../shared/document/model.ts';
import { isAlignedText } from '../../../shared/document/aligned-text.ts';
import { bandTables, PAGE_EMS } from '../../../shared/document/column-bands.ts';
import { withCommentSigns } from '../../../shared/document/comment-signs.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { changedStretches } from './changed-stretches.ts';
import { escapeHtml } from '../../../shared/escape-html.ts';

const STYLESHEET = new URL('../../../renderer/styles/diffsvc.css', import.meta.url);

/** Content of a page. */
export interface PageContent {
  readonly title: string;
  /** CSS after the stylesheet of the fragment. */
  readonly style: string;
  /** HTML of the body. */
  readonly body: string;
}

/** One HTML page that loads and runs nothing. Its content policy enforces this. */
export async function selfContainedPage({ title, style, body }: PageContent): Promise<string> {
  const stylesheet = await readFile(STYLESHEET, 'utf8');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
${stylesheet.trim()}
${style.trim()}
</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/**
 * The redline as the main element of a page. Plain text with aligned columns has a monospaced font. Tables that are
 * wider than the paper are cut into bands of columns. Each comment has a sign after the words that it is about.
 * `fragment` is used as it is if nothing has to be cut and there is no comment. `onlyChanges` leaves out what is far
 * from any change, and says how much.
 */
export function mainOf(blocks: readonly Block[], fragment: string, onlyChanges = false): string {
  const start = `<main${isAlignedText(blocks) ? ' class="diffsvc-fixed"' : ''}>`;
  const banded = bandTables(withCommentSigns(blocks), PAGE_EMS);
  if (!onlyChanges) return `${start}\n${banded === blocks ? fragment : writeFragment(banded)}\n</main>`;
  const parts = changedStretches(banded).map((part) =>
    typeof part === 'number' ? `<p class="left-out">${leftOut(part)}</p>` : writeFragment(part),
  );
  return `${start}\n${parts.join('\n')}\n</main>`;
}

function leftOut(blocks: number): string {
  return blocks === 1 ? '1 unchanged block is left out' : `${blocks} unchanged blocks are left out`;
}
